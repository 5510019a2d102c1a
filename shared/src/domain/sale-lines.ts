import { deriveCommission, fromCents, sumAmounts, toCents } from './money';

/** What a line of a sale can be, in the order of the menu (docs/product/sales.md, Lines of a sale). */
export const LINE_KINDS = [
  'fare',
  'cruise',
  'air',
  'hotel',
  'tour',
  'insurance',
  'transfer',
  'extra',
  'taxes',
  'non_commissionable',
  'discount',
  'service_fee',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const LINE_LABELS: Readonly<Record<LineKind, string>> = {
  fare: 'Fare',
  cruise: 'Cruise',
  air: 'Air',
  hotel: 'Hotel',
  tour: 'Tour',
  insurance: 'Insurance',
  transfer: 'Transfer',
  extra: 'Extra',
  taxes: 'Taxes and fees',
  non_commissionable: 'Non-commissionable',
  discount: 'Discount',
  service_fee: 'Service fee',
};

/** What a line earns from the vendor: a rate of its amount, an amount, or nothing. */
export type LineEarns = 'rate' | 'amount' | 'nothing';

/** A line of a sale; amount and commission in currency units (of a discount below zero), rate in percent. */
export interface SaleLine {
  kind: LineKind;
  text: string | null;
  amount: number;
  earns: LineEarns;
  rate: number;
  /** What the vendor owes for it. */
  commission: number;
}

/** Whether a kind can earn from a vendor at all. */
export const canEarn = (kind: LineKind): boolean =>
  kind !== 'taxes' && kind !== 'non_commissionable' && kind !== 'service_fee';

/**
 * The half of a line that follows from the other one.
 * @param typed the rate (percent) or the commission, as `earns` says; ignored where nothing is earned
 */
export function lineCommission(
  { kind, amount, earns }: Pick<SaleLine, 'kind' | 'amount' | 'earns'>,
  typed: number,
): Pick<SaleLine, 'rate' | 'commission'> {
  if (earns === 'nothing' || !canEarn(kind)) return { rate: 0, commission: 0 };
  const sign = amount < 0 ? -1 : 1;
  const { rate, amount: commission } = deriveCommission(
    earns,
    Math.abs(amount),
    typed,
    earns === 'amount' ? Math.abs(typed) : null,
  );
  return { rate, commission: commission === 0 ? 0 : sign * commission };
}

/** What lines come to. */
export interface LineSums {
  /** What the customer pays, fees with it. */
  total: number;
  /** The agency's own service fee. */
  fee: number;
  /** What goes through the vendor. */
  through: number;
  /** What the vendor owes, and in percent of what goes through. */
  commission: number;
  rate: number;
  /** Commission and fee. */
  toDivide: number;
}

/** The sums of a sale's lines, exact to the cent, as the database reckons them. */
export function sumsOfLines(lines: readonly Pick<SaleLine, 'kind' | 'amount' | 'commission'>[]): LineSums {
  const total = sumAmounts(lines);
  const fee = sumAmounts(lines.filter(({ kind }) => kind === 'service_fee'));
  const commission = sumAmounts(lines.map((line) => ({ amount: line.commission })));
  const through = fromCents(toCents(total) - toCents(fee));
  const { rate } = deriveCommission('amount', Math.max(through, 0), null, Math.max(commission, 0));
  return { total, fee, through, commission, rate, toDivide: fromCents(toCents(commission) + toCents(fee)) };
}
