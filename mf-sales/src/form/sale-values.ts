import { moneyInput, percentInput, vendorRateOn, type CommissionBasis } from '@paperplane/shared/domain';
import { valuesOfLine, type LineValues } from './lines/line-values';
import type {
  CoSeller,
  CustomerOption,
  GroupOption,
  PlannedPayment,
  SaleDetail,
  SaleTraveler,
  VendorOption,
} from '../sale';

/** Whoever was chosen in the pickers: the form sends ids, a person reads names. */
export interface Picked {
  customer: CustomerOption | null;
  vendor: VendorOption | null;
  travelers: readonly SaleTraveler[];
  group: GroupOption | null;
}

/** A payment of the plan as typed; the amount of a final one is empty for the rest. */
export interface PlanRow {
  kind: PlannedPayment['kind'];
  amount: string;
  dueOn: string;
  remind: boolean;
}

/** The most payments a plan has. */
export const MOST_PAYMENTS = 12;

const rowsOfPlan = (plan: SaleDetail['paymentPlan']): PlanRow[] =>
  plan.map(({ kind, amount, dueOn, remind }) => ({ kind, amount: moneyInput(amount), dueOn, remind }));
/** A share beside the seller's as typed. */
export interface ShareRow {
  userId: string;
  role: CoSeller['role'];
  percent: string;
}

/** The most people beside the seller. */
export const MOST_CO_SELLERS = 9;

/** The form as typed: text everywhere, so that nothing typed is ever lost or reformatted under the hands. */
export interface SaleValues {
  customerId: string;
  /** Who travels beside the customer. */
  travelerIds: string[];
  vendorId: string;
  agentId: string;
  bookingReference: string;
  saleDate: string;
  travelDate: string;
  returnDate: string;
  totalAmount: string;
  commissionRate: string;
  commissionAmount: string;
  commissionBasis: CommissionBasis;
  /** What it is made of; with lines the three amounts above are their sums, and nobody types them. */
  lines: LineValues[];
  coSellers: ShareRow[];
  notes: string;
  paymentPlan: PlanRow[];
  /** The group booking it belongs to; empty for none. */
  groupId: string;
  picked: Picked;
}

/** Every field an error can belong to, in the order of the form. */
export const SALE_FIELDS = [
  'customerId',
  'travelerIds',
  'vendorId',
  'bookingReference',
  'agentId',
  'groupId',
  'saleDate',
  'travelDate',
  'returnDate',
  'totalAmount',
  'commissionRate',
  'commissionAmount',
  'lines',
  'coSellers',
  'paymentPlan',
  'notes',
] as const satisfies readonly (keyof SaleValues)[];

/** The fields of the payments of a plan. */
export const PLAN_FIELDS = Array.from({ length: MOST_PAYMENTS }, (_none, index) => index).flatMap(
  (index) => [`paymentPlan.${index}.amount`, `paymentPlan.${index}.dueOn`] as const,
);

/** The fields of the shares. */
export const SHARE_FIELDS = Array.from({ length: MOST_CO_SELLERS }, (_none, index) => index).flatMap(
  (index) => [`coSellers.${index}.userId`, `coSellers.${index}.role`, `coSellers.${index}.percent`] as const,
);

/** An empty form. @param today the organization's, `yyyy-mm-dd` */
export function newSaleValues(agentId: string, today: string): SaleValues {
  return {
    customerId: '',
    travelerIds: [],
    vendorId: '',
    agentId,
    bookingReference: '',
    saleDate: today,
    travelDate: '',
    returnDate: '',
    totalAmount: '',
    commissionRate: '',
    commissionAmount: '',
    commissionBasis: 'rate',
    lines: [],
    coSellers: [],
    notes: '',
    paymentPlan: [],
    groupId: '',
    picked: { customer: null, vendor: null, travelers: [], group: null },
  };
}

