import { randomUUID } from 'node:crypto';
import { sql } from '../support/database';
import {
  callsWithId,
  outcomes,
  comparableOutcome,
  statementOf,
  tablesFor,
  variations,
  workOf,
  type Call,
} from '../support/leak-scan-calls';
import { readCatalogue, type Catalogue } from '../support/leak-scan-catalogue';
import {
  createLeakScanFixture,
  fillEmptyTables,
  makeSecrets,
  type LeakScanFixture,
} from '../support/leak-scan-fixture';
import { isTried, SEED } from '../support/soak';
import type { Person } from '../support/test-agency';

/**
 * What an agent can learn by functions: each one that signed-in people may call, found in the catalogue, with every
 * argument varied. The answers must not change with what others do, and an id of somebody else's must be answered to the
 * letter as one that does not exist: no "not yours" beside "not found". Ids go where their names say that they fit, and by chance
 * elsewhere; in a soak each goes everywhere.
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
  asked = variations(fixture, catalogue, () => isTried(2));
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
  expect(asked.length).toBeGreaterThan(900);
  const answered = new Set(asked.filter((_, n) => before[n]?.startsWith('{"rows"')).map(({ name }) => name));
  expect(answered.size).toBeGreaterThan(30);
});

// Holds security-5
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

/** How many arguments whose names tell no table, and how many whose names tell another, one gets an id by chance. */
const [ONE_IN_UNKNOWN, ONE_IN_OTHERS] = [4, 50];

/** Fields of the objects that functions take. */
const fieldsOf = ({ references }: Catalogue) => [
  ...new Set([...references.flatMap(({ columns }) => columns), 'id', 'traveler_ids']),
];

/** Places in the list of calls that are tried with an id of a table. */
function placesFor(table: string, calls: readonly Call[], others = ONE_IN_OTHERS): number[] {
  return [...calls.keys()].filter((n) => {
    const tables = tablesFor(calls[n]?.at ?? '', catalogue);
    return tables?.has(table) || isTried(tables ? others : ONE_IN_UNKNOWN);
  });
}

const findLeaks = async (caller: Person, organizations: string[]) => {
  const fields = fieldsOf(catalogue);
  const foreign = await foreignIds(organizations);
  const wrong: string[] = [];
  const nobody = randomUUID();
  const none = await answers(caller, callsWithId(fixture, catalogue, fields, nobody), nobody);
  let tried = 0;
  for (const [table, id] of foreign) {
    const all = callsWithId(fixture, catalogue, fields, id);
    const places = placesFor(table, all);
    const calls = places.flatMap((n) => all[n] ?? []);
    const theirs = await answers(caller, calls, id);
    const nobodys = places.map((n) => none[n] ?? '');
    wrong.push(...differing(calls, theirs, nobodys).map((text) => `${table}: ${text}`));
    tried += calls.length;
  }
  expect(foreign.length).toBeGreaterThanOrEqual(organizations.length * 7);
  expect(tried).toBeGreaterThan(organizations.length * 500);
  return wrong;
};

test(`to an agent, what is a rival’s or of another organization is what does not exist (seed ${SEED})`, async () => {
  expect(
    await findLeaks(fixture.agent, [fixture.agency.organizationId, fixture.otherAgency.organizationId]),
  ).toEqual([]);
});

test(`to an admin, what is of another organization is what does not exist (seed ${SEED})`, async () => {
  expect(await findLeaks(fixture.agency.admin, [fixture.otherAgency.organizationId])).toEqual([]);
});

/** What the policy of a row asks once it is found: who the caller is, and whether they lack a second factor. */
const ONE_POLICY = 6;

test('the work behind an answer, and with it the time, is the same for a rival’s row and for none', async () => {
  const fields = fieldsOf(catalogue);
  const callsWith = (id: string) => callsWithId(fixture, catalogue, fields, id);
  const nobodys = callsWith(randomUUID());
  const wrong: string[] = [];
  let compared = 0;
  for (const [table, id] of await foreignIds([fixture.agency.organizationId])) {
    // That a colleague is there is no secret: everybody reads the names of the team.
    if (table === 'users') continue;
    const theirs = callsWith(id);
    const places = placesFor(table, theirs);
    const work = (calls: readonly Call[], where: readonly number[]) =>
      workOf(
        fixture.agent,
        where.flatMap((n) => (calls[n] ? statementOf(calls[n]) : [])),
      );
    const tell = async (where: readonly number[]) => {
      const [scans, none] = [await work(theirs, where), await work(nobodys, where)];
      return where.flatMap((place, n) =>
        Math.abs((scans[n] ?? NaN) - (none[n] ?? NaN)) <= ONE_POLICY
          ? []
          : [{ place, scans: scans[n], none: none[n] }],
      );
    };
    // Plans are made anew when the server has looked at a table again, and that looks at tables, too: what tells something does so twice.
    const once = await tell(places);
    for (const { place, scans, none } of await tell(once.map((found) => found.place)))
      wrong.push(
        `${table}: ${theirs[place]?.name} ${JSON.stringify(theirs[place]?.args)}: ${scans} scans, ${none} for nothing`,
      );
    compared += places.length;
  }
  expect(compared).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
