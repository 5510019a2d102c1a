import { randomUUID } from 'node:crypto';
import { sql } from './support/database';
import {
  callsWithId,
  outcomes,
  comparableOutcome,
  statementOf,
  variations,
  workOf,
  type Call,
} from './support/leak-scan-calls';
import { readCatalogue, type Catalogue } from './support/leak-scan-catalogue';
import {
  createLeakScanFixture,
  fillEmptyTables,
  makeSecrets,
  type LeakScanFixture,
} from './support/leak-scan-fixture';
import type { Person } from './support/test-agency';

/**
 * What an agent can learn by functions: each one that signed-in people may call, found in the catalogue, with every
 * argument varied. The answers must not change with what others do, and an id of somebody else's must be answered to the
 * letter as one that does not exist: no "not yours" beside "not found".
 */
jest.setTimeout(300_000);

let catalogue: Catalogue;
let fixture: LeakScanFixture;
let asked: Call[];
let before: string[];
let known: Set<string>;

const idsOf = async (): Promise<Set<string>> => {
  const tables = catalogue.relations.filter(({ isView }) => !isView);
  const found = await Promise.all(
    tables.flatMap(({ name, columns }) =>
      columns
        .filter(({ type }) => type === 'uuid')
        .map((column) =>
          sql<{ id: string | null }>(`select distinct ${column.name} as id from public.${name}`),
        ),
    ),
  );
  return new Set(found.flatMap((rows) => rows.flatMap(({ id }) => id ?? [])));
};

const answers = async (caller: Person, calls: readonly Call[], id?: string): Promise<string[]> =>
  (await outcomes(caller, calls.map(statementOf))).map((outcome) => comparableOutcome(outcome, known, id));

beforeAll(async () => {
  catalogue = await readCatalogue();
  fixture = await createLeakScanFixture();
  await fillEmptyTables(catalogue, fixture.otherAgency.organizationId);
  known = await idsOf();
  asked = variations(fixture, catalogue);
  before = await answers(fixture.agent, asked);
  await makeSecrets(fixture);
  known = await idsOf();
});

const differing = (calls: readonly Call[], now: readonly string[], then: readonly string[]) =>
  calls.flatMap(({ name, args }, n) =>
    now[n] === then[n]
      ? []
      : [`${name} ${JSON.stringify(args)}: ${now[n]?.slice(0, 300)} | ${then[n]?.slice(0, 300)}`],
  );

test('every function is asked, and most of them answer', () => {
  expect(new Set(asked.map(({ name }) => name)).size).toBe(catalogue.functions.length);
  expect(asked.length).toBeGreaterThan(1000);
  const answered = new Set(asked.filter((_, n) => before[n]?.startsWith('{"rows"')).map(({ name }) => name));
  expect(answered.size).toBeGreaterThan(30);
});

test('whatever a function is asked: the answer does not change with what others do', async () => {
  expect(differing(asked, await answers(fixture.agent, asked), before)).toEqual([]);
});

/** An id of each table, of a row that the caller may not see: one of the rival, or of the other agency. */
async function foreignIds(organizations: string[]): Promise<[string, string][]> {
  const ids: [string, string][] = [];
  for (const { name, columns, owner } of catalogue.relations) {
    if (!columns.some((column) => column.name === 'id') || name === 'organizations') continue;
    for (const organization of organizations) {
      const isOther = organization === fixture.otherAgency.organizationId;
      if (!isOther && !owner && !PARENTS[name]) continue;
      const whose = isOther ? 'true' : owner ? `${owner} = '${fixture.agency.rival.id}'` : `${PARENTS[name]}`;
      const [row] = await sql<{ id: string }>(
        `select id from public.${name} t where organization_id = $1 and ${whose.replaceAll('RIVAL', fixture.agency.rival.id)} limit 1`,
        [organization],
      );
      if (row) ids.push([name, row.id]);
    }
  }
  return [...ids, ['organizations', fixture.otherAgency.organizationId]];
}
/** Tables whose rows are somebody's by the row they hang on. */
const PARENTS: Record<string, string> = {
  sales_history: "sales_id in (select id from public.sales where agent_id = 'RIVAL')",
  commission_history: "commission_id in (select id from public.commissions where agent_id = 'RIVAL')",
  users: "id = 'RIVAL'",
};

const findLeaks = async (caller: Person, organizations: string[]) => {
  const fields = [...new Set(catalogue.references.flatMap(({ columns }) => columns)), 'id', 'traveler_ids'];
  const foreign = await foreignIds(organizations);
  const wrong: string[] = [];
  const nobody = randomUUID();
  const none = await answers(caller, callsWithId(fixture, catalogue, fields, nobody), nobody);
  for (const [table, id] of foreign) {
    const calls = callsWithId(fixture, catalogue, fields, id);
    const theirs = await answers(caller, calls, id);
    wrong.push(...differing(calls, theirs, none).map((text) => `${table}: ${text}`));
  }
  expect(foreign.length).toBeGreaterThanOrEqual(organizations.length * 7);
  return wrong;
};

test('to an agent, what is a rival’s or of another organization is what does not exist', async () => {
  expect(
    await findLeaks(fixture.agent, [fixture.agency.organizationId, fixture.otherAgency.organizationId]),
  ).toEqual([]);
});

test('to an admin, what is of another organization is what does not exist', async () => {
  expect(await findLeaks(fixture.agency.admin, [fixture.otherAgency.organizationId])).toEqual([]);
});

/** What the policy of a row asks once it is found: who the caller is. */
const ONE_POLICY = 3;

test('the work behind an answer, and with it the time, is the same for a rival’s row and for none', async () => {
  const fields = [...new Set(catalogue.references.flatMap(({ columns }) => columns)), 'id'];
  const callsWith = (id: string) => callsWithId(fixture, catalogue, fields, id);
  const work = (id: string) => workOf(fixture.agent, callsWith(id).map(statementOf));
  const none = await work(randomUUID());
  const wrong: string[] = [];
  for (const [table, id] of await foreignIds([fixture.agency.organizationId])) {
    // That a colleague is there is no secret: everybody reads the names of the team.
    if (table === 'users') continue;
    const theirs = await work(id);
    for (const [n, { name, args }] of callsWith(id).entries())
      if (Math.abs((theirs[n] ?? NaN) - (none[n] ?? NaN)) > ONE_POLICY)
        wrong.push(`${table}: ${name} ${JSON.stringify(args)}: ${theirs[n]} scans, ${none[n]} for nothing`);
  }
  expect(none.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});
