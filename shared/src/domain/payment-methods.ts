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
