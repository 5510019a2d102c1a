import type { Database } from '@paperplane/shared/database';
import { changedColumns } from '@paperplane/shared/records';
import type { ContactEntry, Customer, CustomerInput, Preferences, Program } from './customer';

type CustomersRow = Database['public']['Tables']['customers']['Row'];
type Json = CustomersRow['preferences'];

/** All columns of a customer that a client reads. */
export type CustomerRow = Omit<
  CustomersRow,
  'organization_id' | 'updated_at' | 'import_batch_id' | 'import_row'
>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];

const toEntries = (list: Json): ContactEntry[] =>
  recordsOf(list).map((entry) => ({ label: textOf(entry['label']), value: textOf(entry['value']) }));

const toPrograms = (list: Json | undefined, name: 'airline' | 'program'): Program[] =>
  recordsOf(list).map((entry) => ({ name: textOf(entry[name]), number: textOf(entry['number']) }));

/** Texts among the preferences, in the order of form and profile. */
export const PREFERENCE_TEXTS = [
  'seat',
  'cabin',
  'meal',
  'room',
  'mobility',
  'allergies',
  'interests',
  'notes',
] as const;

export function toPreferences(json: Json): Preferences {
  const row = isRecord(json) ? (json as Record<string, Json | undefined>) : {};
  const texts = Object.fromEntries(PREFERENCE_TEXTS.map((key) => [key, textOf(row[key])]));
  return {
    ...(texts as Record<(typeof PREFERENCE_TEXTS)[number], string>),
    airlines: toPrograms(row['airlines'], 'airline'),
    hotels: toPrograms(row['hotels'], 'program'),
  };
}

/** Only what says something: an empty preference is no preference. */
export function fromPreferences(preferences: Preferences): Record<string, Json> {
  const programs = (list: readonly Program[], key: string): Json =>
    list.map(({ name, number }) => ({ [key]: name, number }));
  const entries: [string, Json][] = [
    ...PREFERENCE_TEXTS.map((key): [string, Json] => [key, preferences[key]]),
    ['airlines', programs(preferences.airlines, 'airline')],
    ['hotels', programs(preferences.hotels, 'program')],
  ];
  return Object.fromEntries(
    entries.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  );
}

export const toCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  version: row.version,
  firstName: row.first_name,
  lastName: row.last_name,
  birthday: row.birthday,
  email: row.email,
  phone: row.phone,
  moreEmails: toEntries(row.more_emails),
  morePhones: toEntries(row.more_phones),
  addressLine1: row.address_line_1,
  addressLine2: row.address_line_2,
  city: row.city,
  region: row.region,
  postalCode: row.postal_code,
  country: row.country,
  emergencyName: row.emergency_name,
  emergencyPhone: row.emergency_phone,
  emergencyRelation: row.emergency_relation,
  tags: row.tags,
  preferences: toPreferences(row.preferences),
  notes: row.notes,
  createdAt: row.created_at,
  createdBy: row.created_by,
  archivedAt: row.archived_at,
  erasedAt: row.erased_at,
  mergedInto: row.merged_into,
});

export const fromCustomerInput = (input: CustomerInput) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  birthday: input.birthday,
  email: input.email,
  phone: input.phone,
  more_emails: input.moreEmails.map(({ label, value }) => ({ label, value })),
  more_phones: input.morePhones.map(({ label, value }) => ({ label, value })),
  address_line_1: input.addressLine1,
  address_line_2: input.addressLine2,
  city: input.city,
  region: input.region,
  postal_code: input.postalCode,
  country: input.country,
  emergency_name: input.emergencyName,
  emergency_phone: input.emergencyPhone,
  emergency_relation: input.emergencyRelation,
  tags: input.tags,
  preferences: fromPreferences(input.preferences),
  notes: input.notes,
});

/** What a save writes of a customer: the columns that were changed. */
export const changesOfCustomer = (before: CustomerInput, after: CustomerInput) =>
  changedColumns(fromCustomerInput(before), fromCustomerInput(after));
