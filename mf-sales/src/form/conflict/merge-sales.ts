import { deriveCommission } from '@paperplane/shared/domain';
import type { SaleDetail } from '../../sale';

/** Travelers are a set: whom one added and whom another took off do not contradict each other. */
function mergeTravelers(before: SaleDetail, theirs: SaleDetail, mine: SaleDetail): SaleDetail['travelers'] {
  const has = (sale: SaleDetail, id: string) => sale.travelers.some((traveler) => traveler.id === id);
  const stayed = theirs.travelers.filter(({ id }) => has(mine, id) || !has(before, id));
  const added = mine.travelers.filter(({ id }) => !has(before, id) && !has(theirs, id));
  return [...stayed, ...added];
}

/** The sale to save once each part is decided: with the travelers of both, and a commission that fits the total. */
export function settled(
  before: SaleDetail,
  theirs: SaleDetail,
  mine: SaleDetail,
  merged: SaleDetail,
): SaleDetail {
  const { commissionBasis, totalAmount, customerId } = merged;
  // The total may come from one and the rate from another.
  const { rate, amount } = deriveCommission(
    commissionBasis,
    totalAmount,
    merged.commissionRate,
    merged.commissionAmount,
  );
  return {
    ...merged,
    commissionRate: rate,
    commissionAmount: amount,
    travelers: mergeTravelers(before, theirs, mine).filter(({ id }) => id !== customerId),
  };
}
