import { displayName, formatDate, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import type { PartRules } from '@paperplane/shared/ui';
import type { SaleDetail } from '../../sale';

/** The parts of a sale two people can disagree about. Rate and amount are one: only together do they say what was typed. */
export type Part =
  | 'customer'
  | 'vendor'
  | 'bookingReference'
  | 'agent'
  | 'saleDate'
  | 'travelDate'
  | 'returnDate'
  | 'totalAmount'
  | 'commission'
  | 'notes';

interface SalePartRules extends PartRules<SaleDetail> {
  /** Locked once the sale is no longer booked or its commission no longer unpaid. */
  financial: boolean;
}

const EMPTY = 'empty';
const text = (value: string | null) => value?.trim() || EMPTY;
const date = (value: string | null) => (value ? formatDate(value) : EMPTY);

/** How each part is named, told apart, shown and taken over, in the order of the form. */
export const RULES: Readonly<Record<Part, SalePartRules>> = {
  customer: {
    label: 'Customer',
    financial: false,
    key: (sale) => sale.customerId,
    show: (sale) => displayName(sale.customer, 'Unknown'),
    copy: ({ customerId, customer }) => ({ customerId, customer }),
  },
  vendor: {
    label: 'Vendor',
    financial: true,
    key: (sale) => sale.vendorId,
    show: (sale) => sale.vendor?.name ?? 'Unknown',
    copy: ({ vendorId, vendor }) => ({ vendorId, vendor }),
  },
  bookingReference: {
    label: 'Booking reference',
    financial: false,
    key: (sale) => sale.bookingReference,
    show: (sale) => text(sale.bookingReference),
    copy: ({ bookingReference }) => ({ bookingReference }),
  },
  agent: {
    label: 'Agent',
    financial: true,
    key: (sale) => sale.agentId,
    show: (sale) => displayName(sale.agent, 'Unknown'),
    copy: ({ agentId, agent }) => ({ agentId, agent }),
  },
  saleDate: {
    label: 'Sale date',
    financial: false,
    key: (sale) => sale.saleDate,
    show: (sale) => date(sale.saleDate),
    copy: ({ saleDate }) => ({ saleDate }),
  },
  travelDate: {
    label: 'Travel date',
    financial: false,
    key: (sale) => sale.travelDate,
    show: (sale) => date(sale.travelDate),
    copy: ({ travelDate }) => ({ travelDate }),
  },
  returnDate: {
    label: 'Return date',
    financial: false,
    key: (sale) => sale.returnDate,
    show: (sale) => date(sale.returnDate),
    copy: ({ returnDate }) => ({ returnDate }),
  },
  totalAmount: {
    label: 'Total amount',
    financial: true,
    key: (sale) => sale.totalAmount,
    show: (sale) => formatMoneyExact(sale.totalAmount, sale.currency),
    copy: ({ totalAmount }) => ({ totalAmount }),
  },
  commission: {
    label: 'Commission',
    financial: true,
    key: (sale) =>
      sale.commissionBasis === 'rate' ? `${sale.commissionRate}%` : `$${sale.commissionAmount}`,
    show: (sale) =>
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
    show: (sale) => text(sale.notes),
    copy: ({ notes }) => ({ notes }),
  },
};
