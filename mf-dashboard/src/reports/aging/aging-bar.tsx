import { formatMoneyExact } from '@paperplane/shared/domain';
import { AGE_LABELS, AGES, type Aging } from './aging';

/** How old what is owed is: a bar to the scale, and the figures. */
export function AgingBar({ aging, currency }: { aging: Aging; currency: string }) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <section className="pp-card aging-ages" aria-label="By age">
      <div className="aging-bar" aria-hidden="true">
        {AGES.filter((age) => aging.amounts[age] > 0).map((age) => (
          <i key={age} data-age={age} style={{ flexGrow: aging.amounts[age] }} />
        ))}
      </div>
      <dl>
        {AGES.map((age) => (
          <div key={age}>
            <dt>
              <i data-age={age} />
              {AGE_LABELS[age].long}
            </dt>
            <dd>{money(aging.amounts[age])}</dd>
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
