import {
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
  plural,
  sumsOfLines,
} from '@paperplane/shared/domain';
import { plainPart } from '@paperplane/shared/records';
import type { PartRules } from '@paperplane/shared/ui';
import { planText } from '../../plan-text';
import type { CoSeller, SaleDetail } from '../../sale';

const roleLabel = (role: CoSeller['role']) => (role === 'referral' ? 'Referral' : 'Co-seller');

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
  group: {
    label: 'Group',
    key: (sale) => sale.group?.id ?? null,
    show: (sale) => sale.group?.name ?? '',
    copy: ({ group }) => ({ group }),
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
  lines: {
    label: 'Lines',
    key: (sale) =>
      JSON.stringify(
        sale.lines.map(({ kind, text, amount, earns, rate, commission }) => [
          kind,
          text,
          amount,
          earns,
          rate,
          commission,
        ]),
      ),
    show: (sale) =>
      sale.lines.length === 0
        ? 'One total'
        : `${plural(sale.lines.length, 'line')}, ${formatMoneyExact(sumsOfLines(sale.lines).total, sale.currency)}`,
    copy: ({ lines }) => ({ lines }),
  },
  paymentPlan: {
    label: 'Payment dates',
    key: (sale) => planText(sale.paymentPlan, sale.currency),
    show: (sale) => planText(sale.paymentPlan, sale.currency),
    copy: ({ paymentPlan }) => ({ paymentPlan }),
  },
  shares: {
    label: 'Shares',
    key: (sale) => sale.coSellers.map(({ userId, role, percent }) => `${userId} ${role} ${percent}`).join(),
    show: (sale) =>
      sale.coSellers.map(({ role, percent }) => `${roleLabel(role)} ${formatPercent(percent)}`).join(', '),
    copy: ({ coSellers }) => ({ coSellers }),
  },
  notes: plainPart<SaleDetail, 'notes'>('Notes', 'notes', text),
} as const satisfies Record<string, PartRules<SaleDetail>>;

/** True for what is locked once the sale is no longer booked or its commission no longer unpaid. */
export const isFinancial = (part: keyof typeof SALE_PARTS): boolean =>
  ['vendor', 'agent', 'totalAmount', 'commission', 'lines', 'paymentPlan', 'shares'].includes(part);
