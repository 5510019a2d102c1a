import { heardOf, requestOf, type Sent } from '../support/api-function';
import { makeKey, revokeKey, type MadeKey } from '../support/api-keys';
import { backend } from '../support/backend';
import { sql } from '../support/database';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** The function in real Deno, behind the gateway. */
let started: FunctionsBackend;
let agency: TestAgency;
let made: MadeKey;
beforeAll(async () => {
  started = await startFunctionsBackend();
  agency = await createTestAgency();
  made = await makeKey(agency);
});
afterAll(() => started.stop());

const ask = async (method: string, path: string, sent: Sent = {}) =>
  heardOf(
    await fetch(
      requestOf(`${backend.apiUrl}/functions/v1/api/v1${path}`, method, { key: made.key, ...sent }),
    ),
  );

// Holds integrations-22
test('a program lists and creates with its key alone, and is out once it is revoked', async () => {
  const listed = await ask('GET', '/customers');
  expect(listed).toMatchObject({ status: 200, body: { next_cursor: null } });
  expect(listed.body['data']).toMatchObject([{ id: agency.customerId }]);
  const sent = {
    body: { first_name: 'Ada', last_name: 'Lovelace' },
    headers: { 'idempotency-key': 'first' },
  };
  const created = await ask('POST', '/customers', sent);
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
  expect((await ask('POST', '/customers', sent)).body).toEqual(created.body);
  expect((await ask('POST', '/vendors', { ...sent, body: { name: '' } })).body).toMatchObject({
    status: 422,
    code: 'saved_already',
  });
  expect(await sql('select last_used_from from private.api_key_uses where key_id = $1', [made.id])).toEqual([
    { last_used_from: '127.0.0.0/24' },
  ]);
  await revokeKey(agency.owner, made.id);
  expect((await ask('GET', '/customers')).body).toMatchObject({ status: 401, code: 'api_key_unknown' });
});

// Holds integrations-6
test('a program that says it is elsewhere is shown by the address that the gateway adds', async () => {
  const forger = await makeKey(agency);
  const elsewhere = {
    'cf-connecting-ip': '198.51.100.7',
    'x-forwarded-for': '198.51.100.7, 198.51.100.8',
    'x-real-ip': '198.51.100.7',
  };
  expect((await ask('GET', '/customers', { key: forger.key, headers: elsewhere })).status).toBe(200);
  expect(await sql('select last_used_from from private.api_key_uses where key_id = $1', [forger.id])).toEqual(
    [{ last_used_from: '127.0.0.0/24' }],
  );
});
