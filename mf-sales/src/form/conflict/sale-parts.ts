import { displayName, formatDate, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import { plainPart } from '@paperplane/shared/records';
import type { PartRules } from '@paperplane/shared/ui';
import type { SaleDetail } from '../../sale';

const text = (value: string | null) => value?.trim() ?? '';
const date = (value: string | null) => (value ? formatDate(value) : '');

/**
 * The parts of a sale two people can disagree about, in the order of the form. Rate and amount are one: only together do they say what was
 * typed.
 */
export const SALE_PARTS = {
  customer: {
    label: 'Customer',
    key: (sale) => sale.customerId,
    show: (sale) => displayName(sale.customer),
    copy: ({ customerId, customer }) => ({ customerId, customer }),
  },
  vendor: {
    label: 'Vendor',
    key: (sale) => sale.vendorId,
    show: (sale) => sale.vendor.name,
    copy: ({ vendorId, vendor }) => ({ vendorId, vendor }),
  },
  bookingReference: plainPart<SaleDetail, 'bookingReference'>('Booking reference', 'bookingReference', text),
  agent: {
    label: 'Agent',
    key: (sale) => sale.agentId,
    show: (sale) => displayName(sale.agent),
    copy: ({ agentId, agent }) => ({ agentId, agent }),
  },
  saleDate: plainPart<SaleDetail, 'saleDate'>('Sale date', 'saleDate', date),
  travelDate: plainPart<SaleDetail, 'travelDate'>('Travel date', 'travelDate', date),
  returnDate: plainPart<SaleDetail, 'returnDate'>('Return date', 'returnDate', date),
  totalAmount: {
    label: 'Total amount',
    key: (sale) => sale.totalAmount,
    show: (sale) => formatMoneyExact(sale.totalAmount, sale.currency),
    copy: ({ totalAmount }) => ({ totalAmount }),
  },
  commission: {
    label: 'Commission',
    key: (sale) =>
      sale.commissionBasis === 'rate' ? `rate ${sale.commissionRate}` : `amount ${sale.commissionAmount}`,
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
  notes: plainPart<SaleDetail, 'notes'>('Notes', 'notes', text),
} as const satisfies Record<string, PartRules<SaleDetail>>;

/** True for what is locked once the sale is no longer booked or its commission no longer unpaid. */
export const isFinancial = (part: keyof typeof SALE_PARTS): boolean =>
  ['vendor', 'agent', 'totalAmount', 'commission'].includes(part);
