import { randomUUID } from 'node:crypto';
import { sql } from '../support/database';
import { outcomes, statementOf, variations } from '../support/leak-scan-calls';
import { readCatalogue, type Catalogue } from '../support/leak-scan-catalogue';
import { createLeakScanFixture, fillEmptyTables, type LeakScanFixture } from '../support/leak-scan-fixture';
import { createRequester, inParallel, readRequests, type SendRequest } from '../support/leak-scan-requests';
import { isTried, SEED } from '../support/soak';
import type { Person } from '../support/test-agency';

/**
 * What each role may read of each column. A grant is the same for all members: a column that agents must not read is closed in REST to
 * everybody, and admins read it by functions. No request and no function tells an agent its values.
 */
jest.setTimeout(300_000);

/** Columns that nobody reads over REST. Any other column of a table with policies is open to whoever may read the row. */
const CLOSED: Record<string, string[]> = {
  vendors: ['account_number', 'contacts', 'expected_payment_basis', 'expected_payment_days', 'notes'],
};

/** Values that no row but the vendor's has, and so no answer of anything else. */
const ACCOUNT = `AC-${randomUUID()}`;
const NOTE = `Note ${randomUUID()}`;
const CONTACT = `Contact ${randomUUID()}`;
const DAYS = 613;

let catalogue: Catalogue;
let fixture: LeakScanFixture;

beforeAll(async () => {
  catalogue = await readCatalogue();
  fixture = await createLeakScanFixture();
  await fillEmptyTables(catalogue, fixture.otherAgency.organizationId);
  await sql(
    `update public.vendors set account_number = $2, notes = $3, contacts = $4, expected_payment_days = $5,
       expected_payment_basis = 'booking' where id = $1`,
    [fixture.agency.vendorId, ACCOUNT, NOTE, JSON.stringify([{ name: CONTACT }]), DAYS],
  );
});

test('these columns are closed to everybody, and only these', async () => {
  const closed = await sql<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
       and not has_column_privilege('authenticated', c.oid, a.attnum, 'select')
     group by c.relname order by c.relname`,
  );
  expect(Object.fromEntries(closed.map(({ name, columns }) => [name, columns]))).toEqual(CLOSED);
});

/** Every way to ask for a column: shown, sorted, added up, filtered by a value that is there and by one that is not. */
function attacks(table: string, column: string): string[] {
  const value = { expected_payment_days: DAYS, contacts: '[]' }[column];
  const embeds = catalogue.references
    .filter(({ to }) => to === table)
    .flatMap(({ from, name }) => [
      `${from}?select=x:${table}!${name}(${column})`,
      `${from}?select=x:${table}!${name}(*)`,
      `${from}?select=x:${table}!${name}!inner(id)&x.${column}=not.is.null`,
      `${from}?select=x:${table}!${name}!inner(id)&order=x(${column})`,
    ]);
  return [
    `${table}?select=*`,
    `${table}?select=${column}`,
    `${table}?select=id,x:${column}::text`,
    `${table}?select=${column}.max()`,
    `${table}?select=id&order=${column}`,
    `${table}?select=id&${column}=not.is.null`,
    `${table}?select=id&or=(${column}.is.null)`,
    `${table}?select=id&${column}=eq.${encodeURIComponent(String(value ?? ACCOUNT))}`,
    `${table}?select=id&${column}=eq.${column === 'contacts' ? '[1]' : '7'}`,
    ...embeds,
  ];
}

test.each(['agent', 'admin', 'owner'] as const)(
  '%s is refused each of them, whatever is asked',
  async (role) => {
    const ask = await createRequester(fixture.agency[role]);
    const paths = Object.entries(CLOSED).flatMap(([table, columns]) =>
      columns.flatMap((column) => attacks(table, column)),
    );
    expect(paths.length).toBeGreaterThan(60);
    const answers = await inParallel(paths, async (path) => {
      const { status, body } = await ask(path, { prefer: 'count=exact' });
      const text = JSON.stringify(body);
      return status >= 400 && status < 500 && !told(text) ? [] : [`${path}: ${status} ${text.slice(0, 200)}`];
    });
    expect(answers.flat()).toEqual([]);
  },
);

/** Whether a text tells something of the closed columns: of the vendor, or the address of a colleague. */
const told = (text: string): boolean =>
  [ACCOUNT, NOTE, CONTACT, `"expected_payment_days":${DAYS}`, fixture.agency.rival.email].some((value) =>
    text.includes(value),
  );

test('a change answers with no closed column, and is not chosen by one', async () => {
  const { api } = fixture.agency.admin;
  const change = () => api.from('vendors').update({ account_number: ACCOUNT });
  for (const request of [
    change().eq('id', fixture.agency.vendorId).select(),
    change().eq('account_number', ACCOUNT).select('id'),
    change().eq('id', fixture.agency.vendorId).select('account_number'),
    api.from('vendors').insert({ name: 'Other' }).select(),
  ])
    expect((await request).error?.code).toBe('42501');
  const { data } = await change().eq('id', fixture.agency.vendorId).select('id');
  expect(data).toEqual([{ id: fixture.agency.vendorId }]);
});

/** One in so many reads, and in so many variations of a call; all of them in a soak. The leak scan reads every column. */
const [ONE_READ_IN, ONE_CALL_IN] = [15, 3];

/** Everything a person may read over REST without naming a closed column. */
async function allOf(ask: SendRequest): Promise<[string, string][]> {
  const paths = catalogue.relations
    .flatMap((relation) =>
      readRequests(
        catalogue,
        relation,
        () => true,
        () => true,
      ),
    )
    .filter(() => isTried(ONE_READ_IN));
  return inParallel(paths, async (path) => [path, JSON.stringify((await ask(path)).body)]);
}

const answersOf = async (person: Person): Promise<[string, string][]> => {
  const statements = variations(fixture, catalogue, () => isTried(ONE_CALL_IN)).map(statementOf);
  const answers = await outcomes(person, statements);
  return statements.map((statement, n) => [statement, JSON.stringify(answers[n])]);
};

const telling = (answers: [string, string][]) =>
  answers.filter(([, text]) => told(text)).map(([asked]) => asked.slice(0, 200));

test(`no table, view, embed or error tells an agent of them (seed ${SEED})`, async () => {
  const answers = await allOf(await createRequester(fixture.agent));
  expect(answers.length).toBeGreaterThan(200);
  expect(telling(answers)).toEqual([]);
});

test(`no function tells an agent of them; admins read each by a function (seed ${SEED})`, async () => {
  expect(telling(await answersOf(fixture.agent))).toEqual([]);
  const byAdmin = (await answersOf(fixture.agency.admin)).map(([, text]) => text).join('\n');
  for (const value of [ACCOUNT, NOTE, CONTACT, String(DAYS), fixture.agency.rival.email])
    expect([value, byAdmin.includes(value)]).toEqual([value, true]);
});
