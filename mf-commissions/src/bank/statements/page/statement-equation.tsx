import { formatMoneyExact, formatShortDate, plural, roundHalfAway, today } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Card, cx } from '@paperplane/shared/ui';
import type { VendorStatement } from '../../bank-types';
import { LineGlyph } from '../parts/line-glyph';
import { FIGURE_ORDER, KINDS, type LineKind } from '../statement-words';
import { bookingRows, type BookingRow } from './booking-rows';

const SHADES: Readonly<Record<LineKind, string>> = {
  agrees: '',
  other: 'am',
  received: 'am',
  missing: 'nw',
  unlisted: '',
};

const amountOf = ({ amount, ours }: BookingRow): number => amount ?? ours ?? 0;
const sumOf = (rows: readonly BookingRow[]): number =>
  roundHalfAway(
    rows.reduce((sum, row) => sum + amountOf(row), 0),
    2,
  );

/** What they pay, drawn to scale: lines less the fee are the deposit. */
export function StatementEquation({ statement }: { statement: VendorStatement }) {
  const { lines, total, fee, fees, expectedOn } = statement;
  const { currency, timeZone } = useCurrentUser().organization;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const rows = bookingRows(lines);
  const groups = FIGURE_ORDER.map((kind) => ({ kind, own: rows.filter((row) => row.kind === kind) })).filter(
    ({ own }) => own.length > 0,
  );
  const listed = groups.filter(({ kind }) => kind !== 'unlisted');
  const deposit = money(roundHalfAway(total - fee, 2));
  const said = listed.map(({ kind, own }) => `${KINDS[kind].label.toLowerCase()} ${money(sumOf(own))}`);
  return (
    <Card label="What they pay" className="vs-eq">
      <div className="top">
        <div>
          <span className="pp-muted pp-sm">
            They pay{expectedOn && `, about ${formatShortDate(expectedOn, today(timeZone))}`}
          </span>
          <b className="pp-big pp-big-lg">{deposit}</b>
        </div>
        <dl className="pp-figs">
          {groups.map(({ kind, own }) => (
            <div key={kind}>
              <dt>
                <LineGlyph kind={kind} />
                {kind === 'unlisted' ? 'They do not list' : KINDS[kind].label}
              </dt>
              <dd>
                {money(sumOf(own))}
                <small>{own.length}</small>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div
        className="vs-balance"
        role="img"
        aria-label={`Of ${money(total)}: ${said.join(', ')}; a fee of ${money(fee)}`}
      >
        {listed.flatMap(({ kind, own }) =>
          own
            .filter((row) => amountOf(row) > 0)
            .map((row) => (
              <i key={row.key} className={cx(SHADES[kind])} style={{ flexGrow: amountOf(row) }} />
            )),
        )}
        {fee > 0 && <i className="fee" style={{ flexGrow: fee }} />}
      </div>
      <dl className="vs-sums">
        <div>
          <dt>{plural(lines.filter(({ line }) => line !== null).length, 'line')}</dt>
          <dd>{money(total)}</dd>
        </div>
        {fees.map(({ line, text, amount }) => (
          <div key={line}>
            <dt>{text}</dt>
            <dd>−{money(Number(amount))}</dd>
          </div>
        ))}
        <div className="tt">
          <dt>Deposit</dt>
          <dd>{deposit}</dd>
        </div>
      </dl>
    </Card>
  );
}
