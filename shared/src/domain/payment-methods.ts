export const PAYMENT_METHODS = ['check', 'bank_transfer', 'cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  check: 'Check',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  card: 'Card',
  other: 'Other',
};

/** "Bank transfer" for `bank_transfer`; an unknown value reads as itself. */
export function paymentMethodLabel(method: string): string {
  return PAYMENT_METHODS.some((known) => known === method)
    ? PAYMENT_METHOD_LABELS[method as PaymentMethod]
    : method;
}

/** Currencies of countries where agents are paid by check. Courtesy: the database decides (private.payment_without_account). */
const CHECK_CURRENCIES: ReadonlySet<string> = new Set(['CAD', 'USD']);

/** How an agency with this currency pays whom its payment file cannot pay: by check, or by a transfer outside the file. */
export const paysByCheck = (currency: string): boolean => CHECK_CURRENCIES.has(currency);

/**
 * The methods an agency with this currency chooses from: a check only where checks are usual.
 * @param current what a payment that is changed has, which stays to be chosen
 */
export const paymentMethodsOf = (currency: string, current?: PaymentMethod): readonly PaymentMethod[] =>
  PAYMENT_METHODS.filter((method) => method !== 'check' || method === current || paysByCheck(currency));
