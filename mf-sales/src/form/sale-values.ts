import {
  deriveCommission,
  moneyInput,
  parseMoney,
  parsePercent,
  percentInput,
  type CommissionBasis,
} from '@paperplane/shared/domain';
import type { CustomerOption, SaleDetail, SaleInput, SaleTraveler, SentSale, VendorOption } from '../sale';
import type { CheckedSale } from './sale-schema';

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

/** Whoever was chosen in the pickers: the form holds ids, a person reads names. */
export interface Picked {
  customer: CustomerOption | null;
  vendor: VendorOption | null;
  travelers: readonly SaleTraveler[];
}

/** What a form shows, and what it is compared with to tell whether anything was typed. */
export interface FormContent {
  values: SaleValues;
  picked: Picked;
}

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
  };
}

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
  };
}

/** A new sale with whomever a link has chosen; the vendor brings its usual rate along. */
export function newSaleContent(blank: SaleValues, chosen: Pick<Picked, 'customer' | 'vendor'>): FormContent {
  const { customer, vendor } = chosen;
  return {
    values: {
      ...blank,
      customerId: customer?.id ?? '',
      vendorId: vendor?.id ?? '',
      commissionRate: percentInput(vendor?.defaultCommissionRate),
    },
    picked: { customer, vendor, travelers: [] },
  };
}

export const contentOfSale = (sale: SaleDetail): FormContent => ({
  values: valuesOfSale(sale),
  picked: { customer: sale.customer, vendor: sale.vendor, travelers: sale.travelers },
});

/** What was typed, with the fields that are locked by now as the sale has them. */
export function withLockedFields({ values, picked }: FormContent, sale: SaleDetail): FormContent {
  const { vendorId, agentId, totalAmount, commissionRate, commissionAmount, commissionBasis } =
    valuesOfSale(sale);
  return {
    values: { ...values, vendorId, agentId, totalAmount, commissionRate, commissionAmount, commissionBasis },
    picked: { ...picked, vendor: sale.vendor },
  };
}

/** Whether two forms say the same, typed character by typed character; the order of travelers says nothing. */
export function sameValues(a: SaleValues, b: SaleValues): boolean {
  const { travelerIds: some, ...restOfA } = a;
  const { travelerIds: others, ...restOfB } = b;
  return (
    sameIds(some, others) &&
    Object.entries(restOfA).every(([name, value]) => restOfB[name as keyof typeof restOfB] === value)
  );
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

type Amounts = Pick<SaleValues, 'totalAmount' | 'commissionRate' | 'commissionAmount' | 'commissionBasis'>;

/** Numbers behind the typed amounts; `null` where nothing readable is typed. */
export interface CommissionFigures {
  total: number | null;
  rate: number | null;
  amount: number | null;
}

const money = (text: string) => {
  const parsed = parseMoney(text);
  return parsed.ok ? parsed.value : null;
};

const percent = (text: string) => {
  const parsed = parsePercent(text);
  return parsed.ok ? parsed.value : null;
};

/** What the typed amounts come to: the basis holds, the other one follows. */
export function commissionFigures(typed: Amounts): CommissionFigures {
  const total = money(typed.totalAmount);
  const rate = percent(typed.commissionRate);
  const amount = money(typed.commissionAmount);
  const known = typed.commissionBasis === 'rate' ? rate : amount;
  if (total === null || known === null) {
    return typed.commissionBasis === 'rate' ? { total, rate, amount: null } : { total, rate: null, amount };
  }
  const derived = deriveCommission(typed.commissionBasis, total, rate, amount);
  return typed.commissionBasis === 'rate'
    ? { total, rate, amount: derived.amount }
    : { total, rate: derived.rate, amount };
}

/** The text the field that follows should show. */
export function followingText(
  typed: Amounts,
): Partial<Pick<SaleValues, 'commissionRate' | 'commissionAmount'>> {
  const { rate, amount } = commissionFigures(typed);
  return typed.commissionBasis === 'rate'
    ? { commissionAmount: moneyInput(amount) }
    : { commissionRate: percentInput(rate) };
}

/** What a checked form sends: the sale, and who travels beside the customer. */
export interface SentForm {
  sale: SentSale;
  travelerIds: readonly string[];
}

/** What a checked form sends. A required number is there: the schema refused everything else. */
export function toSent(checked: CheckedSale): SentForm {
  const { commissionRate, commissionAmount, travelerIds, ...rest } = checked;
  return {
    sale: {
      ...rest,
      totalAmount: checked.totalAmount ?? 0,
      ...(checked.commissionBasis === 'rate'
        ? { commissionRate: commissionRate ?? 0 }
        : { commissionAmount: commissionAmount ?? 0 }),
    },
    travelerIds,
  };
}

/** The travelers to send for an edit; `null` when they are the same. */
export function changedTravelers(sale: SaleDetail, travelerIds: readonly string[]): readonly string[] | null {
  return sameIds(
    sale.travelers.map(({ id }) => id),
    travelerIds,
  )
    ? null
    : travelerIds;
}

/**
 * What to send for an edit: the fields that differ from the sale. The basis goes along whenever its value does, since the two
 * say only together what was typed. Locked fields never differ, so they are never sent.
 */
export function changedFields(sale: SaleDetail, sent: SentSale): Partial<SaleInput> {
  const changes: Partial<SaleInput> = {};
  const note = <K extends keyof SaleInput>(name: K, value: SaleInput[K] | undefined, before: unknown) => {
    if (value !== undefined && value !== before) changes[name] = value;
  };
  note('customerId', sent.customerId, sale.customerId);
  note('vendorId', sent.vendorId, sale.vendorId);
  note('agentId', sent.agentId, sale.agentId);
  note('bookingReference', sent.bookingReference, sale.bookingReference);
  note('saleDate', sent.saleDate, sale.saleDate);
  note('travelDate', sent.travelDate, sale.travelDate);
  note('returnDate', sent.returnDate, sale.returnDate);
  note('totalAmount', sent.totalAmount, sale.totalAmount);
  note('notes', sent.notes, sale.notes);

  const value = sent.commissionBasis === 'rate' ? 'commissionRate' : 'commissionAmount';
  if (sent.commissionBasis !== sale.commissionBasis || sent[value] !== sale[value]) {
    changes.commissionBasis = sent.commissionBasis;
    changes[value] = sent[value];
  }
  return changes;
}
