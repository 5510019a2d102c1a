import type { PageSize, Sort } from '@paperplane/shared/domain';

/** An e-mail or phone beside the first one; the label says which: "Work". */
export interface ContactEntry {
  label: string;
  value: string;
}

/** A frequent-flyer or guest program. */
export interface Program {
  name: string;
  number: string;
}

/** Travel preferences; what is not known is empty. */
export interface Preferences {
  seat: string;
  cabin: string;
  meal: string;
  room: string;
  mobility: string;
  allergies: string;
  interests: string;
  notes: string;
  airlines: Program[];
  hotels: Program[];
}

/** What a form of a customer writes; nothing entered is `null`. */
export interface CustomerInput {
  firstName: string;
  lastName: string;
  /** ISO date. */
  birthday: string | null;
  email: string | null;
  phone: string | null;
  moreEmails: ContactEntry[];
  morePhones: ContactEntry[];
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  emergencyName: string | null;
  emergencyPhone: string | null;
  emergencyRelation: string | null;
  tags: string[];
  preferences: Preferences;
  notes: string | null;
}

/** A customer of the organization. */
export interface Customer extends CustomerInput {
  id: string;
  /** Rises with every change of what the form says. */
  version: number;
  /** ISO moments; not archived, not erased: `null`. */
  createdAt: string;
  archivedAt: string | null;
  erasedAt: string | null;
  /** Who this customer was merged into. */
  mergedInto: string | null;
  /** Who added them; `null` when that person cannot be seen. */
  createdBy: string | null;
}

export interface Agent {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

/** A row of the list. Figures cover the sales the caller may see, without the cancelled ones. */
export interface CustomerListItem {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  tags: string[];
  archivedAt: string | null;
  salesCount: number;
  totalAmount: number;
  /** ISO date. */
  lastSaleDate: string | null;
  /** Of the latest sale. */
  agent: Agent | null;
}

/** What the list can be sorted by; the first is the default. */
export const CUSTOMER_SORTS = [
  'lastSaleDate',
  'name',
  'email',
  'createdAt',
  'salesCount',
  'totalAmount',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** What the list asks the database for. */
export interface CustomersQuery {
  search: string;
  agentId: string | null;
  tag: string;
  archived: boolean;
  sort: Sort<CustomerSort>;
  /** From 1. */
  page: number;
  pageSize: PageSize;
}

export interface CustomersPage {
  customers: CustomerListItem[];
  /** All that match, over all pages. */
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  /** The most used ones, with how many carry them. */
  tags: { tag: string; count: number }[];
}

/** Why somebody may be the customer that is being typed. */
export type DuplicateReason = 'email' | 'phone' | 'name_and_birthday';

export interface Duplicate {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  archivedAt: string | null;
  reasons: DuplicateReason[];
}

/** What is compared with the customers there are. */
export interface DuplicateProbe {
  firstName: string;
  lastName: string;
  birthday: string;
  email: string;
  phone: string;
}
