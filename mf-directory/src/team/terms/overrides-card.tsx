import { formatDate, formatMoneyExact, plural, sharePercent } from '@paperplane/shared/domain';
import { Card } from '@paperplane/shared/ui';
import { overrideText, sum, whoseText, yearOf, type OverrideRow } from './override-words';
import type { Agreement, Terms } from './terms-api';

interface OverridesCardProps {
  agreement: Agreement;
  now: Terms;
  /** Names by id. */
  people: ReadonlyMap<string, string>;
  currency: string;
}

/** What a lead has of others' commissions in the calendar year, by whose, and how much of each cap is used. */
export function OverridesCard({ agreement, now, people, currency }: OverridesCardProps) {
  const { rules, rest } = yearOf(now, agreement.overrides);
  if (rules.length === 0 && rest.length === 0) return null;
  const all = [...rules.flatMap(({ rows }) => rows), ...rest];
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const since = formatDate(agreement.overridesFrom);
  const [only] = rules;
  const alone = rules.length === 1 && rest.length === 0;
  const capped = rules.flatMap(({ rule, used }) =>
    rule.capPerYear === null ? [] : [{ whose: rule.whose, cap: rule.capPerYear, used }],
  );
  const list = (rows: readonly OverrideRow[]) =>
    rows.map(({ userId, sales, base, amount }) => (
      <tr key={userId}>
        <th scope="row">
          {people.get(userId) ?? userId}
          <small>
            {plural(sales, 'sale')} since {since}
          </small>
        </th>
        <td className="r">{money(base)}</td>
        <td className="r">
          <b>{money(amount)}</b>
        </td>
      </tr>
    ));
  return (
    <Card
      title="Override"
      action={alone && only && <span className="pp-muted pp-sm">{overrideText(only.rule)}</span>}
      padded={false}
      footer={
        capped.length > 0 && (
          <ul className="terms-caps">
            {capped.map(({ whose, cap, used }) => (
              <li key={String(whose)}>
                <span>{alone ? 'Cap of the year' : `Cap of the year, ${whoseText(whose, people)}`}</span>
                <span>
                  <b>{money(used)}</b> of {money(cap)}
                </span>
                <span className="terms-bar" aria-hidden="true">
                  <i style={{ width: `${sharePercent(used, cap)}%` }} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    >
      <table className="pp-table terms-splits terms-overrides" aria-label="Override">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col" className="r">
              {rules.every(({ rule }) => rule.base === 'gross') ? 'Commission' : 'Of'}
            </th>
            <th scope="col" className="r">
              Override
            </th>
          </tr>
        </thead>
        {rules.map(({ rule, rows }) => (
          <tbody key={String(rule.whose)}>
            {!alone && (
              <Heading text={`${rule.whose === 'all' ? 'Everybody else: ' : ''}${overrideText(rule)}`} />
            )}
            {list(rows)}
            {rows.length === 0 && (
              <tr>
                <td colSpan={3} className="pp-muted">
                  Nothing yet since {since}.
                </td>
              </tr>
            )}
          </tbody>
        ))}
        {rest.length > 0 && (
          <tbody>
            <Heading text="By an earlier version" />
            {list(rest)}
          </tbody>
        )}
        <tfoot>
          <tr>
            <th scope="row">Expected so far</th>
            <td className="r">{money(sum(all.map(({ base }) => base)))}</td>
            <td className="r">
              <b>{money(sum(all.map(({ amount }) => amount)))}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

const Heading = ({ text }: { text: string }) => (
  <tr className="terms-group">
    <th scope="colgroup" colSpan={3}>
      {text}
    </th>
  </tr>
);
