import type { Client } from 'pg';
import type { Agency } from './agency';
import type { Calendar } from './calendar';
import { commissionChanges, saleChanges, type Change } from './histories';
import { DEMO_PASSWORD } from './logins';
import { companionRows, passportRows, profileRow } from './profiles';
import { createRandom, type Random } from './random';
import type { Row } from './row';
import {
  commissionRow,
  customerRows,
  organizationRow,
  paymentRows,
  saleRow,
  userRows,
  vendorRows,
  vendorTermsRows,
} from './rows';
import type { SaleLifecycle } from './sale-lifecycles';

/** One statement a table, whatever the number of rows. Columns that no row names are left to their defaults. */
async function insert(client: Client, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (!columns) return;
  await client.query(
    `insert into public.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** Accounts for everybody; only people with a demo e-mail get a password. One hash is enough: it is one password. */
async function insertAccounts(client: Client, { sellers }: Agency): Promise<void> {
  const accounts = sellers.map((seller) => ({
    id: seller.id,
    email: seller.address,
    can_sign_in: seller.email !== undefined,
    first_name: seller.firstName,
    last_name: seller.lastName,
    created_at: seller.createdAt,
  }));
  await client.query(
    `with password as materialized (select extensions.crypt($2, extensions.gen_salt('bf', 10)) as hash),
     account as (
       select a.*, jsonb_build_object('sub', a.id, 'email', a.email, 'first_name', a.first_name,
         'last_name', a.last_name, 'email_verified', true, 'phone_verified', false) as data
       from jsonb_to_recordset($1::jsonb) as a(id uuid, email text, can_sign_in boolean, first_name text,
         last_name text, created_at timestamptz)),
     person as (
       insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
         raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       select '00000000-0000-0000-0000-000000000000', a.id, 'authenticated', 'authenticated', a.email,
         case when a.can_sign_in then p.hash else '' end, a.created_at,
         '{"provider": "email", "providers": ["email"]}', a.data, a.created_at, a.created_at
       from account a cross join password p)
     insert into auth.identities (provider, provider_id, user_id, identity_data, created_at, updated_at)
     select 'email', a.id::text, a.id, a.data, a.created_at, a.created_at from account a`,
    [JSON.stringify(accounts), DEMO_PASSWORD],
  );
}

const PASSPORTS = `
  insert into private.passports (id, organization_id, customer_id, number_encrypted, last_four, given_names, country,
    issued_on, expires_on, created_at, updated_at)
  select p.id, p.organization_id, p.customer_id, private.seal('passport_key', p.number), right(p.number, 4), p.given_names,
    p.country, p.issued_on, p.expires_on, p.created_at, p.created_at
  from jsonb_to_recordset($1::jsonb) as p(id uuid, organization_id uuid, customer_id uuid, number text, given_names text,
    country text, issued_on date, expires_on date, created_at timestamptz)`;

// The creation tells the row as it was then: as it is now, with what changed since put back.
const SALES_HISTORY = `
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, created_at, version,
      code, params)
  select s.id, s.organization_id, c.by, c.type, c.previous, d.data,
    array(select k from jsonb_each(d.data) e(k, v) where c.type <> 'create' or v <> 'null' order by k),
    c.notes, c.at, row_number() over (partition by c.id order by c.position),
    case c.type when 'create' then 'created' when 'status_change' then 'status_changed' end,
    case c.type when 'status_change' then jsonb_build_object('from', c.previous -> 'status', 'to', c.next -> 'status') else '{}' end
  from rows from (jsonb_to_recordset($1::jsonb)
    as (id uuid, type text, by uuid, at timestamptz, previous jsonb, next jsonb, notes text))
    with ordinality as c(id, type, by, at, previous, next, notes, position)
  join public.sales s on s.id = c.id
  cross join lateral (select case when c.type = 'create'
    then private.sale_content(s) - 'traveler_ids' || c.next || case when cardinality(s.traveler_ids) > 0
      then jsonb_build_object('travelers', private.traveler_names(s)) else '{}' end else c.next end as data) d`;

const TRAVELERS = `
  insert into public.sale_travelers (sale_id, customer_id, organization_id, created_at)
  select s.id, t.id, s.organization_id, s.created_at from public.sales s cross join unnest(s.traveler_ids) t(id)
  where s.organization_id = $1`;

const VENDOR_TERMS = `
  update public.vendor_terms t
  set (contacts, account_number, expected_payment_days, expected_payment_basis)
    = (n.contacts, n.account_number, n.expected_payment_days, n.expected_payment_basis)
  from jsonb_populate_recordset(null::public.vendor_terms, $1::jsonb) n where t.vendor_id = n.vendor_id`;

// As the triggers would have said when the sale was recorded.
const DUE_DATES = `
  update public.commissions c set due_on = private.due_on(
    v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date)
  from public.sales s join public.vendor_terms v on v.vendor_id = s.vendor_id
  where c.organization_id = $1 and s.id = c.sales_id and v.expected_payment_days is not null`;

// When people were seen last: most of them lately, who is inactive not since.
const LAST_SEEN = `
  update auth.users a set last_sign_in_at = least(now(), u.last_sold + s.n * interval '7 hours')
  from public.users m
  join public.user_emails e on e.user_id = m.id
  cross join lateral (
    select coalesce(max(created_at), m.created_at) as last_sold from public.sales where agent_id = m.id) u
  cross join lateral (select 1 + abs(hashtext(e.email)) % 9 as n) s
  where m.organization_id = $1 and a.id = m.id`;

const SALES_VERSION = `
  update public.sales s set version = h.version
  from (select sales_id, max(version) as version from public.sales_history where organization_id = $1 group by sales_id) h
  where h.sales_id = s.id and h.version > 1`;

const COMMISSION_HISTORY = `
  insert into public.commission_history (commission_id, organization_id, changed_by, change_type, previous_status,
    new_status, previous_data, new_data, notes, created_at, code)
  select m.id, m.organization_id, c.by, c.type,
    case when c.type = 'create' then null else coalesce(c.previous ->> 'status', c.standing, 'unpaid') end,
    coalesce(c.next ->> 'status', c.standing, 'unpaid'), c.previous, c.next, c.notes, c.at, case c.notes
      when 'Commission created with the sale' then 'created' when 'Amount follows the sale' then 'amount_changed'
      when 'Receipt recorded' then 'receipt_recorded' when 'Sale cancelled' then 'sale_cancelled'
      when 'Sale marked as paid' then 'sale_paid' when 'Agent payment recorded' then 'agent_paid' end
  from jsonb_to_recordset($1::jsonb)
    as c(id uuid, type text, by uuid, at timestamptz, previous jsonb, next jsonb, notes text, standing text)
  join public.commissions m on m.id = c.id`;

const SHARES = `
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, gross_part,
    agent_amount, counted_on, status, paid_on, created_at, updated_at)
  select c.organization_id, c.id, c.sales_id, c.agent_id, 'seller', 1, 100, c.commission_split, c.amount, c.agent_amount, c.sale_date,
    case c.status when 'agent_paid' then 'paid' when 'cancelled' then 'cancelled' else 'open' end,
    case when c.status = 'agent_paid' then p.payment_date end, c.created_at, c.updated_at
  from public.commissions c
  left join jsonb_to_recordset($2::jsonb) as p(commission_id uuid, payment_date date) on p.commission_id = c.id
  where c.organization_id = $1
  returning id, commission_id`;

/** The triggers would give every row the moment of seeding; the seed writes what they would have written. */
const TRIGGERED = ['vendor_terms', 'sales', 'commissions', 'commission_shares'];

async function setTriggers(client: Client, state: 'enable' | 'disable'): Promise<void> {
  for (const table of TRIGGERED) {
    await client.query(`alter table public.${table} ${state} trigger user`);
    // The totals follow the rows as ever: they have no moment of their own.
    const { rows } = await client.query<{ name: string }>(
      `select tgname as name from pg_trigger where tgrelid = $1::regclass and tgname ~ '_mark_(days|report)_added$'`,
      [`public.${table}`],
    );
    for (const { name } of rows) await client.query(`alter table public.${table} enable trigger ${name}`);
  }
}

/** Writes an agency with all its stories. `client` must own the tables; runs inside the caller's transaction. */
export async function writeAgency(
  client: Client,
  agency: Agency,
  sales: SaleLifecycle[],
  calendar: Calendar,
  random: Random,
): Promise<void> {
  const admin = (agency.sellers.find((s) => s.role === 'admin') ?? agency.sellers[0])?.id;
  if (!admin) throw new Error('An agency needs people');
  await insertAccounts(client, agency);
  await insert(client, 'organizations', [organizationRow(agency, calendar)]);
  await insert(client, 'users', userRows(agency, calendar));
  await client.query(
    `update public.user_terms t set commission_split = s.split
     from jsonb_to_recordset($1::jsonb) as s(id uuid, split numeric) where t.user_id = s.id`,
    [JSON.stringify(agency.sellers.map(({ id, split }) => ({ id, split })))],
  );
  await insert(client, 'vendors', vendorRows(agency));
  // Numbers of their own: whatever profiles tell, the business stays as it was.
  const profileRandom = createRandom(agency.customers.length);
  await insert(
    client,
    'customers',
    customerRows(agency, sales, (customer) => profileRow(customer, calendar, profileRandom)),
  );
  await insert(client, 'customer_companions', companionRows(agency, sales, profileRandom));
  await client.query(PASSPORTS, [JSON.stringify(passportRows(agency, sales, calendar, profileRandom))]);

  await setTriggers(client, 'disable');
  await client.query(VENDOR_TERMS, [JSON.stringify(vendorTermsRows(agency))]);
  await insert(
    client,
    'sales',
    sales.map((sale) => saleRow(agency.id, sale)),
  );
  await client.query(TRAVELERS, [agency.id]);
  await insert(
    client,
    'commissions',
    sales.map((sale) => commissionRow(agency.id, sale)),
  );
  await client.query(DUE_DATES, [agency.id]);
  await client.query(LAST_SEEN, [agency.id]);
  const payments = paymentRows(agency.id, sales, admin, () => random.uuid());
  const { rows: shares } = await client.query<{ id: string; commission_id: string }>(SHARES, [
    agency.id,
    JSON.stringify(payments),
  ]);
  const shareOf = new Map(shares.map(({ id, commission_id: commission }) => [commission, id]));
  await insert(
    client,
    'agent_payments',
    payments.map((row) => ({ ...row, share_id: shareOf.get(String(row['commission_id'])) ?? null })),
  );
  const changes = (tell: (sale: SaleLifecycle, admin: string) => Change[]): string =>
    JSON.stringify(sales.flatMap((sale) => tell(sale, admin)));
  await client.query(SALES_HISTORY, [changes(saleChanges)]);
  await client.query(SALES_VERSION, [agency.id]);
  await client.query(COMMISSION_HISTORY, [changes(commissionChanges)]);
  // Pending foreign key checks keep a table from being altered: look at them now.
  await client.query('set constraints all immediate');
  await setTriggers(client, 'enable');
}
