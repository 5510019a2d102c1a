import { randomUUID } from 'node:crypto';
import { sql } from '../support/database';
import { outcomes, statementOf, variations } from '../support/leak-scan-calls';
import { readCatalogue, type Catalogue } from '../support/leak-scan-catalogue';
import { createLeakScanFixture, fillEmptyTables, type LeakScanFixture } from '../support/leak-scan-fixture';
import { createRequester, inParallel, readRequests, type SendRequest } from '../support/leak-scan-requests';
import { isTried, SEED } from '../support/soak';
import type { Person } from '../support/test-agency';

/**
 * What may be read is decided row by row: no column of a table is closed to who may read its row, and `select *` works. What agents
 * must not read of a vendor stands in a table of its own. No request and no function tells them its values.
 */
jest.setTimeout(300_000);

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
    `update public.vendor_terms set account_number = $2, notes = $3, contacts = $4, expected_payment_days = $5,
       expected_payment_basis = 'booking' where vendor_id = $1`,
    [fixture.agency.vendorId, ACCOUNT, NOTE, JSON.stringify([{ name: CONTACT }]), DAYS],
  );
});

test('no column is closed to whoever may read its row', async () => {
  const closed = await sql(
    `select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
       and not has_column_privilege('authenticated', c.oid, a.attnum, 'select')`,
  );
  expect(closed).toEqual([]);
});

const COLUMNS = ['account_number', 'contacts', 'expected_payment_basis', 'expected_payment_days', 'notes'];

/** What tells a column if it is not empty: shown, added up, filtered by a value that is there, in the table itself and through vendors. */
function attacks(column: string): string[] {
  const value =
    { expected_payment_days: DAYS, contacts: JSON.stringify([{ name: CONTACT }]), notes: NOTE }[column] ??
    ACCOUNT;
  const has = `${column}=${column === 'contacts' ? 'cs' : 'eq'}.${encodeURIComponent(String(value))}`;
  return [
    `vendor_terms?select=${column}`,
    `vendor_terms?select=vendor_id,x:${column}::text`,
    `vendor_terms?select=${column}.max()`,
    `vendor_terms?select=vendor_id&order=${column}`,
    `vendor_terms?select=vendor_id&${has}`,
    `vendors?select=id,x:vendor_terms!inner(${column})`,
    `vendors?select=id,x:vendor_terms!inner(vendor_id)&x.${has}`,
    `sales?select=id,v:vendors!inner(id,x:vendor_terms!inner(*))&v.x.${has}`,
  ];
}

test('an agent is answered as if no vendor had terms, whatever is asked', async () => {
  const [asAgent, asAdmin] = [
    await createRequester(fixture.agent),
    await createRequester(fixture.agency.admin),
  ];
  const asked = COLUMNS.flatMap(attacks);
  const answers = await inParallel(asked, async (path) => {
    const [{ body }, { body: whole }] = [await asAgent(path), await asAdmin(path)];
    const empty = ['[]', '[{"max":null}]'].includes(JSON.stringify(body)) || 'code' in (body as object);
    return [
      empty && !told(JSON.stringify(body)) ? [] : [path],
      Array.isArray(whole) && whole.length ? 1 : 0,
    ] as const;
  });
  expect(answers.flatMap(([path]) => path)).toEqual([]);
  // The same questions are answered to an admin: they are well put.
  expect(answers.filter(([, rows]) => rows).length).toBeGreaterThan(25);
});

/** Whether a text tells something of the terms, or the address of a colleague. */
const told = (text: string): boolean =>
  [ACCOUNT, NOTE, CONTACT, `"expected_payment_days":${DAYS}`, fixture.agency.rival.email].some((value) =>
    text.includes(value),
  );

test('`select *` and changes that answer with their row work for who may read it', async () => {
  const { admin, vendorId } = fixture.agency;
  const added = await admin.api.from('vendors').insert({ name: 'Other' }).select();
  expect(added.data).toMatchObject([{ name: 'Other', version: 1 }]);
  const changed = await admin.api
    .from('vendor_terms')
    .update({ account_number: ACCOUNT })
    .eq('vendor_id', vendorId)
    .select();
  expect(changed.data).toMatchObject([{ account_number: ACCOUNT, expected_payment_days: DAYS }]);
  for (const change of [{ notes: 'x' }, { account_number: null }]) {
    const answer = await fixture.agent.api
      .from('vendor_terms')
      .update(change)
      .eq('vendor_id', vendorId)
      .select();
    expect(answer).toMatchObject({ data: [], error: null });
  }
  expect((await admin.api.from('vendor_terms').insert({ vendor_id: vendorId } as never)).error?.code).toBe(
    '42501',
  );
  expect((await fixture.agent.api.from('vendors').select('*')).data).toContainEqual(
    expect.objectContaining({ id: vendorId }),
  );
});

/** One in so many reads, and in so many variations of a call; all of them in a soak. The leak scan reads every column. */
const [ONE_READ_IN, ONE_CALL_IN] = [15, 3];

/** Everything a person may read over REST. */
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
