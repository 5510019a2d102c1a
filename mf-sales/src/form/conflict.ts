import {
  deriveCommission,
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
} from '@paperplane/shared/domain';
import type { SaleDetail } from '../sale';

/** The parts of a sale two people can disagree about. Rate and amount are one: only together do they say what was typed. */
export const PARTS = [
  'customer',
  'vendor',
  'bookingReference',
  'agent',
  'saleDate',
  'travelDate',
  'returnDate',
  'totalAmount',
  'commission',
  'notes',
] as const;
export type Part = (typeof PARTS)[number];

interface PartRules {
  label: string;
  /** Locked once the sale is no longer booked or its commission no longer unpaid. */
  financial: boolean;
  /** What tells two sales apart. */
  key: (sale: SaleDetail) => unknown;
  text: (sale: SaleDetail) => string;
  /** The columns behind it. */
  copy: (sale: SaleDetail) => Partial<SaleDetail>;
}

const EMPTY = 'empty';
const text = (value: string | null) => value?.trim() || EMPTY;
const date = (value: string | null) => (value ? formatDate(value) : EMPTY);

const RULES: Record<Part, PartRules> = {
  customer: {
    label: 'Customer',
    financial: false,
    key: (sale) => sale.customerId,
    text: (sale) => displayName(sale.customer, 'Unknown'),
    copy: ({ customerId, customer }) => ({ customerId, customer }),
  },
  vendor: {
    label: 'Vendor',
    financial: true,
    key: (sale) => sale.vendorId,
    text: (sale) => sale.vendor?.name ?? 'Unknown',
    copy: ({ vendorId, vendor }) => ({ vendorId, vendor }),
  },
  bookingReference: {
    label: 'Booking reference',
    financial: false,
    key: (sale) => sale.bookingReference,
    text: (sale) => text(sale.bookingReference),
    copy: ({ bookingReference }) => ({ bookingReference }),
  },
  agent: {
    label: 'Agent',
    financial: true,
    key: (sale) => sale.agentId,
    text: (sale) => displayName(sale.agent, 'Unknown'),
    copy: ({ agentId, agent }) => ({ agentId, agent }),
  },
  saleDate: {
    label: 'Sale date',
    financial: false,
    key: (sale) => sale.saleDate,
    text: (sale) => date(sale.saleDate),
    copy: ({ saleDate }) => ({ saleDate }),
  },
  travelDate: {
    label: 'Travel date',
    financial: false,
    key: (sale) => sale.travelDate,
    text: (sale) => date(sale.travelDate),
    copy: ({ travelDate }) => ({ travelDate }),
  },
  returnDate: {
    label: 'Return date',
    financial: false,
    key: (sale) => sale.returnDate,
    text: (sale) => date(sale.returnDate),
    copy: ({ returnDate }) => ({ returnDate }),
  },
  totalAmount: {
    label: 'Total amount',
    financial: true,
    key: (sale) => sale.totalAmount,
    text: (sale) => formatMoneyExact(sale.totalAmount, sale.currency),
    copy: ({ totalAmount }) => ({ totalAmount }),
  },
  commission: {
    label: 'Commission',
    financial: true,
    key: (sale) =>
      sale.commissionBasis === 'rate' ? `${sale.commissionRate}%` : `$${sale.commissionAmount}`,
    text: (sale) =>
      sale.commissionBasis === 'rate'
        ? formatPercent(sale.commissionRate)
        : formatMoneyExact(sale.commissionAmount, sale.currency),
    copy: ({ commissionBasis, commissionRate, commissionAmount }) => ({
      commissionBasis,
      commissionRate,
      commissionAmount,
    }),
  },
  notes: {
    label: 'Notes',
    financial: false,
    key: (sale) => sale.notes ?? '',
    text: (sale) => text(sale.notes),
    copy: ({ notes }) => ({ notes }),
  },
};

/** One part in three states: as the form was opened, as it stands now, as it was typed. */
export interface Difference {
  part: Part;
  label: string;
  before: string;
  theirs: string;
  mine: string;
}

export interface Comparison {
  /** Both changed it, to something different: somebody has to choose. */
  overlapping: Difference[];
  /** Only the others changed it: it is taken over. */
  taken: Difference[];
  /** Only the form changed it: it is kept. */
  kept: Difference[];
  /** The form changed it, and it is locked by now: it cannot be saved. */
  lost: Difference[];
}

/**
 * Compares what was typed with what others have saved since the form was opened.
 * @param locked whether financial details may no longer change
 */
export function compareSales(
  before: SaleDetail,
  theirs: SaleDetail,
  mine: SaleDetail,
  locked: boolean,
): Comparison {
  const comparison: Comparison = { overlapping: [], taken: [], kept: [], lost: [] };
  for (const part of PARTS) {
    const { label, financial, key, text: show } = RULES[part];
    const [was, now, typed] = [key(before), key(theirs), key(mine)];
    if (typed === now || (typed === was && now === was)) continue;
    const difference = { part, label, before: show(before), theirs: show(theirs), mine: show(mine) };
    if (typed === was) comparison.taken.push(difference);
    else if (locked && financial) comparison.lost.push(difference);
    else if (now === was) comparison.kept.push(difference);
    else comparison.overlapping.push(difference);
  }
  return comparison;
}

/** Travelers are a set: whom one added and whom another took off do not contradict each other. */
function mergeTravelers(before: SaleDetail, theirs: SaleDetail, mine: SaleDetail): SaleDetail['travelers'] {
  const has = (sale: SaleDetail, id: string) => sale.travelers.some((traveler) => traveler.id === id);
  const stayed = theirs.travelers.filter(({ id }) => has(mine, id) || !has(before, id));
  const added = mine.travelers.filter(({ id }) => !has(before, id) && !has(theirs, id));
  return [...stayed, ...added];
}

/** Who ends up with each part that both changed. */
export type Choices = Partial<Record<Part, 'mine' | 'theirs'>>;

/** The sale to save: theirs, with what only the form changed and what was chosen of it. */
export function mergeSales(
  before: SaleDetail,
  theirs: SaleDetail,
  mine: SaleDetail,
  { kept, overlapping }: Comparison,
  choices: Choices,
): SaleDetail {
  const own = [...kept, ...overlapping.filter(({ part }) => choices[part] === 'mine')];
  const merged = own.reduce<SaleDetail>((sale, { part }) => ({ ...sale, ...RULES[part].copy(mine) }), {
    ...theirs,
    travelers: mergeTravelers(before, theirs, mine),
  });
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
