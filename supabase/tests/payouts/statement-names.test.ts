import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { erase } from '../support/customers';
import { sql } from '../support/database';
import { merged, pair } from '../support/merges';
import { approve, pay } from '../support/payouts';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** A statement stays as it was when it was paid, whatever its records are called later (docs/product/payouts.md, Balances and statements). */
interface Statement {
  lines: { kind: string; customer: string | null; booking_reference: string | null; role?: string }[];
}
let agency: TestAgency;
let kept: string;
let gone: string;
/** Statements by person, as both of them and the office read them. */
const statements = async () => {
  const rows = await sql<{ id: string; agent_id: string }>(
    'select id, agent_id from public.payout_statements where organization_id = $1 order by number',
    [agency.organizationId],
  );
  const read = (person: (typeof agency)['agent'], id: string) =>
    ask<Statement>(person, 'get_statement', { statement_id: id });
  return Promise.all(
    rows.flatMap(({ id, agent_id: agent }) => [
      read(agency.owner, id),
      read([agency.agent, agency.rival].find((person) => person.id === agent) ?? agency.owner, id),
    ]),
  );
};

beforeEach(async () => {
  agency = await createTestAgency();
  [kept, gone] = await pair(agency);
  const other = { user_id: agency.rival.id, percent: 25, role: 'co_seller' };
  for (const [n, customer] of [gone, kept].entries()) {
    const sale = await agency.sale({ reference: `SN-${n}`, customer });
    await sql('update public.sales set co_sellers = $2 where id = $1', [sale.id, JSON.stringify([other])]);
    await sql(`update public.sales set status = 'paid' where id = $1`, [sale.id]);
  }
  const id = await agency.payout();
  await approve(agency.admin, id);
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
});
const namesOf = (all: readonly Statement[]) => [
  ...new Set(all.flatMap(({ lines }) => lines.map((line) => `${line.booking_reference} ${line.customer}`))),
];

// Holds payouts-27
test('whatever is renamed since, and into whom a customer was merged, a statement says what it said', async () => {
  const before = await statements();
  expect(namesOf(before).sort()).toEqual(['SN-0 Gus Gone', 'SN-1 Kim Kept']);
  expect(before).toHaveLength(4);
  await merged(agency, kept, gone);
  expect(await statements()).toEqual(before);
  // Whatever table has a name or reference of anything.
  const columns = await sql<{ relation: string; name: string; by: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as relation, c.column_name as name,
       case when c.table_name = 'organizations' then 'id' else 'organization_id' end as by
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
       and c.column_name in ('name', 'first_name', 'last_name', 'booking_reference')
       and (c.table_name = 'organizations' or exists (select from information_schema.columns o
         where o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'organization_id'))`,
  );
  expect(columns.length).toBeGreaterThan(5);
  for (const { by, name, relation } of columns)
    await sql(
      `do $do$ begin set local session_replication_role = replica;
         update ${relation} set ${name} = 'New' || substr(md5(random()::text), 1, 8) where ${by} = '${agency.organizationId}'; end $do$`,
    );
  expect(await statements()).toEqual(before);
});

// Holds payouts-28
test('an erased customer goes from statements, also by the name from before a merge', async () => {
  await merged(agency, kept, gone);
  expect(await erase(agency.admin, kept, 'Kim Kept')).toMatchObject({ success: true });
  expect(namesOf(await statements()).sort()).toEqual(['SN-0 Erased customer', 'SN-1 Erased customer']);
  expect(
    await sql(
      `select 1 from public.payout_statements where organization_id = $1 and content::text ~* '(gus|gone|kim|kept)'`,
      [agency.organizationId],
    ),
  ).toEqual([]);
});
