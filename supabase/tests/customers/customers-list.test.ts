import fc from 'fast-check';
import { listCustomers } from '../support/customers';
import { agrees, fillCustomers, SORTS } from '../support/customers-oracle';
import { sql } from '../support/database';
import { SEED, SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';

const RUNS = SOAK ? 1000 : 60;

let agency: TestAgency;
let otherAgency: TestAgency;

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  await fillCustomers(agency, 400);
  await fillCustomers(otherAgency, 50);
}, 120_000);

test.each(Object.keys(SORTS))(
  `sorted by %s, both ways, on every kind of page (seed ${SEED})`,
  async (sort) => {
    for (const person of [agency.admin, agency.agent]) {
      for (const descending of [true, false]) {
        // One way every other page, the other way those between; both in the soak.
        const half = (pages: number[]) => pages.filter((_, n) => SOAK || (n % 2 === 0) === descending);
        for (const page of half([1, 2, 3, 4]))
          await agrees(agency, person, { sort, descending, page, page_size: 100 });
        // Where an agent's own customers end, in the middle, the last one, and beyond.
        for (const page of half([18, 10, 99, 36])) await agrees(agency, person, { sort, descending, page });
      }
    }
  },
  120_000,
);

test('any combination, for an admin and for agents', async () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
  const question = fc.record({
    who: fc.constantFrom('admin' as const, 'agent' as const, 'rival' as const),
    agent: maybe(fc.constantFrom('agent' as const, 'rival' as const)),
    state: maybe(fc.constantFrom('active', 'archived', 'all', 'nothing')),
    tag: maybe(fc.constantFrom('cruises', 'VIP', 'Cafés', 'none')),
    search: maybe(
      fc.constantFrom(
        'a',
        'lind',
        'NUNEZ josé',
        'muller',
        '415',
        '(415)',
        '5550010',
        '555-0010',
        'office',
        '%',
        '_',
        '\\',
        'vip li',
        'person7@ zoe',
      ),
    ),
    sort: maybe(fc.constantFrom(...Object.keys(SORTS), 'nothing')),
    descending: maybe(fc.boolean()),
    page: fc.constantFrom(1, 1, 2, 5, 17),
    page_size: maybe(fc.constantFrom(1, 3, 25, 100)),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ who, agent, ...rest }) => {
      const asked = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const wanted = agent && { agent_id: agency[agent].id };
      if (who !== 'admin' && agent && agent !== who) {
        // What somebody else sold is nothing to an agent.
        expect(await listCustomers(agency[who], { ...asked, ...wanted })).toMatchObject({
          rows: [],
          count: 0,
        });
      } else {
        await agrees(agency, agency[who], { ...asked, ...wanted });
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 300_000);

test('tells an agent nothing of what others sold', async () => {
  for (const sort of ['last_sale_date', 'sales_count', 'total_amount']) {
    const { rows } = await listCustomers(agency.agent, { sort, page_size: 100 });
    expect(rows.map(({ agent }) => agent?.id ?? agency.agent.id)).toEqual(rows.map(() => agency.agent.id));
    expect(
      rows.every(({ sales_count, last_sale_date }) => sales_count > 0 === (last_sale_date !== null)),
    ).toBe(true);
  }
});

test('strangers, people who left and revoked sessions get nothing, not even tags', async () => {
  const nothing = { rows: [], count: 0, total_pages: 0, tags: [] };
  expect(await listCustomers(agency.inactive, { state: 'all' })).toMatchObject(nothing);
  const { rows } = await listCustomers(otherAgency.admin, { state: 'all', page_size: 100 });
  const [{ own } = { own: 0 }] = await sql<{ own: number }>(
    'select count(*)::int as own from public.customers where organization_id = $1 and id = any ($2)',
    [otherAgency.organizationId, rows.map(({ id }) => id)],
  );
  expect(own).toBe(rows.length);
  const left = await createTestAgency();
  await sql('delete from auth.sessions where user_id = $1', [left.owner.id]);
  expect(await listCustomers(left.owner)).toMatchObject(nothing);
});
