import { formatPercent, formatShortDate, splitText, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import {
  Button,
  cx,
  Ellipsis,
  Gift,
  IconButton,
  Menu,
  Pencil,
  Receipt,
  RotateCcw,
  StatusGlyph,
  StatusPill,
  Undo2,
  Users,
  X,
} from '@paperplane/shared/ui';
import { payoutNote, payoutNoteParts } from '@paperplane/shared/words';
import { useState, type ReactNode } from 'react';
import { lineHref } from '../parts/line-href';
import { lineWord, partOf, plainMoney, signedMoney, type LinePart } from '../parts/payout-words';
import { isTierYear, tierYears, type TierYear } from '../parts/tier-years';
import type { HeldCommission, PaidCommission, PayoutLine } from '../payout-types';
import './agent-lines.css';
import { commonSplit, type AgentPart } from './by-agent';
import type { LineActions } from './line-actions';
import { isOpen } from './lines-filter';

interface AgentLinesProps {
  part: AgentPart;
  actions: LineActions | undefined;
}

const ICONS: Readonly<Record<Exclude<LinePart, 'commission' | 'share'>, ReactNode>> = {
  override: <Users className="pp-i" />,
  bonus: <Gift className="pp-i" />,
  correction: <Pencil className="pp-i" />,
  recall: <RotateCcw className="pp-i" />,
  returned: <Receipt className="pp-i" />,
};

/** The lines of one agent: commissions, what is held and why, adjustments, what is carried in. */
export function AgentLines({ part, actions }: AgentLinesProps) {
  const { agent, commissions, adjustments, held } = part;
  const split = commonSplit([...commissions, ...held]);
  return (
    <div className="payout-lines">
      <table>
        <thead>
          <tr>
            <th scope="col">Booking</th>
            <th scope="col" className="r w2">
              Commission
            </th>
            <th scope="col" className="r w3">
              Share{split !== null && `, ${formatPercent(split)}`}
            </th>
            <th scope="col" className="w4">
              <span className="pp-sr">Adjusted</span>
            </th>
            <th scope="col" className="w5">
              <span className="pp-sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((line) => (
            <CommissionRow key={line.id} line={line} showSplit={split === null} actions={actions} />
          ))}
          {held.map((each) => (
            <HeldRow key={each.shareId ?? each.commissionId} held={each} actions={actions} />
          ))}
          {agent && agent.carriedIn < 0 && (
            <tr className="adj">
              <td className="c1" colSpan={3}>
                <span className="kind">
                  <Undo2 className="pp-i" />
                  Carried over <span className="pp-muted">from payouts before</span>
                </span>
              </td>
              <td className="r amt neg">{signedMoney(agent.carriedIn)}</td>
              <td className="ca" />
            </tr>
          )}
          {tierYears(adjustments).map((each) =>
            isTierYear(each) ? (
              <YearRows key={each.since} year={each} actions={actions} />
            ) : (
              <AdjustmentRow key={each.id} line={each} actions={actions} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

interface BookingProps {
  row: PaidCommission & Pick<PayoutLine, 'commissionId' | 'salesId' | 'role' | 'funded' | 'dueOn'>;
  split?: number | null;
  /** Of a share, what it is. */
  note?: string | null;
}

function Booking({ row, split, note = null }: BookingProps) {
  const href = lineHref(row);
  const { timeZone, currency } = useCurrentUser().organization;
  const name = row.bookingReference ?? 'No reference';
  const received = row.receivedOn && formatShortDate(row.receivedOn, todayIn(timeZone));
  return (
    <td className="c1">
      {href ? (
        <Link className="pp-ref payout-nw" to={href}>
          {name}
        </Link>
      ) : (
        <span className="pp-ref payout-nw">{name}</span>
      )}
      {row.customer}
      <small>
        {[
          note,
          row.vendor,
          received,
          split !== undefined &&
            split !== null &&
            splitText(split, row.splitParts, row.commission ?? 0, currency),
        ]
          .filter(Boolean)
          .join(', ')}
      </small>
      {isOpen(row) && (
        <small className="payout-open">
          not received yet{row.dueOn && `, due ${formatShortDate(row.dueOn, todayIn(timeZone))}`}
        </small>
      )}
    </td>
  );
}

interface RowProps {
  line: PayoutLine;
  actions: LineActions | undefined;
}

function CommissionRow({ line, showSplit, actions }: RowProps & { showSplit: boolean }) {
  const name = line.bookingReference ?? 'commission';
  return (
    <tr data-line="" tabIndex={-1}>
      <Booking row={line} split={showSplit ? line.split : null} note={payoutNote(line)} />
      <td className="r cm">{plainMoney(line.commission)}</td>
      <td className="r amt">{plainMoney(line.amount)}</td>
      <td className="no" />
      <td className="ca r">
        {actions && (
          <span className="payout-do">
            <IconButton
              label={`Take ${name} out`}
              title="Take out of this payout"
              size="sm"
              onClick={() => actions.remove(line)}
            >
              <X className="pp-i" />
            </IconButton>
            <IconButton
              label={`Hold ${name}`}
              title="Hold (H)"
              size="sm"
              data-hold=""
              onClick={() => actions.hold(line)}
            >
              <StatusGlyph status="held" />
            </IconButton>
          </span>
        )}
      </td>
    </tr>
  );
}

function HeldRow({ held, actions }: { held: HeldCommission; actions: LineActions | undefined }) {
  const name = held.bookingReference ?? 'commission';
  return (
    <>
      <tr className="held" data-line="" tabIndex={-1}>
        <Booking row={held} />
        <td className="r cm">{plainMoney(held.commission)}</td>
        <td className="r amt">
          <span className="pp-void">{plainMoney(held.amount)}</span>
        </td>
        <td className="no" />
        <td className="ca r">
          {actions && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Release ${name}`}
              title="Release (H)"
              data-hold=""
              onClick={() => actions.release(held)}
            >
              Release
            </Button>
          )}
        </td>
      </tr>
      <tr className="held why">
        <td colSpan={5}>
          <div>
            <StatusPill status="held" />
            <span>
              {held.heldBy}: {held.reason}
            </span>
          </div>
        </td>
      </tr>
    </>
  );
}

interface YearRowsProps {
  year: TierYear<PayoutLine>;
  actions: LineActions | undefined;
}

/** What tiers corrected of a year, as the statement says it; the line at each booking below it when it is opened. */
function YearRows({ year, actions }: YearRowsProps) {
  const { lines, amount, words } = year;
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr className="adj">
        <td className="c1" colSpan={3}>
          <span className="kind">
            {ICONS.correction}
            {lineWord('correction')} <span className="pp-muted">{words}</span>
          </span>
        </td>
        <td className={cx('r amt', amount < 0 && 'neg')}>{signedMoney(amount)}</td>
        <td className="ca r">
          <Button
            variant="link"
            size="sm"
            aria-expanded={open}
            aria-label={`Each booking: ${words}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'}
          </Button>
        </td>
      </tr>
      {open && lines.map((line) => <AdjustmentRow key={line.id} line={line} actions={actions} />)}
    </>
  );
}

function AdjustmentRow({ line, actions }: RowProps) {
  const { amount, bookingReference } = line;
  const kind = partOf(line);
  const href = lineHref(line);
  // That it is an override stands before it.
  const note = payoutNoteParts(line).words;
  if (kind === 'commission' || kind === 'share') return null;
  return (
    <tr className="adj" data-line="" tabIndex={-1}>
      <td className="c1" colSpan={3}>
        <span className="kind">
          {ICONS[kind]}
          {lineWord(kind)}{' '}
          <span className="pp-muted">
            {bookingReference && (
              <>
                {href ? (
                  <Link className="payout-nw" to={href}>
                    {bookingReference}
                  </Link>
                ) : (
                  <span className="payout-nw">{bookingReference}</span>
                )}
                ,{' '}
              </>
            )}
            {note}
          </span>
        </span>
      </td>
      <td className={cx('r amt', amount < 0 && 'neg')}>{signedMoney(amount)}</td>
      <td className="ca r">
        {actions && (
          <Menu
            label={`Change ${lineWord(kind).toLowerCase()} of ${signedMoney(amount)}`}
            button={<Ellipsis className="pp-i" />}
            buttonClassName="pp-iconbtn pp-iconbtn-sm"
            items={[
              {
                key: 'out',
                label: kind === 'override' ? 'Take out of this payout' : 'Leave for the next payout',
                icon: <X className="pp-i" />,
                onSelect: () => actions.remove(line),
              },
              ...(kind === 'recall' || kind === 'returned' || kind === 'override'
                ? []
                : [
                    {
                      key: 'delete',
                      label: `Delete this ${lineWord(kind).toLowerCase()}`,
                      danger: true,
                      onSelect: () => actions.deleteAdjustment(line),
                    },
                  ]),
            ]}
          />
        )}
      </td>
    </tr>
  );
}
