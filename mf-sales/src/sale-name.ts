import type { Sale } from './sale';

/** What a sale is called: its booking reference, or that it has none. */
export const saleName = ({ bookingReference }: Pick<Sale, 'bookingReference'>): string =>
  bookingReference ?? 'No reference';
