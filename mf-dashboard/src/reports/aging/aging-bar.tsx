import { formatMoneyExact, plural, roundHalfAway } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { StatusGlyph } from '@paperplane/shared/ui';
import { AGE_LABELS, BUCKETS, UNDATED, UNDATED_LABEL, type Age, type Aging } from './aging';

interface AgingBarProps {
  aging: Aging;
  currency: string;
  /** The address of the rows of an age, of all vendors. */
  toRows: (vendorId: null, age: Age | typeof UNDATED) => string;
}

/**
 * What vendors owe and how old it is: the sum with what is named beside it, a bar to the scale, and what is not owed yet. Outlined is what was
 * advanced: the agents were paid already.
 */
export function AgingBar({ aging, currency, toRows }: AgingBarProps) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const { amounts, paidAmounts, owed, undated } = aging;
  const { agentsPaid, paidShort } = owed;
  return (
    <section className="pp-card aging-ages" aria-label="Owed">
      <div className="aging-owed">
        <h2>Owed</h2>
        <b>{money(owed.amount)}</b>
        {(agentsPaid.count > 0 || agentsPaid.advanced > 0) && (
          <p>
            <StatusGlyph status="agent_paid" />
            <span>
              {/* Of what several share, some may be paid before all are. */}
              of it <b>{money(agentsPaid.amount)}</b> agents already paid
              <small>
                {plural(agentsPaid.count, 'commission')}, {money(agentsPaid.advanced)} advanced by you
              </small>
            </span>
          </p>
        )}
        {paidShort.count > 0 && (
          <p>
            <StatusGlyph status="unpaid" />
            <span>
              of it <b>{money(paidShort.amount)}</b> paid short
              <small>the rest of {plural(paidShort.count, 'commission')}</small>
            </span>
          </p>
        )}
      </div>
      <div>
        {agentsPaid.count > 0 && (
          <p className="aging-ends">
            <span>
              <i />
              Agent not paid yet, {money(roundHalfAway(owed.amount - agentsPaid.amount, 2))}
            </span>
            <span>
              <i data-paid="" />
              Agent already paid, {money(agentsPaid.amount)}
            </span>
          </p>
        )}
        <div className="aging-bar" aria-hidden="true">
          {BUCKETS.flatMap((age) => [
            { age, paid: undefined, amount: amounts[age] - paidAmounts[age] },
            { age, paid: '', amount: paidAmounts[age] },
          ])
            .filter(({ amount }) => amount >= 0.01)
            .map(({ age, paid, amount }) => (
              <i key={`${age}${paid}`} data-age={age} data-paid={paid} style={{ flexGrow: amount }} />
            ))}
        </div>
        <dl>
          {BUCKETS.map((age) => (
            <div key={age}>
              <dt>
                <i data-age={age} />
                {AGE_LABELS[age].long}
              </dt>
              <dd>
                {money(amounts[age])}
                {paidAmounts[age] > 0 && <small>{money(paidAmounts[age])} agents paid</small>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="aging-later">
          {amounts.not_due > 0 && <Link to={toRows(null, 'not_due')}>Not due {money(amounts.not_due)}</Link>}
          {undated.count > 0 && (
            <Link to={toRows(null, UNDATED)}>
              {UNDATED_LABEL} {money(undated.amount)}, {plural(undated.count, 'commission')}
            </Link>
          )}
        </p>
      </div>
    </section>
  );
}
