import { countryName, formatDate, formatShortDate, plural, type IsoDate } from '@paperplane/shared/domain';
import type { Customer } from '../customer';
import type { Passport } from '../profile';

type Address = Pick<Customer, 'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode' | 'country'>;

const joined = (parts: readonly (string | null)[], by: string): string =>
  parts.filter((part) => Boolean(part)).join(by);

/** The lines of an address as a letter has them; nothing entered is no line. */
export function addressLines(address: Address): string[] {
  const { addressLine1, addressLine2, city, region, postalCode, country } = address;
  return [
    joined([addressLine1, addressLine2], ', '),
    joined([city, joined([region, postalCode], ' ')], ', '),
    country ? countryName(country) : '',
  ].filter(Boolean);
}

/** `Feb 2024`. */
export function sinceMonth(moment: string, timeZone?: string): string {
  const [month = '', year = ''] = formatDate(moment, timeZone).split(/ \d+, /);
  return joined([month, year], ' ');
}

/** Without its number: `•••• ••••• 4417`. */
export const masked = (lastFour: string): string => `•••• ••••• ${lastFour}`;

/** What to tell about a passport's expiry; `null` when there is nothing to worry about. @param today in the organization's zone */
export function expiryWarning(passport: Passport, today: IsoDate): string | null {
  const { warning, expiresOn } = passport;
  if (expiresOn && expiresOn < today) return `Expired on ${formatDate(expiresOn)}.`;
  if (!warning) return null;
  const { returnDate, monthsAfter } = warning;
  const day = formatShortDate(returnDate, today);
  if (expiresOn && expiresOn < returnDate) return `Expires before the return on ${day}.`;
  const after = monthsAfter < 1 ? 'less than a month' : plural(monthsAfter, 'month');
  return `Expires ${after} after the return on ${day}. Some countries ask for 6.`;
}

/** Gone: what a page says over a customer who is not in the list of those who are active. */
export function stateNotice(customer: Customer, timeZone: string): { title: string; text: string } | null {
  if (customer.erasedAt) {
    return {
      title: `Erased on ${formatDate(customer.erasedAt, timeZone)}`,
      text: 'Everything personal is gone for good. Their sales and sums stay.',
    };
  }
  if (customer.archivedAt) {
    return {
      title: `Archived on ${formatDate(customer.archivedAt, timeZone)}`,
      text: 'Not in the list and not offered in the sale form. Their sales stay as they are.',
    };
  }
  return null;
}
