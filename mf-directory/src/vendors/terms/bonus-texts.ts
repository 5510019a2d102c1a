import { formatDateRange, formatMoney, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import type { BonusTerms } from './terms-api';

/** What counts towards a bonus. */
export const BASES = { sales: 'Sales booked', received: 'Commission received' } as const;

/** "Jan 1 – Dec 31, 2026, sales booked". */
export const bonusTitle = ({ periodStart, periodEnd, basis }: BonusTerms): string =>
  `${formatDateRange(periodStart, periodEnd)}, ${BASES[basis].toLowerCase()}`;

/** What is reached and what the next step needs, in one sentence. */
export function reachedText({ reached, percent, next }: BonusTerms, currency: string): string {
  const volume = formatMoneyExact(reached, currency);
  const now = percent > 0 ? `${volume} reached, ${formatPercent(percent)} of it` : `${volume} reached`;
  if (!next) return `${now}. That is the last step.`;
  return `${now}. ${formatMoneyExact(next.missing, currency)} more reach ${formatPercent(next.percent)}.`;
}

/** "1% from $100,000": a step of a bonus. */
export const stepText = ({ from, percent }: BonusTerms['steps'][number], currency: string): string =>
  `${formatPercent(percent)} from ${formatMoney(from, { currency })}`;
