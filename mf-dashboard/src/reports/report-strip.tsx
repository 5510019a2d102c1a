import { formatMoney } from '@paperplane/shared/domain';
import type { Report } from './report';
import type { ReportKind } from './report-kinds';
import { change, shown } from './report-words';

/** The totals of a report; the first says how it compares with the range before. */
export function ReportStrip({
  report,
  kind,
  currency,
}: {
  report: Report;
  kind: ReportKind;
  currency: string;
}) {
  const money = (amount: number) => formatMoney(amount, { currency });
  const { total, before } = report;
  return (
    <dl className="pp-card report-strip" aria-label="Totals">
      {kind.highlights.map((highlight, index) => {
        const value = highlight.of(total);
        const earlier = index === 0 && before ? highlight.of(before) : null;
        const delta = index === 0 && before ? change(value, earlier) : null;
        return (
          <div key={highlight.label}>
            <dt>
              {highlight.swatch && (
                <i className="pp-swatch report-swatch" data-outlined={highlight.swatch === 'outlined'} />
              )}
              {highlight.label}
            </dt>
            <dd>
              <b>
                {shown(value, highlight.shape, currency)}
                {delta && <span className={delta.rises ? 'dl up' : 'dl down'}>{delta.text}</span>}
              </b>
              <small>
                {highlight.note(total, money)}
                {index === 0 && before && ` · ${shown(earlier, highlight.shape, currency)} before`}
              </small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
