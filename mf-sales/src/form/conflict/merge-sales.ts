import { deriveCommission } from '@paperplane/shared/domain';
import { mergeRecords, type Choices as ChoicesOf } from '@paperplane/shared/ui';
import type { SaleDetail } from '../../sale';
import type { SaleComparison } from './compare-sales';
import { RULES, type Part } from './sale-parts';

/** Travelers are a set: whom one added and whom another took off do not contradict each other. */
function mergeTravelers(before: SaleDetail, theirs: SaleDetail, mine: SaleDetail): SaleDetail['travelers'] {
  const has = (sale: SaleDetail, id: string) => sale.travelers.some((traveler) => traveler.id === id);
  const stayed = theirs.travelers.filter(({ id }) => has(mine, id) || !has(before, id));
  const added = mine.travelers.filter(({ id }) => !has(before, id) && !has(theirs, id));
  return [...stayed, ...added];
}

/** Who ends up with each part that both changed. */
export type Choices = ChoicesOf<Part>;

/** The sale to save: theirs, with what only the form changed and what was chosen of it. */
export function mergeSales(
  before: SaleDetail,
  theirs: SaleDetail,
  mine: SaleDetail,
  comparison: SaleComparison,
  choices: Choices,
): SaleDetail {
  const merged = {
    ...mergeRecords(RULES, theirs, mine, comparison, choices),
    travelers: mergeTravelers(before, theirs, mine),
  };
  const { commissionBasis, totalAmount, commissionRate, commissionAmount } = merged;
  // The total may come from one and the rate from another.
  const { rate, amount } = deriveCommission(commissionBasis, totalAmount, commissionRate, commissionAmount);
  return {
    ...merged,
    commissionRate: rate,
    commissionAmount: amount,
    travelers: merged.travelers.filter(({ id }) => id !== merged.customerId),
  };
}
