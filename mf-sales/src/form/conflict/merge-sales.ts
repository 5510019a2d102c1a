import { deriveCommission, sumsOfLines } from '@paperplane/shared/domain';
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
  const withTravelers = {
    travelers: mergeTravelers(before, theirs, mine).filter(({ id }) => id !== customerId),
  };
  // Where there are lines the sums are theirs.
  if (merged.lines.length > 0) {
    const sums = sumsOfLines(merged.lines);
    return {
      ...merged,
      totalAmount: sums.total,
      feeAmount: sums.fee,
      commissionBasis: 'amount',
      commissionRate: sums.rate,
      commissionAmount: sums.commission,
      ...withTravelers,
    };
  }
  return {
    ...merged,
    feeAmount: 0,
    commissionRate: rate,
    commissionAmount: amount,
    ...withTravelers,
  };
}
