import { database, sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Requests of more than 1 MB are refused before anything reads them, but where lines of files come in. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const MB = 1024 * 1024;

/** What the check says to a request with these headers. */
async function said(path: string, headers: object, role = 'authenticated'): Promise<string> {
  const client = await database();
  await client.query('begin');
  try {
    await client.query(
      `select set_config('request.path', $1, true), set_config('request.headers', $2, true)`,
      [path, JSON.stringify(headers)],
    );
    await client.query(`set local role ${role}`);
    return await client.query('select api_requests.check_request()').then(
      () => 'let through',
      (error: { code?: string }) => error.code ?? 'unknown',
    );
  } finally {
    await client.query('rollback');
  }
}

// Holds security-117
test('more than 1 MB goes into no table and no function but those into which files come', async () => {
  const callable = await sql<{ path: string }>(
    `select distinct '/rpc/' || p.proname as path from pg_proc p where p.pronamespace = 'public'::regnamespace
     union all select '/' || c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
     order by 1`,
  );
  const let_through: string[] = [];
  for (const { path } of callable) {
    if ((await said(path, { 'content-length': String(MB + 1) })) !== 'PT413') let_through.push(path);
    expect(await said(path, { 'content-length': String(MB) })).toBe('let through');
  }
  expect(let_through).toEqual([
    '/rpc/check_import_rows',
    '/rpc/finish_bank_import',
    '/rpc/import_bank_lines',
    '/rpc/import_rows',
    '/rpc/preview_bank_lines',
    '/rpc/read_mailed_statement',
    '/rpc/save_bank_remittance',
    '/rpc/save_vendor_statement',
  ]);
});

test.each<[string, object, string, string]>([
  ['a person', { 'content-length': String(MB + 1) }, 'authenticated', 'PT413'],
  ['nobody', { 'content-length': String(MB + 1) }, 'anon', 'PT413'],
  ['a number without end', { 'content-length': '9'.repeat(60) }, 'anon', 'PT413'],
  ['no length', { 'transfer-encoding': 'chunked' }, 'authenticated', 'PT411'],
  ['the service', { 'content-length': String(MB + 1) }, 'service_role', 'let through'],
  ['a request without a body', {}, 'authenticated', 'let through'],
])('%s is answered so', async (_who, headers, role, answer) => {
  expect(await said('/customers', headers, role)).toBe(answer);
});

test('a person is told that the request is too large, in the shape of every refusal', async () => {
  const { error, status } = await agency.owner.api.rpc('list_customers', {
    search: 'x'.repeat(MB),
  } as never);
  expect(status).toBe(413);
  expect(error).toMatchObject({ code: 'PT413', message: 'The request is larger than 1 MB.' });
});
