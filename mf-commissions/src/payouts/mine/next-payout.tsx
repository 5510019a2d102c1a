import { formatMoneyExact, formatWeekday, sumAmounts, today as todayIn } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Figures, type Figure } from '@paperplane/shared/ui';
import { earns, exactMoney } from '../parts/payout-words';
import type { MyPayouts } from '../payout-types';

/** How much comes next, and when. */
export function NextPayout({ mine }: { mine: MyPayouts }) {
  const { timeZone, currency } = useCurrentUser().organization;
  const { payout, lines, carriedIn, carriedOut, amount, waiting, paidThisYear } = mine;
  const money = (sum: number) => formatMoneyExact(sum, currency);
  const commissions = lines.filter(earns);
  const adjustments = lines.filter((line) => !earns(line));
  const figures: Figure[] = [
    { label: 'Commissions', value: money(sumAmounts(commissions)), note: commissions.length || undefined },
  ];
  if (adjustments.length > 0)
    figures.push({ label: 'Adjustments', value: exactMoney(sumAmounts(adjustments), currency) });
  if (carriedIn < 0) figures.push({ label: 'Carried over', value: exactMoney(carriedIn, currency) });
  figures.push(
    {
      label: 'Not in it yet',
      value: money(sumAmounts(waiting)),
      note: waiting.reduce((sum, { count }) => sum + count, 0) || undefined,
    },
    { label: `Paid in ${todayIn(timeZone).slice(0, 4)}`, value: money(paidThisYear) },
  );
  return (
    <section className="pp-card pp-hero my-next" aria-labelledby="next-payout">
      <div className="pp-hero-top">
        <div>
          <h2 id="next-payout">
            Next payout{payout?.plannedOn && `, planned for ${formatWeekday(payout.plannedOn)}`}
          </h2>
          <b className="pp-big pp-big-lg">{money(amount)}</b>
          {carriedOut < 0 && (
            <p className="pp-muted pp-sm">
              {exactMoney(carriedOut, currency)} carries to the payout after it
            </p>
          )}
        </div>
        <Figures items={figures} />
      </div>
    </section>
  );
}
