import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../shared/src/platform/api/database.types';
import { saleColumns, USUAL_SALE, type PayoutWords, type SaleWords } from '../../../shared/src/testing/words';
import { insertAccount, type NewAccount } from './accounts';
import { backend } from './backend';
import { provingFetch } from './contract';
import { sql, sqlOne } from './database';
import { paymentOf, payOut, sell, type Hand, type Sold } from './deeds';
import { tokenFor } from './token';

/** The one client of these tests, typed by the generated types. */
export type Api = SupabaseClient<Database>;

/** A person with an account, as the tests see them: who they are, and their signed-in client. */
export interface Person {
  id: string;
  email: string;
  api: Api;
}

/** An organization with one person of every kind, a vendor and a customer. */
export interface TestAgency {
  organizationId: string;
  owner: Person;
  admin: Person;
  agent: Person;
  /** A second agent, whose money the first must never see. */
  rival: Person;
  /** Signed in before being set inactive. */
  inactive: Person;
  customerId: string;
  vendorId: string;
  /** Makes a sale of these words. */
  sale: (words?: AgencySaleWords) => Promise<Sold>;
  /** Makes a payout of these words, as the admin. @returns its id */
  payout: (words?: PayoutWords) => Promise<string>;
}

/** A sale of an agency: the first agent's own, recorded by themselves, unless told otherwise. */
export interface AgencySaleWords extends SaleWords {
  agent?: Person;
  /** Who records it for the agent. */
  by?: Person;
}

export const PASSWORD = 'correct-horse';

/** Node 20 has no WebSocket, and supabase-js asks for one although these tests never go live. */
function noWebSocket(): never {
  throw new Error('These tests do not use realtime');
}

/** What all clients of these tests have in common. */
const CLIENT = { realtime: { transport: noWebSocket as never }, global: { fetch: provingFetch } };
const AUTH = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** A client with the publishable key and nobody signed in, or with the given bearer token. */
export function api(accessToken?: string): Api {
  return createClient<Database>(backend.apiUrl, backend.publishableKey, {
    ...CLIENT,
    auth: AUTH,
    ...(accessToken ? { accessToken: () => Promise.resolve(accessToken) } : {}),
  });
}

/** A table by any name and with any columns: an attacker does not compile against our types. */
export function untyped(client: Api, table: string) {
  return (client as unknown as SupabaseClient).from(table);
}

/** Creates an account that signs in with `PASSWORD`; confirmed and without data unless told otherwise. @returns its id */
export const createAccount = (
  email: string,
  more: Omit<NewAccount, 'email' | 'password'> = {},
): Promise<string> => insertAccount(sql, { email, password: PASSWORD, ...more });

