import { undoMerge } from '../support/customers';
import { sql } from '../support/database';
import { COMMISSIONS, expected, SALES } from '../support/list-oracle';
import { listCommissions, listSales, type Question } from '../support/lists';
import { merged } from '../support/merges';
import { SEED } from '../support/soak';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';
import { differences } from '../support/totals';

/** Sorted by customer, a list passes over whole customers by the number of their sales, which is kept (decision 009). */

const LISTS = [
  ['list_sales', SALES, listSales],
  ['list_commissions', COMMISSIONS, listCommissions],
] as const;
const CUSTOMERS = 90;

let agency: TestAgency;
let customerIds: string[];

/** Many with the same name, some without sales, some with hundreds; of three sellers the agent has more than a list reads whole. */
beforeAll(async () => {
  agency = await createTestAgency();
  const rows = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name)
     select $1, (array['Anna', 'Bert', 'Élodie'])[1 + n % 3], (array['Lind', 'lind', 'Ångström', 'Berg', 'Zorn'])[1 + n % 5]
     from generate_series(1, $2::int) n returning id`,
    [agency.organizationId, CUSTOMERS],
  );
  customerIds = rows.map(({ id }) => id);
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount, created_at)
     select $1, ($2::uuid[])[1 + floor(power(luck, 3) * 80)::int], $3, ($4::uuid[])[1 + n % 8 / 6 + n % 8 / 7], 'C-' || n,
       date '2024-01-01' + n % 9, 100 + n, timestamptz '2024-01-01 08:00Z' + n % 4 * interval '1 hour'
     from generate_series(1, 2400) n cross join lateral (select abs(hashtext(n || '-' || $5)) % 1000 / 1000.0 as luck) l`,
    [
      agency.organizationId,
      customerIds,
      agency.vendorId,
      [agency.agent.id, agency.rival.id, agency.owner.id],
      String(SEED),
    ],
  );
  await sql(
    `update public.sales set status = case when total_amount::int % 6 = 0 then 'cancelled' else 'paid' end
     where organization_id = $1 and total_amount::int % 3 = 0`,
    [agency.organizationId],
  );
  await sql(
    `update public.customers set archived_at = now() where organization_id = $1 and abs(hashtext(id::text)) % 4 = 0`,
    [agency.organizationId],
  );
  await sql('analyze public.sales, public.customers, private.customer_totals');
}, 120_000);

async function agrees([, shape, list]: (typeof LISTS)[number], person: Person, question: Question) {
  const { all } = await expected(shape, agency, person, question);
  const size = question.page_size ?? 10;
  const last = Math.ceil(all.length / size);
  for (const page of new Set([1, 7, Math.ceil(last / 2), Math.ceil(last / 2) + 1, last])) {
    const { rows, count } = await list(person, { ...question, page });
    expect([page, count, rows.map(({ id }) => id)]).toEqual([
      page,
      all.length,
      all.slice((page - 1) * size, page * size),
    ]);
  }
}

describe.each(LISTS)('%s by customer', (...list) => {
  const ask = async () => {
    for (const descending of [true, false]) {
      const question = { sort: 'customer', descending, page_size: 25 };
      await agrees(list, agency.admin, question);
      await agrees(list, agency.agent, question);
      if (list[1] === SALES) await agrees(list, agency.admin, { ...question, status: 'active' });
    }
  };

  test('is the whole list, page by page, for an admin and an agent', ask);

  test('after sales moved between people, were cancelled, and went with a merge and back', async () => {
    await sql(
      `update public.sales set customer_id = $2 where organization_id = $1 and status = 'booked' and total_amount::int % 5 = 0`,
      [agency.organizationId, customerIds.at(-1)],
    );
    await sql(
      `update public.sales set agent_id = $2 where organization_id = $1 and status = 'booked' and total_amount::int % 7 = 0`,
      [agency.organizationId, agency.rival.id],
    );
    await sql(
      `update public.sales set status = 'cancelled' where organization_id = $1 and total_amount::int % 9 = 1`,
      [agency.organizationId],
    );
    await sql(`update public.customers set last_name = 'Adler' where id = $1`, [customerIds[3]]);
    const [kept, gone] = customerIds as [string, string];
    const merging = await merged(agency, kept, gone);
    await ask();
    await undoMerge(agency.admin, merging);
    await ask();
    expect(await differences(agency.organizationId)).toEqual([]);
  });
});
