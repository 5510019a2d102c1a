import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Calculation, Card, type CalculationRow } from '@paperplane/shared/ui';
import { earns, exactMoney } from '../parts/payout-words';
import type { Payout } from '../payout-types';

/** How the total comes about: shares, adjustments, what was carried in, and what is carried on. */
export function SumsCard({ record: { payout, agents, lines, unfunded } }: { record: Payout }) {
  const { commissions, commissionAmount, adjustmentAmount, carriedIn, carriedOut, amount, currency } = payout;
  const adjustments = lines.filter((line) => !earns(line)).length;
  const count = (which: 'carriedIn' | 'carriedOut') =>
    plural(agents.filter((agent) => agent[which] !== 0).length, 'agent');
  const rows: CalculationRow[] =
    unfunded.count === 0
      ? [{ label: plural(commissions, 'commission'), value: formatMoneyExact(commissionAmount, currency) }]
      : [
          {
            label: `${plural(commissions - unfunded.count, 'commission')}, received`,
            value: formatMoneyExact(commissionAmount - unfunded.amount, currency),
          },
          {
            label: `${plural(unfunded.count, 'commission')}, not received`,
            value: formatMoneyExact(unfunded.amount, currency),
          },
        ];
  if (adjustments > 0)
    rows.push({ label: plural(adjustments, 'adjustment'), value: exactMoney(adjustmentAmount, currency) });
  if (carriedIn !== 0)
    rows.push({ label: `Carried in, ${count('carriedIn')}`, value: exactMoney(carriedIn, currency) });
  if (carriedOut !== 0)
    rows.push({
      label: `Carried on, ${count('carriedOut')}`,
      value: `+${formatMoneyExact(-carriedOut, currency)}`,
    });
  rows.push({ label: plural(payout.agents, 'agent'), value: formatMoneyExact(amount, currency), sum: true });
  return (
    <Card title="How it adds up" className="payout-sums">
      <Calculation rows={rows} />
    </Card>
  );
}
