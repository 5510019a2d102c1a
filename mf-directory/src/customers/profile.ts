import type { LatestSales } from '../parts/latest-sales';
import type { Agent, Customer } from './customer';
import type { Trip } from './trips';

/** Figures of the sales the caller may see, without the cancelled ones; amounts in the organization's currency. */
export interface CustomerTotals {
  salesCount: number;
  totalAmount: number;
  /** ISO dates. */
  lastSaleDate: string | null;
  nextDeparture: string | null;
  /** Of the latest sale. */
  agent: Agent | null;
}

/** Another customer one travels with. */
export interface Companion {
  /** Of the link between the two. */
  id: string;
  customerId: string;
  firstName: string;
  lastName: string;
  relation: string | null;
}

/** A passport without its number, which only `revealPassport` answers. */
export interface Passport {
  id: string;
  lastFour: string;
  givenNames: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** ISO dates. */
  issuedOn: string | null;
  expiresOn: string | null;
  /** A booked return the passport outlives by less than six months, or not at all. */
  warning: { returnDate: string; saleId: string; monthsAfter: number } | null;
}

/** What is typed about a passport; without a number the stored one is kept. */
export interface PassportInput {
  id?: string;
  number: string | null;
  givenNames: string | null;
  country: string | null;
  issuedOn: string | null;
  expiresOn: string | null;
}

/** Who has seen a passport's number. */
export interface PassportReveal {
  passportId: string;
  lastFour: string;
  revealedBy: { firstName: string; lastName: string } | null;
  /** ISO moment. */
  revealedAt: string;
}

/** Somebody who was merged into this customer. */
export interface Merge {
  id: string;
  mergedName: string;
  mergedByName: string | null;
  /** ISO moment. */
  createdAt: string;
  /** For 30 days, and only for admins. */
  canUndo: boolean;
}

/** Everything the page of a customer shows. */
export interface CustomerProfile {
  customer: Customer;
  totals: CustomerTotals;
  companions: Companion[];
  passports: Passport[];
  merges: Merge[];
  /** Whether the caller may see, add, change and remove passports: agents need a trip of theirs that is ahead or just over. */
  canUsePassports: boolean;
  sales: LatestSales;
  /** Next departure first. */
  trips: Trip[];
}
