import { Link } from '@paperplane/shared/platform';
import {
  Button,
  cx,
  Ellipsis,
  Gift,
  Menu,
  Pencil,
  Receipt,
  RotateCcw,
  Users,
  X,
} from '@paperplane/shared/ui';
import { payoutNoteParts } from '@paperplane/shared/words';
import { useState, type ReactNode } from 'react';
import { lineHref } from '../parts/line-href';
import { lineWord, partOf, signedMoney, type LinePart } from '../parts/payout-words';
import { isTierYear, tierYears, type TierYear } from '../parts/tier-years';
import type { PayoutLine } from '../payout-types';
import type { LineActions } from './line-actions';

const ICONS: Readonly<Record<Exclude<LinePart, 'commission' | 'share'>, ReactNode>> = {
  override: <Users className="pp-i" />,
  bonus: <Gift className="pp-i" />,
  correction: <Pencil className="pp-i" />,
  recall: <RotateCcw className="pp-i" />,
  returned: <Receipt className="pp-i" />,
};

interface AdjustmentRowsProps {
  adjustments: readonly PayoutLine[];
  actions: LineActions | undefined;
}

/** What is added to or taken from an agent's commissions; what tiers corrected of a year is one row. */
export function AdjustmentRows({ adjustments, actions }: AdjustmentRowsProps) {
  return tierYears(adjustments).map((each) =>
    isTierYear(each) ? (
      <YearRows key={each.since} year={each} actions={actions} />
    ) : (
      <AdjustmentRow key={each.id} line={each} actions={actions} />
    ),
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

interface AdjustmentRowProps {
  line: PayoutLine;
  actions: LineActions | undefined;
}

function AdjustmentRow({ line, actions }: AdjustmentRowProps) {
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