/** What the form of a sale starts from. */
export function valuesOfSale(sale: SaleDetail): SaleValues {
  return {
    customerId: sale.customerId,
    travelerIds: sale.travelers.map(({ id }) => id),
    vendorId: sale.vendorId,
    agentId: sale.agentId,
    bookingReference: sale.bookingReference ?? '',
    saleDate: sale.saleDate,
    travelDate: sale.travelDate ?? '',
    returnDate: sale.returnDate ?? '',
    totalAmount: moneyInput(sale.totalAmount),
    commissionRate: percentInput(sale.commissionRate),
    commissionAmount: moneyInput(sale.commissionAmount),
    commissionBasis: sale.commissionBasis,
    lines: sale.lines.map(valuesOfLine),
    coSellers: sale.coSellers.map(({ userId, role, percent }) => ({
      userId,
      role,
      percent: percentInput(percent),
    })),
    notes: sale.notes ?? '',
    paymentPlan: rowsOfPlan(sale.paymentPlan),
    groupId: sale.group?.id ?? '',
    picked: {
      customer: sale.customer,
      vendor: sale.vendor,
      travelers: sale.travelers,
      group: sale.group && { ...sale.group, vendor: sale.vendor },
    },
  };
}

/** A new sale with whomever a link has chosen; the vendor brings its usual rate along. */
export const withChosen = (
  blank: SaleValues,
  { customer, vendor, group = null }: Pick<Picked, 'customer' | 'vendor'> & Partial<Pick<Picked, 'group'>>,
): SaleValues => ({
  ...blank,
  customerId: customer?.id ?? '',
  vendorId: vendor?.id ?? '',
  commissionRate: percentInput(
    group?.defaultCommissionRate ?? (vendor && vendorRateOn(vendor, blank.saleDate)),
  ),
  groupId: group?.id ?? '',
  travelDate: group?.travelDate ?? blank.travelDate,
  returnDate: group?.returnDate ?? blank.returnDate,
  picked: { customer, vendor, travelers: [], group },
});

/** What was typed, with the customer as the sale has them. */
export const withLockedCustomer = (values: SaleValues, { customerId, customer }: SaleDetail): SaleValues => ({
  ...values,
  customerId,
  picked: { ...values.picked, customer },
});

/** What was typed, with the financial fields as the sale has them. */
export function withLockedFields(values: SaleValues, sale: SaleDetail): SaleValues {
  const {
    vendorId,
    agentId,
    totalAmount,
    commissionRate,
    commissionAmount,
    commissionBasis,
    lines,
    coSellers,
    paymentPlan,
  } = valuesOfSale(sale);
  return {
    ...values,
    ...{
      vendorId,
      agentId,
      totalAmount,
      commissionRate,
      commissionAmount,
      commissionBasis,
      lines,
      coSellers,
    },
    // Payment dates change as long as the sale is booked, whatever its commission is.
    ...(sale.status === 'booked' ? {} : { paymentPlan }),
    picked: { ...values.picked, vendor: sale.vendor },
  };
}

/** Whether two forms say the same, typed character by typed character; the order of travelers says nothing, and their ids say who was chosen. */
export function sameValues(a: SaleValues, b: SaleValues): boolean {
  const {
    travelerIds: some,
    paymentPlan: somePlan,
    coSellers: someShares,
    picked: _picked,
    lines,
    ...restOfA
  } = a;
  const { travelerIds: others, paymentPlan: otherPlan, coSellers: otherShares, ...restOfB } = b;
  return (
    sameIds(some, others) &&
    JSON.stringify(lines) === JSON.stringify(b.lines) &&
    JSON.stringify(somePlan) === JSON.stringify(otherPlan) &&
    JSON.stringify(someShares) === JSON.stringify(otherShares) &&
    Object.entries(restOfA).every(([name, value]) => restOfB[name as keyof typeof restOfB] === value)
  );
}

/** Whether two lists hold the same ids, in whatever order. */
export const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
