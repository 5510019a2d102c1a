import { moneyInput, percentInput, type CommissionBasis } from '@paperplane/shared/domain';
import type { CustomerOption, SaleDetail, SaleTraveler, VendorOption } from '../sale';

/** Whoever was chosen in the pickers: the form sends ids, a person reads names. */
export interface Picked {
  customer: CustomerOption | null;
  vendor: VendorOption | null;
  travelers: readonly SaleTraveler[];
}

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
  notes: string;
  picked: Picked;
}

/** Every field an error can belong to, in the order of the form. */
export const SALE_FIELDS = [
  'customerId',
  'travelerIds',
  'vendorId',
  'bookingReference',
  'agentId',
  'saleDate',
  'travelDate',
  'returnDate',
  'totalAmount',
  'commissionRate',
  'commissionAmount',
  'notes',
] as const satisfies readonly (keyof SaleValues)[];

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
    notes: '',
    picked: { customer: null, vendor: null, travelers: [] },
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
    notes: sale.notes ?? '',
    picked: { customer: sale.customer, vendor: sale.vendor, travelers: sale.travelers },
  };
}

/** A new sale with whomever a link has chosen; the vendor brings its usual rate along. */
export const withChosen = (
  blank: SaleValues,
  { customer, vendor }: Pick<Picked, 'customer' | 'vendor'>,
): SaleValues => ({
  ...blank,
  customerId: customer?.id ?? '',
  vendorId: vendor?.id ?? '',
  commissionRate: percentInput(vendor?.defaultCommissionRate),
  picked: { customer, vendor, travelers: [] },
});

/** What was typed, with the customer as the sale has them. */
export const withLockedCustomer = (values: SaleValues, { customerId, customer }: SaleDetail): SaleValues => ({
  ...values,
  customerId,
  picked: { ...values.picked, customer },
});

/** What was typed, with the financial fields as the sale has them. */
export function withLockedFields(values: SaleValues, sale: SaleDetail): SaleValues {
  const { vendorId, agentId, totalAmount, commissionRate, commissionAmount, commissionBasis } =
    valuesOfSale(sale);
  return {
    ...values,
    ...{ vendorId, agentId, totalAmount, commissionRate, commissionAmount, commissionBasis },
    picked: { ...values.picked, vendor: sale.vendor },
  };
}

/** Whether two forms say the same, typed character by typed character; the order of travelers says nothing, and their ids say who was chosen. */
export function sameValues(a: SaleValues, b: SaleValues): boolean {
  const { travelerIds: some, picked: _picked, ...restOfA } = a;
  const { travelerIds: others, ...restOfB } = b;
  return (
    sameIds(some, others) &&
    Object.entries(restOfA).every(([name, value]) => restOfB[name as keyof typeof restOfB] === value)
  );
}

/** Whether two lists hold the same ids, in whatever order. */
export const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
