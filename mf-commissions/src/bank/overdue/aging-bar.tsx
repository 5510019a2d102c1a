import { formatMoneyExact } from '@paperplane/shared/domain';
import { BUCKETS, BUCKET_LABELS, type Aging } from './aging';

/** How old what is owed is: a bar to the scale, and the figures. */
export function AgingBar({ aging, currency }: { aging: Aging; currency: string }) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <section className="pp-card overdue-ages" aria-label="By age">
      <div className="overdue-bar" aria-hidden="true">
        {BUCKETS.filter((bucket) => aging.amounts[bucket] > 0).map((bucket) => (
          <i key={bucket} data-age={bucket} style={{ flexGrow: aging.amounts[bucket] }} />
        ))}
      </div>
      <dl>
        {BUCKETS.map((bucket) => (
          <div key={bucket}>
            <dt>
              <i data-age={bucket} />
              {BUCKET_LABELS[bucket].long}
            </dt>
            <dd>{money(aging.amounts[bucket])}</dd>
          </div>
        ))}
        <div>
          <dt>Overdue</dt>
          <dd>{money(aging.amount)}</dd>
        </div>
      </dl>
    </section>
  );
}
