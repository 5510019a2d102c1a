import { randomUUID } from 'node:crypto';
import { sql } from '../support/database';
import { COMMISSIONS, SALES } from '../support/list-oracle';
import { listCommissions, listSales, type Question } from '../support/lists';
import { api, createTestAgency, signIn, type Person, type TestAgency } from '../support/test-agency';

const LISTS = [
  ['list_sales', SALES, listSales],
  ['list_commissions', COMMISSIONS, listCommissions],
] as const;

let agency: TestAgency;
let otherAgency: TestAgency;

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  await agency.sale({ amount: 500, reference: 'OWN-1' });
  await agency.sale({ amount: 700, reference: 'OWN-2', sold: '2026-02-01' });
  await otherAgency.sale({ amount: 31337, reference: 'ABROAD-1' });
});

/** Everything a list can be asked that touches a sale of the rival: by status, person, day, words, order and page. */
const questions = (sorts: string[], statuses: readonly string[]): Question[] => [
  {},
  { agent_id: agency.agent.id },
  { agent_id: agency.rival.id },
  ...statuses.map((status) => ({ status })),
  ...statuses.map((status) => ({ status, agent_id: agency.rival.id })),
  { start_date: '2026-05-01', end_date: '2026-05-31' },
  { start_date: '2026-05-06', end_date: '2026-05-06' },
  { search: 'vera' },
  { search: 'SECRET' },
  { search: 'secret-7', agent_id: agency.rival.id },
  ...sorts.flatMap((sort) => [{ sort }, { sort, descending: false, page: 2, page_size: 1 }]),
  { vendor_id: agency.vendorId },
  { vendor_id: agency.vendorId, status: statuses[0] },
  { vendor_id: agency.vendorId, agent_id: agency.rival.id },
  { page: 2, page_size: 2 },
  { page: 2, page_size: 1 },
];

test.each(LISTS)('%s answers an agent the same whatever others sell', async (_name, shape, list) => {
  const all = questions(Object.keys(shape.sorts), shape.statuses);
  const answers = () => Promise.all(all.map((question) => list(agency.agent, question)));
  const before = await answers();
  const total = () => list(agency.admin).then(({ count }) => count);
  const others = await total();

  const secret = { agent: agency.rival, amount: 7777, reference: 'SECRET-7', sold: '2026-05-06' };
  await agency.sale(secret);
  await agency.sale({ ...secret, sold: '2026-01-02', agentPaid: true });
  await agency.sale({ ...secret, sold: '2026-12-31', cancelled: true });

  expect(await total()).toBe(others + 3);
  expect(await answers()).toEqual(before);
});

test.each(LISTS)('%s takes another agent for nobody', async (_name, _shape, list) => {
  const of = (agent_id: string) => list(agency.agent, { agent_id, status: 'paid', search: 'vera' });
  const nobody = await of(randomUUID());
  expect(nobody).toMatchObject({ rows: [], count: 0, total_pages: 0 });
  expect(await of(agency.rival.id)).toEqual(nobody);
  expect(await of(agency.admin.id)).toEqual(nobody);
  expect(await of(otherAgency.agent.id)).toEqual(nobody);
  expect((await list(agency.agent, { agent_id: agency.agent.id })).count).toBe(2);
});

test.each(LISTS)('%s knows one organization only, for admins too', async (_name, _shape, list) => {
  const mine = await list(agency.owner);
  for (const row of mine.rows) expect(JSON.stringify(row)).not.toContain('ABROAD');
  const foreign: Question[] = [
    { agent_id: otherAgency.agent.id },
    { vendor_id: otherAgency.vendorId },
    { search: 'abroad-1' },
  ];
  for (const question of foreign) {
    const answer = await list(agency.owner, question);
    expect(answer).toMatchObject({ rows: [], count: 0, total_pages: 0 });
  }
});

const nothing = (shape: (typeof LISTS)[number][1]) => ({
  rows: [],
  count: 0,
  page: 1,
  page_size: 10,
  total_pages: 0,
  ...shape.sums([]),
});

test.each(LISTS)('%s has nothing for inactive and revoked callers', async (_name, shape, list) => {
  expect(await list(agency.inactive)).toEqual(nothing(shape));
  expect(await list(agency.inactive, { search: 'vera', agent_id: agency.inactive.id })).toEqual(
    nothing(shape),
  );

  const revoked: Person = { ...agency.rival, api: await signIn(agency.rival.email) };
  expect((await list(revoked)).count).toBeGreaterThan(0);
  await sql('delete from auth.sessions where user_id = $1', [agency.rival.id]);
  expect(await list(revoked)).toEqual(nothing(shape));
  agency.rival.api = await signIn(agency.rival.email);
});

test.each(LISTS)('%s is closed to people who are not signed in', async (name) => {
  const { data, error } = await api().rpc(name, {});
  expect(data).toBeNull();
  expect(error?.code).toBe('42501');
});
