import type { SupabaseClient } from '@supabase/supabase-js';
import type { Json } from '../../../shared/src/platform/api/database.types';
import { CODED } from './coded';
import { sql, sqlOne } from './database';
import { untyped, type Person, type TestAgency } from './test-agency';

/** What functions about customers answer. */
export interface Outcome {
  success: boolean;
  error?: string | null;
  field?: string | null;
  id?: string;
  merge_id?: string;
  customer_id?: string;
  number?: string;
}

export interface MaskedPassport {
  id: string;
  last_four: string;
  given_names: string | null;
  country: string;
  issued_on: string | null;
  expires_on: string;
  warning: { return_date: string; sale_id: string; months_after: number } | null;
}

export interface Profile {
  customer: Record<string, unknown> & { id: string; first_name: string; last_name: string };
  totals: {
    sales_count: number;
    total_amount: number;
    last_sale_date: string | null;
    next_departure: string | null;
    agent: { id: string } | null;
  };
  companions: {
    id: string;
    customer_id: string;
    first_name: string;
    last_name: string;
    relation: string | null;
  }[];
  passports: MaskedPassport[];
  merges: {
    id: string;
    merged_name: string;
    merged_by_name: string;
    created_at: string;
    can_undo: boolean;
  }[];
  can_use_passports: boolean;
}

export interface CustomersAnswer {
  rows: {
    id: string;
    first_name: string;
    last_name: string;
    tags: string[];
    sales_count: number;
    total_amount: number;
    last_sale_date: string | null;
    agent: { id: string; first_name: string } | null;
  }[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  tags: { tag: string; count: number }[];
}

export interface CustomersQuestion {
  search?: string;
  tag?: string;
  agent_id?: string;
  state?: string;
  sort?: string;
  descending?: boolean;
  page?: number;
  page_size?: number;
}

/** Asks a function over the API; the answer, or the refusal as an exception. */
export async function ask<Answer>(person: Person, name: string, args: object = {}): Promise<Answer> {
  const { data, error } = await (person.api as unknown as SupabaseClient).rpc(name, args);
  if (error) throw new Error(`${error.code}: ${error.message} (${error.hint})`);
  return data as Answer;
}

export const listCustomers = (person: Person, question: CustomersQuestion = {}) =>
  ask<CustomersAnswer>(person, 'list_customers', question);
export const profileOf = (person: Person, id: string) =>
  ask<Profile | null>(person, 'get_customer_profile', { customer_id: id });
export const merge = (person: Person, kept: string, merged: string) =>
  ask<Outcome>(person, 'merge_customers', { kept_id: kept, merged_id: merged });
export const undoMerge = (person: Person, id?: string) =>
  ask<Outcome>(person, 'undo_merge', { merge_id: id });
export const erase = (person: Person, id: string, confirmation: string) =>
  ask<Outcome>(person, 'erase_customer', { customer_id: id, confirmation });

/** Adds a customer over the API, as the form does, with the columns a client may write. Returns the id. */
export async function addCustomer(person: Person, input: object = {}): Promise<string> {
  const { data, error } = await untyped(person.api, 'customers')
    .insert({ first_name: 'Vera', last_name: 'Lind', ...input })
    .select('id')
    .single<{ id: string }>();
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data.id;
}

/** The customer as it stands in the database. */
export const customerRow = (id: string) =>
  sqlOne<
    Record<string, unknown> & { first_name: string; merged_into: string | null; archived_at: Date | null }
  >('select * from public.customers where id = $1', [id]);

export const PASSPORT = {
  number: 'X4417RTA',
  given_names: 'Vera Maria',
  country: 'US',
  expires_on: '2031-05-04',
};

export const savePassport = (person: Person, customerId: string, passport: object = PASSPORT) =>
  ask<Outcome>(person, 'save_passport', { customer_id: customerId, passport: passport as Json });

/** Adds a passport and returns its id. */
export async function addPassport(person: Person, customerId: string, extra: object = {}): Promise<string> {
  const { id, error } = await savePassport(person, customerId, { ...PASSPORT, ...extra });
  if (!id) throw new Error(error ?? 'No passport');
  return id;
}

/** Asks for a passport's number and reads it, as the page of the customer does; the refusal of either call. */
export async function reveal(person: Person, id: string): Promise<Outcome> {
  const asked = await person.api.rpc('reveal_passport', { passport_id: id });
  if (asked.error) return { success: false, ...CODED, error: asked.error.message };
  const told = await person.api.rpc('read_passport_number', { disclosure_id: asked.data });
  return told.error
    ? { success: false, ...CODED, error: told.error.message }
    : { success: true, number: told.data };
}

/** A day from now, `yyyy-mm-dd`. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Dates of a sale that gives its agent the right to the travelers' passports. */
export const tripAhead = () => ({ departs: inDays(20), returns: inDays(30) });

/** What the database wrote down about the customers of an organization, oldest first. */
export const auditOf = (agency: Pick<TestAgency, 'organizationId'>, customerId: string) =>
  sql<{ action: string; actor_id: string; subject_id: string; details: Record<string, unknown> }>(
    'select * from private.audit_log where organization_id = $1 and customer_id = $2 order by id',
    [agency.organizationId, customerId],
  );

export { differences } from './totals';
