import { Client } from 'pg';
import { backend } from '../support/backend';
import { database } from '../support/database';

const SECRETS = { project_url: 'https://project.test', service_role_key: 'a key' };

/** Runs as superuser in a transaction that is rolled back, with these secrets in the vault and no others of their names. */
async function withSecrets<Result>(
  secrets: Partial<typeof SECRETS>,
  work: (db: Client) => Promise<Result>,
): Promise<Result> {
  const admin = new URL(backend.dbUrl);
  admin.username = 'supabase_admin';
  const db = new Client(admin.href);
  await db.connect();
  await db.query('begin');
  try {
    await db.query('delete from vault.secrets where name = any ($1)', [Object.keys(SECRETS)]);
    for (const [name, value] of Object.entries(secrets)) {
      await db.query('select vault.create_secret($1, $2)', [value, name]);
    }
    return await work(db);
  } finally {
    await db.query('rollback');
    await db.end();
  }
}

const hasFunctions = async (db: Client) =>
  (await db.query<{ answer: boolean }>('select private.has_functions() as answer')).rows[0]?.answer;

const queued = async (db: Client) =>
  (
    await db.query(
      `select method, url, headers, convert_from(body, 'UTF8')::jsonb as body, timeout_milliseconds
       from net.http_request_queue`,
    )
  ).rows;

test('a function is called with the key and the address of the vault', async () => {
  await withSecrets(SECRETS, async (db) => {
    expect(await hasFunctions(db)).toBe(true);
    await db.query(`select private.call_function('bank-sync', '{"connection_id": null}')`);
    expect(await queued(db)).toEqual([
      {
        method: 'POST',
        url: 'https://project.test/functions/v1/bank-sync',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer a key', apikey: 'a key' },
        body: { connection_id: null },
        timeout_milliseconds: 60_000,
      },
    ]);
  });
});

test.each([
  ['the address', { service_role_key: 'a key' }],
  ['the key', { project_url: 'https://project.test' }],
  ['a word of the key', { project_url: 'https://project.test', service_role_key: '' }],
  ['both', {}],
])('without %s there are no functions, and nothing is called', async (_name, secrets) => {
  await withSecrets(secrets, async (db) => {
    expect(await hasFunctions(db)).toBe(false);
    await db.query(`select private.call_function('bank-sync')`);
    expect(await queued(db)).toEqual([]);
  });
});

test.each(['drop function net.http_post', 'drop view vault.decrypted_secrets'])(
  'nor are there any after %s, as in a project without the extension',
  async (statement) => {
    await withSecrets(SECRETS, async (db) => {
      await db.query(statement);
      expect(await hasFunctions(db)).toBe(false);
      await db.query(`select private.call_function('bank-sync')`);
      expect(await queued(db)).toEqual([]);
    });
  },
);

// Holds security-87
test.each(['anon', 'authenticated', 'service_role'])('%s calls no function through SQL', async (role) => {
  const db = await database();
  const { rows } = await db.query(
    `select bool_or(has_function_privilege($1, p.oid, 'execute')) as may from pg_proc p
     where p.oid in ('private.call_function'::regproc, 'private.has_functions'::regproc, 'net.http_post'::regproc)`,
    [role],
  );
  expect(rows).toEqual([{ may: false }]);
});
