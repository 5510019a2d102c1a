/** The kinds of line a vendor has a rate for (docs/product/vendors.md, Terms by kind and day), as people read them. */
export const RATE_CATEGORIES = {
  fare: 'Fare',
  air: 'Air',
  hotel: 'Hotel',
  cruise: 'Cruise',
  tour: 'Tour',
  insurance: 'Insurance',
  transfer: 'Transfer',
  extra: 'Extra',
} as const;
export type RateCategory = keyof typeof RATE_CATEGORIES;

/** A version of what a vendor pays: percent, from a day on (`yyyy-mm-dd`), for one kind of line or for all. */
export interface VendorRate {
  category: RateCategory | null;
  rate: number;
  validFrom: string;
}

/**
 * What a vendor pays for a booking of a day, as `private.vendor_rate` has it: the rate of the kind, else that of all, each as it holds on
 * that day, else the default.
 * @param vendor with the rates in the order of the database, the first that holds first
 * @param day `yyyy-mm-dd`; anything else is no day, and the default holds
 * @returns percent
 */
export function vendorRateOn(
  vendor: { defaultCommissionRate: number; rates?: readonly VendorRate[] },
  day: string,
  category: RateCategory | null = null,
): number {
  const begun = (vendor.rates ?? []).filter(({ validFrom }) => validFrom <= day);
  const of = (wanted: RateCategory | null) => begun.find((rate) => rate.category === wanted);
  return ((category && of(category)) ?? of(null))?.rate ?? vendor.defaultCommissionRate;
}
