import { displayName, formatDate, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import type { SaleDetail } from '../../sale';

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

/** How each part is named, told apart, shown and taken over. */
export const RULES: Record<Part, PartRules> = {
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
