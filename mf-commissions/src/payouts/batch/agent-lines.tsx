import { formatPercent, formatShortDate, splitText, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import { Button, IconButton, StatusGlyph, StatusPill, Undo2, X } from '@paperplane/shared/ui';
import { payoutNote } from '@paperplane/shared/words';
import { lineHref } from '../parts/line-href';
import { plainMoney, signedMoney } from '../parts/payout-words';
import type { HeldCommission, PaidCommission, PayoutLine } from '../payout-types';
import { AdjustmentRows } from './adjustment-rows';
import './agent-lines.css';
import { commonSplit, type AgentPart } from './by-agent';
import type { LineActions } from './line-actions';
import { isOpen } from './lines-filter';

interface AgentLinesProps {
  part: AgentPart;
  actions: LineActions | undefined;
}

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
          <AdjustmentRows adjustments={adjustments} actions={actions} />
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
