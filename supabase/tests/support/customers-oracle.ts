import { listCustomers, type CustomersQuestion } from './customers';
import { sql } from './database';
import type { Person, TestAgency } from './test-agency';

/** Customers with and without e-mails, phones, accents, tags and sales, some of them archived; many sort alike. */
export async function fillCustomers(
  { organizationId, agent, rival, vendorId }: TestAgency,
  count: number,
): Promise<void> {
  await sql(
    `insert into public.customers (organization_id, first_name, last_name, email, phone, more_emails, tags, created_at, archived_at)
     select $1, (array['Anna', 'Änne', 'José', 'Zoë', 'Li'])[1 + n % 5], (array['Lind', 'Núñez', 'Müller', 'O''Neil'])[1 + n % 4],
       case when n % 3 > 0 then 'person' || n % 40 || '@mail.test' end,
       case when n % 4 > 0 then '+1 (415) 555-' || lpad((n % 50)::text, 4, '0') end,
       case when n % 7 = 0 then jsonb_build_array(jsonb_build_object('label', 'Work', 'value', 'work' || n || '@office.test')) else '[]' end,
       case when n % 2 = 0 then '{Cruises}'::text[] else '{}' end || case when n % 10 = 0 then '{VIP}'::text[] else '{}' end
         || case when n % 25 = 0 then '{cafés}'::text[] else '{}' end,
       '2026-01-01'::timestamptz + n % 30 * interval '1 day', case when n % 9 = 0 then now() end
     from generate_series(1, $2::int) n`,
    [organizationId, count],
  );
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount, commission_rate)
     select $1, c.id, $4, case when c.n % 3 = 0 then $2::uuid else $3::uuid end, 'R-' || c.n, date '2026-02-01' + (c.n % 20)::int,
       (c.n % 7) * 100, 10
     from (select id, row_number() over (order by id) as n from public.customers where organization_id = $1) c
     cross join generate_series(1, 2) twice
     where c.n % 4 > 0`,
    [organizationId, agent.id, rival.id, vendorId],
  );
  await sql(
    `update public.sales set status = 'cancelled' where organization_id = $1 and right(booking_reference, 1) = '5'`,
    [organizationId],
  );
}

export const SORTS: Record<string, string> = {
  name: 'c.last_name, c.first_name',
  email: `coalesce(c.email, '')`,
  created_at: 'c.created_at',
  last_sale_date: `coalesce(t.last_sale_date, '-infinity')`,
  sales_count: 'coalesce(t.sales_count, 0)',
  total_amount: 'coalesce(t.total_amount, 0)',
};

/** The list as plain SQL over the tables: every condition written out, everything sorted. */
async function expected(agency: TestAgency, person: Person, question: CustomersQuestion) {
  const own = person === agency.agent || person === agency.rival ? person.id : null;
  const down = question.descending ?? true;
  const keys = SORTS[question.sort ?? ''] ?? SORTS['last_sale_date'] ?? '';
  const order = [
    ...(own && keys.includes('t.') ? `${keys}, (coalesce(t.sales_count, 0) > 0)` : keys)
      .split(/, (?!'|0)/)
      .map((key) => `${key} ${down ? 'desc' : 'asc'}`),
    `c.id ${down ? 'asc' : 'desc'}`,
  ];
  const rows = await sql<{
    id: string;
    sales_count: number;
    total_amount: number;
    last_sale_date: string | null;
  }>(
    `select c.id, coalesce(t.sales_count, 0)::int as sales_count, coalesce(t.total_amount, 0)::float as total_amount,
       t.last_sale_date::text
     from public.customers c
     left join lateral (
       select count(*) as sales_count, sum(s.total_amount) as total_amount, max(s.sale_date) as last_sale_date
       from public.sales s
       where s.organization_id = c.organization_id and s.customer_id = c.id and s.status <> 'cancelled' and ($2::uuid is null or s.agent_id = $2)
         and ($3::uuid is null or s.agent_id = $3)) t on true
     where c.organization_id = $1 and c.merged_into is null
       and ($4::text = 'all' or (c.archived_at is not null) = ($4 = 'archived'))
       and ($5::text is null or exists (select 1 from unnest(c.tags) g where lower(g) = lower($5)))
       and ($3::uuid is null or t.sales_count > 0)
       and not exists (
         select 1 from unnest($6::text[]) w
         where strpos(lower(extensions.unaccent(concat_ws(chr(10), c.first_name, c.last_name, c.email, c.phone,
             c.more_emails #>> '{0,value}', array_to_string(c.tags, chr(10))))), lower(extensions.unaccent(w))) = 0
           and (w !~ '\\d\\d' or w ~ '[a-z]' or strpos(regexp_replace(coalesce(c.phone, ''), '\\D', '', 'g'), regexp_replace(w, '\\D', '', 'g')) = 0))
     order by ${order.join(', ')}`,
    [
      agency.organizationId,
      own,
      question.agent_id ?? null,
      ['active', 'archived', 'all'].includes(question.state ?? '') ? question.state : 'active',
      question.tag ?? null,
      (question.search ?? '').split(/\s+/).filter(Boolean),
    ],
  );
  const [page, size] = [question.page ?? 1, question.page_size ?? 10];
  return {
    rows: rows.slice((page - 1) * size, page * size),
    count: rows.length,
    total_pages: Math.ceil(rows.length / size),
  };
}

/** The list answers what plain SQL does. */
export async function agrees(agency: TestAgency, person: Person, question: CustomersQuestion) {
  const answer = await listCustomers(person, question);
  const due = await expected(agency, person, question);
  const { count, total_pages } = answer;
  expect({
    rows: answer.rows.map(({ id, sales_count, total_amount, last_sale_date }) => ({
      id,
      sales_count,
      total_amount,
      last_sale_date,
    })),
    count,
    total_pages,
  }).toEqual(due);
}
