import { toLatestSales, type LatestSalesRow } from '../parts/latest-sales';
import { toCustomer, type CustomerRow } from './customer-rows';
import { toAgent, type AgentRow } from './customers-list-rows';
import type { CustomerProfile, Merge, Passport, PassportInput, PassportReveal } from './profile';
import { toTrip, type TripRow } from './trips';

export interface PassportRow {
  id: string;
  last_four: string;
  given_names: string | null;
  country: string | null;
  issued_on: string | null;
  expires_on: string | null;
  warning: { return_date: string; sale_id: string; months_after: number } | null;
}

interface MergeRow {
  id: string;
  merged_name: string;
  merged_by_name: string | null;
  created_at: string;
  can_undo: boolean;
}

/** What `get_customer_page` answers. */
export interface ProfileRow {
  customer: CustomerRow;
  totals: {
    sales_count: number;
    total_amount: number;
    last_sale_date: string | null;
    next_departure: string | null;
    agent: AgentRow | null;
  };
  companions: {
    id: string;
    customer_id: string;
    first_name: string;
    last_name: string;
    relation: string | null;
  }[];
  passports: PassportRow[];
  merges: MergeRow[];
  can_use_passports: boolean;
  sales: LatestSalesRow;
  trips: TripRow[];
}

export interface RevealRow {
  passport_id: string;
  last_four: string;
  revealed_by: { first_name: string; last_name: string } | null;
  revealed_at: string;
}

const toPassport = (row: PassportRow): Passport => ({
  id: row.id,
  lastFour: row.last_four,
  givenNames: row.given_names,
  country: row.country,
  issuedOn: row.issued_on,
  expiresOn: row.expires_on,
  warning: row.warning && {
    returnDate: row.warning.return_date,
    saleId: row.warning.sale_id,
    monthsAfter: row.warning.months_after,
  },
});

const toMerge = (row: MergeRow): Merge => ({
  id: row.id,
  mergedName: row.merged_name,
  mergedByName: row.merged_by_name,
  createdAt: row.created_at,
  canUndo: row.can_undo,
});

export const toProfile = ({ customer, totals, ...row }: ProfileRow): CustomerProfile => ({
  customer: toCustomer(customer),
  totals: {
    salesCount: totals.sales_count,
    totalAmount: totals.total_amount,
    lastSaleDate: totals.last_sale_date,
    nextDeparture: totals.next_departure,
    agent: toAgent(totals.agent),
  },
  companions: row.companions.map((companion) => ({
    id: companion.id,
    customerId: companion.customer_id,
    firstName: companion.first_name,
    lastName: companion.last_name,
    relation: companion.relation,
  })),
  passports: row.passports.map(toPassport),
  merges: row.merges.map(toMerge),
  canUsePassports: row.can_use_passports,
  sales: toLatestSales(row.sales),
  trips: row.trips.map((trip) => toTrip(customer.id, trip)),
});

/** A number left out is a number kept. */
export const fromPassport = ({ id, number, ...input }: PassportInput) => ({
  ...(id && { id }),
  ...(number && { number }),
  given_names: input.givenNames,
  country: input.country,
  issued_on: input.issuedOn,
  expires_on: input.expiresOn,
});

export const toReveal = (row: RevealRow): PassportReveal => ({
  passportId: row.passport_id,
  lastFour: row.last_four,
  revealedBy: row.revealed_by && {
    firstName: row.revealed_by.first_name,
    lastName: row.revealed_by.last_name,
  },
  revealedAt: row.revealed_at,
});
