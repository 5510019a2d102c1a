import { formatMoneyExact, formatShortDate, plural, roundHalfAway, today } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Card, cx } from '@paperplane/shared/ui';
import type { ComparedLine, VendorStatement } from '../../bank-types';
import { KIND_ORDER, KINDS, type LineKind } from '../statement-words';

/** Shown first to last: what is right, what is not, and what is missing. */
const FIGURES: readonly LineKind[] = ['agrees', 'other', 'missing', 'received', 'unlisted'];
const SHADES: Readonly<Record<LineKind, string>> = {
  agrees: '',
  other: 'am',
  received: 'am',
  missing: 'nw',
  unlisted: '',
};

const amountOf = ({ amount, ours }: ComparedLine): number => amount ?? ours ?? 0;
const sumOf = (lines: readonly ComparedLine[]): number =>
  roundHalfAway(
    lines.reduce((sum, line) => sum + amountOf(line), 0),
    2,
  );

/** What they pay, drawn to scale: lines less the fee are the deposit. */
export function StatementEquation({
  statement: { lines, total, fee, fees, expectedOn },
}: {
  statement: VendorStatement;
}) {
  const { currency, timeZone } = useCurrentUser().organization;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const listed = lines.filter(({ line }) => line !== null);
  const drawn = KIND_ORDER.flatMap((kind) =>
    listed.filter((line) => line.kind === kind && amountOf(line) > 0),
  );
  return (
    <Card label="What they pay" className="vs-eq">
      <div className="top">
        <div>
          <span className="pp-muted pp-sm">
            They pay{expectedOn && `, about ${formatShortDate(expectedOn, today(timeZone))}`}
          </span>
          <b className="pp-big pp-big-lg">{money(roundHalfAway(total - fee, 2))}</b>
        </div>
        <dl className="pp-figs">
          {FIGURES.map((kind) => {
            const own = lines.filter((line) => line.kind === kind);
            return own.length === 0 ? null : (
              <div key={kind} className={KINDS[kind].look}>
                <dt>{kind === 'unlisted' ? 'They do not list' : KINDS[kind].label}</dt>
                <dd>
                  {money(sumOf(own))}
                  <small>{own.length}</small>
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
      <div
        className="vs-balance"
        role="img"
        aria-label={`Of ${money(total)}: ${FIGURES.filter((kind) => kind !== 'unlisted')
          .map(
            (kind) =>
              `${KINDS[kind].label.toLowerCase()} ${money(sumOf(listed.filter((l) => l.kind === kind)))}`,
          )
          .join(', ')}; a fee of ${money(fee)}`}
      >
        {drawn.map((line) => (
          <i key={line.line} className={cx(SHADES[line.kind])} style={{ flexGrow: amountOf(line) }} />
        ))}
        {fee > 0 && <i className="fee" style={{ flexGrow: fee }} />}
      </div>
      <dl className="vs-sums">
        <div>
          <dt>{plural(listed.length, 'line')}</dt>
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
          <dd>{money(roundHalfAway(total - fee, 2))}</dd>
        </div>
      </dl>
    </Card>
  );
}
