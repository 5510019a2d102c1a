import type { Agency } from '../database/fill';

/**
 * A working day of an agency of 12 people, as it is assumed: no customer's day was counted. How often each person of a role opens each screen
 * of the journal, and does each deed.
 */
export type Role = 'owner' | 'admin' | 'agent';

/** Who works in the agency; the numbers are those of `fill`, whose number 0 is its first admin. */
export const PEOPLE: Record<Role, number[]> = {
  owner: [0],
  admin: [1, 2],
  agent: [3, 4, 5, 6, 7, 8, 9, 10, 11],
};

/** The measured agency: what nine agents with four sales a day have after three years. */
export const agencyOf = (number: number): Agency => ({
  number,
  sales: 27_000,
  agents: 11,
  vendors: 60,
  customers: 6000,
});

/** Which part of a day's work falls into its busiest hour: a ninth if eight hours were alike and one were lunch. */
export const PEAK_HOUR = 0.2;

/** How many open dashboards a write refreshes (`dashboard` tags), and how many bells (`notifications`). */
export const HEARD = { dashboards: 2, bells: 1 };

/** Opened on a screen of the journal: times a day and person. */
export const SCREENS: Record<Role, Record<string, number>> = {
  owner: {
    'sign in and dashboard, owner': 2,
    'dashboard again, owner': 8,
    'reports, owner': 3,
    'sales, owner': 5,
    'sales, second page, owner': 1,
    'sales of a name, owner': 3,
    'sale, owner': 8,
    'commissions, owner': 4,
    'commission, owner': 4,
    'search, owner': 5,
    'team, owner': 2,
    'payouts, owner': 2,
    'payout, owner': 2,
  },
  admin: {
    'sign in and dashboard, owner': 2,
    'dashboard again, owner': 6,
    'reports, owner': 2,
    'sales, owner': 12,
    'sales, second page, owner': 4,
    'sales, booked, owner': 4,
    'sales of a name, owner': 10,
    'sale, owner': 25,
    'commissions, owner': 12,
    'commission, owner': 20,
    'customers, owner': 4,
    'customers of a name, owner': 6,
    'customer, owner': 8,
    'search, owner': 12,
    'vendors, owner': 2,
    'vendor, owner': 3,
    'bank, owner': 6,
    'bank transaction, owner': 15,
    'documents, owner': 2,
    'payouts, owner': 1,
  },
  agent: {
    'sign in and dashboard, agent': 2,
    'dashboard again, agent': 6,
    'sales, agent': 8,
    'sales, second page, agent': 2,
    'sales, booked, agent': 3,
    'sales of a name, agent': 4,
    'sale, agent': 12,
    'sale form, agent': 5,
    'sale edited, agent': 3,
    'commissions, agent': 4,
    'commission, agent': 4,
    'customers, agent': 4,
    'customers of a name, agent': 6,
    'customer, agent': 10,
    'search, agent': 8,
    'my payouts, agent': 1,
  },
};

/** Done: times a day and person. A payout a day is more than agencies make. */
export const DEEDS: Record<Role, Partial<Record<Deed, number>>> = {
  owner: { 'report of a year': 2, payout: 1 },
  admin: { 'sale paid': 15, 'bank file of 60 lines': 0.5, message: 4, 'report of a year': 1 },
  agent: { 'sale recorded': 4, 'customer added': 2, message: 2 },
};

export type Deed =
  | 'sale recorded'
  | 'sale paid'
  | 'customer added'
  | 'message'
  | 'bank file of 60 lines'
  | 'payout'
  | 'report of a year';