/** Signs in through Auth with the password, as people do. */
export async function signIn(email: string): Promise<Api> {
  const client = api();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

type Role = 'owner' | 'admin' | 'agent';

/** A member of an organization, not signed in yet. */
async function addMember(organizationId: string, role: Role, split?: number): Promise<Omit<Person, 'api'>> {
  const email = `${role}.${randomUUID().slice(0, 8)}@agency.test`;
  const id = await createAccount(email);
  await sql(
    `insert into public.users (id, organization_id, first_name, last_name, role) values ($1, $2, $3, 'Test', $3)`,
    [id, organizationId, role],
  );
  if (split !== undefined)
    await sql('update public.user_terms set commission_split = $2 where user_id = $1', [id, split]);
  return { id, email };
}

/** A member of an organization, with a session. */
export async function createMember(organizationId: string, role: Role, split?: number): Promise<Person> {
  const member = await addMember(organizationId, role, split);
  return { ...member, api: await openSession(member) };
}

/**
 * A client with a session as signing in leaves it, without having asked Auth: that takes a person's password twelve times as long as
 * the rest of making them. What Auth does when somebody signs in is tested where that is the subject (`signIn`, supabase/local/tests).
 */
async function openSession({ id, email }: Omit<Person, 'api'>): Promise<Api> {
  const { session_id, at } = await sqlOne<{ session_id: string; at: number }>(
    `with opened as (insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), $1, 'aal1') returning id),
       proof as (insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
         select gen_random_uuid(), id, 'password', now(), now() from opened),
       seen as (update auth.users set last_sign_in_at = now() where id = $1)
     select id as session_id, extract(epoch from now())::int as at from opened`,
    [id],
  );
  const claims = { email, phone: '', aal: 'aal1', session_id, is_anonymous: false };
  const amr = [{ method: 'password', timestamp: at }];
  const access_token = tokenFor(id, backend.jwtSecret, 3600, { ...claims, amr });
  const session = { access_token, refresh_token: 'none', token_type: 'bearer', expires_at: at + 3600 };
  const kept = JSON.stringify({ ...session, expires_in: 3600, user: { id, email, aud: 'authenticated' } });
  const storage = { getItem: () => kept, setItem: () => undefined, removeItem: () => undefined };
  return createClient<Database>(backend.apiUrl, backend.publishableKey, {
    ...CLIENT,
    auth: { ...AUTH, persistSession: true, storage },
  });
}

/** Members in this order, each with a session. */
async function createMembers<const Roles extends readonly [role: Role, split?: number][]>(
  organizationId: string,
  roles: Roles,
): Promise<{ [Each in keyof Roles]: Person }> {
  const members = [];
  for (const [role, split] of roles) members.push(await createMember(organizationId, role, split));
  return members as { [Each in keyof Roles]: Person };
}

export async function createVendor(organizationId: string, defaultRate = 10): Promise<string> {
  const row = await sqlOne<{ id: string }>(
    `insert into public.vendors (organization_id, name, default_commission_rate) values ($1, 'Blue Fleet', $2) returning id`,
    [organizationId, defaultRate],
  );
  return row.id;
}

export async function createCustomer(organizationId: string): Promise<string> {
  const row = await sqlOne<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name, email)
     values ($1, 'Vera', 'Lind', 'vera@mail.test') returning id`,
    [organizationId],
  );
  return row.id;
}

/** What somebody does by functions. */
export const handOf = ({ id, api: client }: Person): Hand => ({
  userId: id,
  async call<Answer>(name: string, args: object): Promise<Answer> {
    const { data, error } = await client.rpc(name as never, args as never);
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return data;
  },
});

function saleOf(
  agency: Omit<TestAgency, 'sale' | 'payout'>,
  { agent = agency.agent, by, ...words }: AgencySaleWords,
) {
  const usual = { ...USUAL_SALE, customer: agency.customerId, vendor: agency.vendorId };
  const columns = { ...saleColumns(words, usual), ...(by && { agent_id: agent.id }) };
  return sell(handOf(by ?? agent), handOf(agency.admin), columns, words, commissionOf);
}

/** A whole organization. The first agent keeps 60 percent, the rival 80. */
export async function createTestAgency({ isNew = false } = {}): Promise<TestAgency> {
  const { id: organizationId } = await sqlOne<{ id: string }>(
    `insert into public.organizations (name, email, limits_lifted_at)
     values ('Agency', 'office@agency.test', case when not $1 then now() end) returning id`,
    [isNew],
  );
  const [owner, admin, agent, rival, inactive] = await createMembers(organizationId, [
    ['owner'],
    ['admin'],
    ['agent', 60],
    ['agent', 80],
    ['agent'],
  ]);
  await sql('update public.users set is_active = false where id = $1', [inactive.id]);
  const [customerId, vendorId] = [await createCustomer(organizationId), await createVendor(organizationId)];
  const agency = { organizationId, owner, admin, agent, rival, inactive, customerId, vendorId };
  return {
    ...agency,
    sale: (words = {}) => saleOf(agency, words),
    payout: (words = {}) => payOut(handOf(admin), words),
  };
}

/** What a sale form sends. */
export const saleInput = (agency: Pick<TestAgency, 'customerId' | 'vendorId'>, extra: object = {}) => ({
  customer_id: agency.customerId,
  vendor_id: agency.vendorId,
  booking_reference: USUAL_SALE.reference,
  sale_date: USUAL_SALE.sold,
  total_amount: USUAL_SALE.amount,
  commission_basis: 'rate',
  commission_rate: USUAL_SALE.rate,
  ...extra,
});

/** The commission of a sale as it stands in the database. */
export async function commissionOf(saleId: string) {
  return sqlOne<{
    id: string;
    organization_id: string;
    status: string;
    amount: string;
    agent_id: string;
    agent_amount: string;
    commission_split: string;
    notes: string | null;
    received_on: string | null;
    received_amount: string | null;
    received_how: string | null;
  }>('select * from public.commissions where sales_id = $1', [saleId]);
}

/** Marks the sale paid and returns what `record_agent_payment` needs to pay its agent. */
export async function readyToPay(agency: TestAgency, saleId: string) {
  const { error } = await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', saleId);
  if (error) throw new Error(error.message);
  return paymentOf(await commissionOf(saleId), handOf(agency.admin));
}
