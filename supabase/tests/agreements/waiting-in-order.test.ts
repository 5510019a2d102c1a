import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql } from '../support/database';
import { agree, rule } from '../support/overrides';
import { createSale } from '../support/sales';
import { createMember, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** Statements that meet the same people with tiers and caps, each in another order: they wait for each other in one, and never in a circle. */
let agency: TestAgency;
/** In the order in which they are waited for: one after the other. */
let first: Person;
let between: Person;
let last: Person;
beforeEach(async () => {
  agency = await createTestAgency();
  await sql('update public.user_terms set commission_split = 50 where organization_id = $1', [
    agency.organizationId,
  ]);
  const people: Person[] = [];
  for (let n = 0; n < 3; n += 1) people.push(await createMember(agency.organizationId, 'agent', 50));
  [first, between, last] = people.sort((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person, Person];
});

const tiered = async (person: Person, basis = 'sales_booked') => {
  const tiers = { basis, year_start: '01-01', mode: 'whole_year', steps: [{ from: 100, split: 55 }] };
  const { error } = await agency.owner.api.rpc('save_agreement', {
    member_id: person.id,
    valid_from: '2026-01-01',
    terms: { default_split: 50, tiers },
  });
  expect(error).toBeNull();
};
const capped = async (person: Person) => {
  expect(await agree(agency, person, [rule('all', { percent: 10, cap_per_year: 50 })])).toMatchObject({
    success: true,
  });
};
const sell = async (by: Person, more: object = {}) =>
  (await createSale(agency.admin, agency, { agent_id: by.id, ...more })).id;

/** Each statement in a transaction of its own, one shortly after the other; each ends a moment after its statement. @returns how they ended */
async function together(...statements: readonly (readonly [statement: string, values: unknown[]])[]) {
  return Promise.all(
    statements.map(async ([statement, values], n) => {
      const client = new Client(backend.dbUrl);
      await client.connect();
      await new Promise((resolve) => setTimeout(resolve, n * 200));
      try {
        await client.query('begin');
        await client.query(statement, values);
        await client.query('select pg_sleep(0.6)');
        await client.query('commit');
        return 'done';
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        await client.end();
      }
    }),
  );
}

const GIVE = 'update public.sales set agent_id = $2 where id = $1';

// Holds agreements-67
test('two who give each other a sale, both with tiers', async () => {
  await tiered(first);
  await tiered(last);
  const [one, other] = [await sell(first), await sell(last)];
  expect(await together([GIVE, [one, last.id]], [GIVE, [other, first.id]])).toEqual(['done', 'done']);
});

test('many given in both ways, with a lead of both who has a cap', async () => {
  await tiered(first);
  await tiered(between);
  await capped(last);
  for (const person of [first, between])
    await sql(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, total_amount, commission_amount,
         commission_basis, sale_date)
       select $1, $2, $3, $4, 'G-' || n, 100, 10, 'amount', '2026-02-02' from generate_series(1, 100) n`,
      [agency.organizationId, agency.customerId, agency.vendorId, person.id],
    );
  const give = `update public.sales set agent_id = $3 where id in (
    select id from public.sales where organization_id = $1 and agent_id = $2 order by id limit 50)`;
  const { organizationId } = agency;
  expect(
    await together(
      [give, [organizationId, first.id, between.id]],
      [give, [organizationId, between.id, first.id]],
    ),
  ).toEqual(['done', 'done']);
});

test('one whose amount changes under a lead with a cap, and one that is recorded', async () => {
  await tiered(first);
  await capped(last);
  const id = await sell(first);
  const insert = `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, total_amount,
    commission_amount, commission_basis, sale_date) values ($1, $2, $3, $4, 'W-1', 100, 10, 'amount', '2026-02-02')`;
  expect(
    await together(
      ['update public.sales set total_amount = 2000 where id = $1', [id]],
      [insert, [agency.organizationId, agency.customerId, agency.vendorId, first.id]],
    ),
  ).toEqual(['done', 'done']);
});

test('a commission whose split changes under a lead with a cap, and a sale that is given to the same person', async () => {
  await tiered(first);
  await capped(last);
  const [one, other] = [await sell(first), await sell(agency.agent)];
  const split = `update public.commission_shares set split = 40 where sales_id = $1 and role = 'seller'`;
  expect(await together([split, [one]], [GIVE, [other, first.id]])).toEqual(['done', 'done']);
});
