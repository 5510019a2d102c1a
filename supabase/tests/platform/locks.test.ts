import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql } from '../support/database';
import { historyOf, saleRow } from '../support/sales';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const connected = async () => {
  const client = new Client(backend.dbUrl);
  await client.connect();
  return client;
};

const differences = () =>
  sql(`select 1 from private.check_totals() where row_data ->> 'organization_id' = $1`, [
    agency.organizationId,
  ]);

/**
 * A request changes one sale, or several in one statement: nobody waits for each other in a circle but by changing several
 * sales, in different orders, in one transaction or in statements that meet them in different orders. PostgreSQL then
 * takes one of the transactions back as a whole; the application asks again (shared/src/platform/api/base-query.ts).
 */
test('two transactions over the same sales in different order: one is taken back whole, the other is done', async () => {
  const [one, other] = [await agency.sale(), await agency.sale()];
  const clients = [await connected(), await connected()];
  const outcomes = await Promise.all(
    clients.map(async (client, n) => {
      const order = n === 0 ? [one.id, other.id] : [other.id, one.id];
      try {
        await client.query('begin');
        await client.query(`update public.sales set total_amount = $2 where id = $1`, [order[0], 2000 + n]);
        // Both hold their first sale before either asks for its second.
        await client.query('select pg_sleep(0.5)');
        await client.query(`update public.sales set total_amount = $2 where id = $1`, [order[1], 2000 + n]);
        await client.query('commit');
        return 'done';
      } catch (error) {
        await client.query('rollback');
        return (error as { code: string }).code;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  expect(outcomes.sort()).toEqual(['40P01', 'done']);
  const [first, second] = [await saleRow(one.id), await saleRow(other.id)];
  expect([first.version, second.version, first.total_amount]).toEqual([2, 2, second.total_amount]);
  expect([(await historyOf(one.id)).length, (await historyOf(other.id)).length]).toEqual([2, 2]);
  expect(await differences()).toEqual([]);
});

test('many mass changes at once over the API, each in one statement: done, or taken back whole as a deadlock', async () => {
  for (let n = 0; n < 12; n += 1)
    await agency.sale({ sold: `2026-02-${String(28 - n)}`, reference: `MASS-${n}` });
  const mass = (order: string, notes: string) =>
    agency.admin.api
      .from('sales')
      .update({ notes, total_amount: notes.length })
      .like('booking_reference', 'MASS-%')
      .gte('sale_date', order)
      .select('id');
  // A deadlock ends after one second, one after the other: ten statements met the API's eight seconds now and then.
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => mass(n % 2 === 0 ? '2026-02-01' : '1900-01-01', `Change ${n}`)),
  );
  for (const { data, error } of answers) {
    if (error) expect(error.code).toBe('40P01');
    else expect(data).toHaveLength(12);
  }
  expect(answers.some(({ error }) => error === null)).toBe(true);
  const notes = await sql(
    `select distinct notes from public.sales where booking_reference like 'MASS-%' and organization_id = $1`,
    [agency.organizationId],
  );
  expect(notes).toHaveLength(1);
  expect(await differences()).toEqual([]);
});
