import { listCustomers } from '../support/customers';
import { agrees, fillCustomers, SORTS } from '../support/customers-oracle';
import { database, sql, sqlOne } from '../support/database';
import { SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;

beforeAll(async () => {
  agency = await createTestAgency();
  await fillCustomers(agency, 400);
}, 120_000);

test.each(Object.keys(SORTS))(
  'a search that most match, sorted by %s: the same pages and the same count as any other',
  async (sort) => {
    for (const person of [agency.admin, agency.agent]) {
      for (const [search, state] of [
        ['a', 'active'],
        ['i MAIL', 'active'],
        ['a', 'archived'],
      ]) {
        for (const descending of [true, false])
          for (const page of SOAK ? [1, 9, 29] : descending ? [1, 29] : [9])
            await agrees(agency, person, { search, state, sort, descending, page });
      }
    }
  },
  120_000,
);

test('a search whose customers stand together, far from the page, finds them in any order', async () => {
  const own = await createTestAgency();
  // More than a walk passes by before those with Z, and none of them has one.
  await sql(
    `insert into public.customers (organization_id, first_name, last_name, email)
     select $1, 'Bo', case when n <= 200 then 'Zzander' else 'Birk' end || n, null from generate_series(1, 4500) n`,
    [own.organizationId],
  );
  for (const person of [own.admin, own.agent])
    for (const descending of [true, false])
      for (const page of [1, 200])
        await agrees(own, person, { search: 'zza', sort: 'name', descending, page, page_size: 1 });
}, 120_000);

test('hundreds of words find nothing, and cost nothing', async () => {
  const search = Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ');
  expect(await listCustomers(agency.admin, { search })).toMatchObject({ count: 0, rows: [] });
  expect(await listCustomers(agency.admin, { search: 'x'.repeat(5000) })).toMatchObject({ count: 0 });
});

test('a search reads the one index of customers', async () => {
  const client = await database();
  await client.query('begin');
  try {
    // A small table is read as a whole, or by its organization; what matters is that the index can answer.
    await client.query('set local enable_seqscan = off');
    await client.query('drop index private.customer_search_organization_id_idx');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select d.customer_id from private.customer_search d
       where d.organization_id = $1 and not d.archived and d.document like '%nunez%' and d.document like '%jose%'`.replace(
        '$1',
        `'${agency.organizationId}'`,
      ),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('customer_search_document_idx');
  } finally {
    await client.query('rollback');
  }
  const { indexes } = await sqlOne<{ indexes: number }>(
    `select count(*)::int as indexes from pg_indexes where indexdef like '%gin_trgm_ops%' and tablename in ('customers', 'customer_search')`,
  );
  expect(indexes).toBe(1);
});
