import type { contract as sharedContract } from '@paperplane/shared/contract';
import type { PageSize, Sort } from '@paperplane/shared/domain';
import type { AnswerOf, ArgsOf } from '@paperplane/shared/platform';
import { changedColumns } from '@paperplane/shared/records';
import type { contract } from './contract';

type Contract = typeof contract;

/** What the database keeps of a form. */
type Columns = Required<ArgsOf<typeof sharedContract, 'create_customer'>['customer']>;

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

/** Texts among the preferences, in the order of form and profile. */
const PREFERENCE_TEXTS = [
  'seat',
  'cabin',
  'meal',
  'room',
  'mobility',
  'allergies',
  'interests',
  'notes',
] as const;
type PreferenceTexts = Record<(typeof PREFERENCE_TEXTS)[number], string>;

/** Travel preferences; what is not known is empty. */
export interface Preferences extends PreferenceTexts {
  airlines: Program[];
  hotels: Program[];
}

/** What is not said is empty. */
interface Said {
  moreEmails: ContactEntry[];
  morePhones: ContactEntry[];
  preferences: Preferences;
}

/** What a form of a customer writes; nothing entered is `null`. */
export type CustomerInput = Omit<Columns, keyof Said> & Said;

type Row = NonNullable<AnswerOf<Contract, 'get_customer_page'>>['customer'];

/** A customer of the organization. */
export type Customer = Omit<Row, keyof Said> & Said;

export type CustomersPage = AnswerOf<Contract, 'list_customers'>;
export type CustomerListItem = CustomersPage['rows'][number];

/** A customer who may be the one that is being typed. */
export type Duplicate = AnswerOf<Contract, 'find_duplicate_customers'>[number];

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

/** What is compared with the customers there are. */
export interface DuplicateProbe {
  firstName: string;
  lastName: string;
  birthday: string;
  email: string;
  phone: string;
}

const toEntries = (entries: Row['moreEmails']): ContactEntry[] =>
  entries.map(({ label, value }) => ({ label: label ?? '', value }));

const toPreferences = ({ airlines = [], hotels = [], ...texts }: Row['preferences']): Preferences => ({
  ...(Object.fromEntries(PREFERENCE_TEXTS.map((key) => [key, texts[key] ?? ''])) as PreferenceTexts),
  airlines: airlines.map(({ airline, number }) => ({ name: airline, number: number ?? '' })),
  hotels: hotels.map(({ program, number }) => ({ name: program, number: number ?? '' })),
});

/** A customer as form and profile have them. */
export const toCustomer = (row: Row): Customer => ({
  ...row,
  moreEmails: toEntries(row.moreEmails),
  morePhones: toEntries(row.morePhones),
  preferences: toPreferences(row.preferences),
});

/** Only what says something: an empty preference is no preference. */
function fromPreferences({ airlines, hotels, ...texts }: Preferences): Columns['preferences'] {
  return {
    ...Object.fromEntries(PREFERENCE_TEXTS.filter((key) => texts[key]).map((key) => [key, texts[key]])),
    ...(airlines.length > 0 && { airlines: airlines.map(({ name, number }) => ({ airline: name, number })) }),
    ...(hotels.length > 0 && { hotels: hotels.map(({ name, number }) => ({ program: name, number })) }),
  };
}

/** What a form says, as it is written. */
export const toColumns = ({ preferences, ...input }: CustomerInput): Columns => ({
  ...input,
  preferences: fromPreferences(preferences),
});

/** What a save writes of a customer: what was changed. */
export const changesOfCustomer = (before: CustomerInput, after: CustomerInput): Partial<Columns> =>
  changedColumns(toColumns(before), toColumns(after));
