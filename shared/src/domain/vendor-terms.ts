/** What a vendor sells, in the order of the form. */
export const VENDOR_CATEGORIES = [
  'cruise',
  'tour',
  'hotel',
  'resort',
  'air',
  'rail',
  'car',
  'ferry',
  'insurance',
  'other',
] as const;
export type VendorCategory = (typeof VENDOR_CATEGORIES)[number];

export const CATEGORY_LABELS: Readonly<Record<VendorCategory, string>> = {
  cruise: 'Cruises',
  tour: 'Tours',
  hotel: 'Hotels',
  resort: 'Resorts',
  air: 'Flights',
  rail: 'Rail',
  car: 'Car rental',
  ferry: 'Ferries',
  insurance: 'Insurance',
  other: 'Other',
};

/** What the days until the expected payment are counted from; `before_departure` counts back, for who pays with the final payment. */
export const PAYMENT_BASES = ['booking', 'departure', 'return', 'before_departure'] as const;
export type PaymentBasis = (typeof PAYMENT_BASES)[number];

export const BASIS_LABELS: Readonly<Record<PaymentBasis, string>> = {
  booking: 'After booking',
  departure: 'After departure',
  return: 'After return',
  before_departure: 'Before departure',
};
