import { sql } from './database';
import { paySellers } from './paid-sellers';
import { createTestAgency, type Person, type TestAgency } from './test-agency';

/** One organization with enough sales that lists read them in the order of an index, and its second page of names. */
export interface ListAgency extends TestAgency {
  vendorIds: string[];
  /** Everybody who sells: agent, rival and owner. */
  sellers: Person[];
}

/** What both lists answer. */
export interface Answer {
  rows: { id: string; sales_id?: string }[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  by_status?: Record<string, Record<string, number>>;
  stats?: Record<string, Record<string, number>>;
}

/** How a list is asked; the same names as the functions have, whichever of the two it is. */
export interface Question {
  status?: string | null;
  agent_id?: string | null;
  vendor_id?: string | null;
  /** Commissions only. */
  overdue?: boolean | null;
  ready?: boolean | null;
  /** Sales only. */
  departing?: boolean | null;
  start_date?: string | null;
  end_date?: string | null;
  search?: string | null;
  sort?: string | null;
  descending?: boolean | null;
  page?: number | null;
  page_size?: number | null;
}

async function ask(person: Person, name: 'list_sales' | 'list_commissions', args: object): Promise<Answer> {
  const { data, error } = await person.api.rpc(name, args);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown as Answer;
}

export const listSales = (person: Person, { search, ...question }: Question = {}) =>
  ask(person, 'list_sales', { ...question, ...(search === undefined ? {} : { customer_search: search }) });

/** Without what it says of the bank (bank-inbox.test.ts). */
export async function listCommissions(person: Person, question: Question = {}): Promise<Answer> {
  const { to_review: _, ...answer } = (await ask(person, 'list_commissions', question)) as Answer & {
    to_review: unknown;
  };
  return answer;
}

const CUSTOMERS: [first: string, last: string, email: string | null][] = [
  ['Vera', 'Lind', 'vera.lind@mail.test'],
  ['Anna', 'Lindqvist', 'anna@work.test'],
  ['Élodie', 'Ångström', null],
  ['100%', 'Under_score', 'under_score@mail.test'],
  ['Back\\slash', "O'Neil", 'quote@mail.test'],
  ['Anna', 'Lind', 'second.anna@mail.test'],
  ['Mary Jo', 'van der Berg', null],
];
const VENDORS = ['Blue Fleet', 'Alpine Rail', 'Blue Fleet', 'Zebra Tours'];

/**
 * An organization with this many sales of three sellers, in all statuses, with many equal dates, amounts and names.
 * @param sales above 1,000 the lists choose other plans than below
 */
export async function createListAgency(sales: number): Promise<ListAgency> {
  const agency = await createTestAgency();
  const organization = agency.organizationId;
  const sellers = [agency.agent, agency.rival, agency.owner];
  const vendors = await sql<{ id: string }>(
    'insert into public.vendors (organization_id, name) select $1, n from unnest($2::text[]) n returning id',
    [organization, VENDORS],
  );
  const customers = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name, email)
     select $1, c ->> 0, c ->> 1, c ->> 2 from jsonb_array_elements($2::jsonb) c returning id`,
    [organization, JSON.stringify(CUSTOMERS)],
  );
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date,
       total_amount, commission_basis, commission_rate, created_at)
     select $1, ($2::uuid[])[1 + n * 7 % cardinality($2)], ($3::uuid[])[1 + n * 5 % cardinality($3)],
       ($4::uuid[])[1 + case when n % 10 < 6 then 0 when n % 10 < 9 then 1 else 2 end],
       case when n % 2 = 0 then 'LH-' else 'bf_' end || n * 37 % 1000, date '2024-01-01' + n * 11 % 400,
       case when n % 5 > 0 then date '2024-02-01' + n * 3 % 300 end, n * 13 % 50 * 20.05, 'rate', n % 4 * 5,
       timestamptz '2024-01-01 08:00Z' + n * 11 % 700 * interval '1 hour'
     from generate_series(1, $5::int) n`,
    [
      organization,
      customers.map(({ id }) => id),
      vendors.map(({ id }) => id),
      sellers.map(({ id }) => id),
      sales,
    ],
  );
  await sql(
    `update public.sales set status = case when right(booking_reference, 1) in ('1', '4', '8') then 'cancelled' else 'paid' end
     where organization_id = $1 and right(booking_reference, 1) not in ('0', '5', '7')`,
    [organization],
  );
  await paySellers(
    organization,
    `c.status = 'funds_received' and s.booking_reference like '%3'`,
    "date '2024-12-01'",
  );
  await sql(
    `update public.commissions m set created_at = s.created_at from public.sales s
     where s.id = m.sales_id and s.organization_id = $1`,
    [organization],
  );
  // Funds that came before the customer has paid.
  await sql(
    `update public.commissions m set status = 'funds_received' from public.sales s
     where s.id = m.sales_id and m.organization_id = $1 and m.status = 'unpaid' and s.booking_reference like '%5'`,
    [organization],
  );
  // Yesterday, today, tomorrow, or nothing agreed.
  await sql(
    `update public.commissions m set due_on = case when n > 0 then private.today() + n - 2 end
     from (select id, abs(hashtext(sales_id::text)) % 4 as n from public.commissions) d
     where d.id = m.id and m.organization_id = $1 and m.status in ('unpaid', 'funds_received')`,
    [organization],
  );
  await sql('analyze public.sales, public.commissions, public.customers');
  return { ...agency, vendorIds: vendors.map(({ id }) => id), sellers };
}
