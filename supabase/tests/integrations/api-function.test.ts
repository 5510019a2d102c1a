import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../functions/_shared/api/operations';
import { askApi, beFunction, type Sent } from '../support/api-function';
import { makeKey, revokeKey } from '../support/api-keys';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
let key: string;
beforeAll(async () => {
  beFunction();
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  ({ key } = await makeKey(agency));
});
afterAll(() => void Reflect.deleteProperty(globalThis, 'Deno'));
beforeEach(() => sql('update private.api_key_uses set window_requests = 0'));

const NOBODYS = '11111111-1111-4111-8111-111111111111';
const once = () => ({ 'idempotency-key': randomUUID() });
const create = (path: string, body: unknown, sent: Sent = {}) =>
  askApi('POST', path, { key, body, ...sent, headers: { ...once(), ...sent.headers } });
const ADA = { first_name: 'Ada', last_name: 'Lovelace' };

// Holds integrations-43
test.each([
  ['no key', {}],
  ['a key that there is none', { key: `ppk_0000_${'0'.repeat(40)}` }],
  ['what is no key', { key: 'sb_secret_x' }],
  ['the key as another scheme', { headers: { authorization: 'Basic ppk_' } }],
])('%s is answered 401, alike for every address', async (_what, sent: Sent) => {
  for (const path of ['/sales', `/sales/${NOBODYS}`, '/nowhere']) {
    const { status, body, headers } = await askApi('GET', path, sent);
    expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'api_key_unknown' });
    expect([headers.get('www-authenticate'), headers.get('ratelimit-limit')]).toEqual(['Bearer', null]);
  }
});

test('a revoked key is out at once, and its answer is that of an unknown one', async () => {
  const made = await makeKey(agency);
  expect((await askApi('GET', '/sales', { key: made.key })).status).toBe(200);
  await revokeKey(agency.owner, made.id);
  const [revoked, unknown] = [
    await askApi('GET', '/sales', { key: made.key }),
    await askApi('GET', '/sales', { key: `ppk_0000_${'0'.repeat(40)}` }),
  ];
  expect(revoked.body).toEqual(unknown.body);
});

// Holds integrations-44
test('more than 300 requests a minute are answered 429 with how long to wait, and the limits stand in every answer', async () => {
  const made = await makeKey(agency);
  const first = await askApi('GET', '/sales', { key: made.key });
  expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([
    '300',
    '299',
  ]);
  await sql('update private.api_key_uses set window_requests = 300 where key_id = $1', [made.id]);
  const { status, headers, body } = await askApi('GET', '/sales', { key: made.key });
  expect({ status, code: body['code'] }).toEqual({ status: 429, code: 'api_too_many_requests' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
});

// Holds integrations-45
test.each([
  ['GET', '/nowhere', 404, 'api_path_unknown'],
  ['GET', '/sales/', 404, 'api_path_unknown'],
  ['GET', '/sales/not-an-id', 404, 'api_record_not_found'],
  ['GET', `/sales/${NOBODYS}`, 404, 'api_record_not_found'],
  ['GET', `/bank/transactions/${NOBODYS}`, 404, 'api_record_not_found'],
  ['DELETE', `/sales/${NOBODYS}`, 405, 'api_method_wrong'],
  ['PATCH', '/sales', 405, 'api_method_wrong'],
  ['POST', '/payouts', 405, 'api_method_wrong'],
  ['GET', '/sales?limit=0', 400, 'api_parameter_wrong'],
  ['GET', '/sales?limit=101', 400, 'api_parameter_wrong'],
  ['GET', '/sales?limit=1&limit=2', 400, 'api_parameter_wrong'],
  ['GET', '/sales?status=lost', 400, 'api_parameter_wrong'],
  ['GET', '/sales?vendor_id=x', 400, 'api_parameter_wrong'],
  ['GET', '/sales?organization_id=x', 400, 'api_parameter_wrong'],
  ['GET', '/sales?booking_reference=%00', 400, 'api_text_wrong'],
  ['GET', '/sales?cursor=bm90LW91cnM', 400, 'api_parameter_wrong'],
  ['GET', '/sales?updated_since=2026-02-28T23:59:59.999999Z', 200, undefined],
  ['GET', '/sales?updated_since=2026-02-30T00:00:00Z', 400, 'api_parameter_wrong'],
  ['GET', '/sales?updated_since=2026-02-28', 400, 'api_parameter_wrong'],
  ['GET', '/sales?updated_since=2026-02-28T00:00:00%2B01:00', 400, 'api_parameter_wrong'],
  ['GET', '/agents?updated_since=2026-02-28T00:00:00Z', 400, 'api_parameter_wrong'],
  ['GET', `/sales/${NOBODYS}?limit=1`, 400, 'api_parameter_wrong'],
])('%s %s is answered %i, %s', async (method, path, status, code) => {
  const answer = await askApi(method, path, { key });
  expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
  if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET/);
});

// Holds integrations-46
test.each([
  ['no JSON', 'first_name=Ada', 400, 'api_body_wrong', null],
  ['a list', [ADA], 400, 'api_body_wrong', null],
  ['nothing', 'null', 400, 'api_body_wrong', null],
  ['half of a letter', '{"first_name":"\\ud800","last_name":"x"}', 400, 'api_text_wrong', null],
  ['a zero', '{"first_name":"a\\u0000","last_name":"x"}', 400, 'api_text_wrong', null],
  [
    'a field that there is none',
    { ...ADA, organization_id: NOBODYS },
    400,
    'api_field_wrong',
    'organization_id',
  ],
  ['notes, which are people’s', { ...ADA, notes: 'x' }, 400, 'api_field_wrong', 'notes'],
  ['a number for a text', { ...ADA, city: 7 }, 400, 'api_field_wrong', 'city'],
  ['a field too few', { first_name: 'Ada' }, 400, 'api_field_wrong', 'last_name'],
  [
    'a prototype',
    '{"__proto__":{"a":1},"first_name":"A","last_name":"B"}',
    400,
    'api_field_wrong',
    '__proto__',
  ],
  ['an empty name', { ...ADA, first_name: ' ' }, 422, 'value_refused', 'first_name'],
  ['an address that is none', { ...ADA, email: 'ada' }, 422, 'value_refused', 'email'],
  ['a country that there is none', { ...ADA, country: 'XX' }, 422, 'value_refused', 'country'],
])('a customer with %s is answered %s %s at its field', async (_what, body, status, code, field) => {
  const answer = await create('/customers', body);
  expect({ status: answer.status, code: answer.body['code'], field: answer.body['field'] }).toEqual({
    status,
    code,
    field,
  });
});

// Holds integrations-47
test.each([
  ['another type', { 'content-type': 'text/plain' }, ADA, 415],
  ['too much', {}, { ...ADA, city: 'x'.repeat(2 * 1024 * 1024) }, 413],
  ['a key of blanks', { 'idempotency-key': ' ' }, ADA, 400],
  ['a key too long', { 'idempotency-key': 'k'.repeat(256) }, ADA, 400],
])('a body with %s is answered before the database is asked', async (_what, headers, body, status) => {
  expect((await create('/customers', body, { headers })).status).toBe(status);
});

// Holds integrations-42
test('what writes needs an Idempotency-Key, what changes the version that was read', async () => {
  expect((await askApi('POST', '/customers', { key, body: ADA })).body['code']).toBe(
    'api_idempotency_key_missing',
  );
  const made = await create('/customers', ADA);
  expect(made).toMatchObject({ status: 201, body: { ...ADA, version: 1 } });
  expect(made.headers.get('etag')).toBe('"1"');
  const path = `/customers/${String(made.body['id'])}`;
  const change = (tag: string | null) =>
    askApi('PATCH', path, {
      key,
      body: { city: 'Rome' },
      headers: { ...once(), ...(tag && { 'if-match': tag }) },
    });
  expect((await change(null)).status).toBe(428);
  expect((await change('*')).status).toBe(400);
  expect((await change('"99999999999"')).status).toBe(400);
  const changed = await change('"1"');
  expect([changed.status, changed.headers.get('etag'), changed.body['city']]).toEqual([200, '"2"', 'Rome']);
  expect((await change('"1"')).body).toMatchObject({ status: 412, code: 'record_changed', field: 'version' });
});

// Holds integrations-41
test('a request that is sent again is answered the same record, and says that it was', async () => {
  const headers = { 'idempotency-key': 'order 7'.replace(' ', '-') };
  const [first, again] = [
    await create('/customers', ADA, { headers }),
    await create('/customers', ADA, { headers }),
  ];
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect([first, again].map((each) => each.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  const differs = await create('/customers', { ...ADA, city: 'Rome' }, { headers });
  expect([differs.status, differs.body['code']]).toEqual([422, 'saved_already']);
});

// Holds integrations-48
test('a sale is recorded, changed, received and read with amounts as texts and its currency', async () => {
  const sale = {
    customer_id: agency.customerId,
    vendor_id: agency.vendorId,
    agent_id: agency.agent.id,
    booking_reference: 'API-7',
    total_amount: '1000.5',
    commission_rate: '10',
    traveler_ids: [],
  };
  const made = await create('/sales', sale);
  expect(made).toMatchObject({
    status: 201,
    body: { total_amount: '1000.50', commission_amount: '100.05', currency: 'USD', status: 'booked' },
  });
  const id = String(made.body['id']);
  const found = await askApi('GET', `/sales?booking_reference=API-7`, { key });
  const { lines, co_sellers, plan, group, ...row } = made.body;
  expect([lines, co_sellers, plan, group]).toEqual([[], [], [], null]);
  expect(found.body['data']).toEqual([row]);
  const [commission] = (await askApi('GET', `/commissions?sale_id=${id}`, { key })).body['data'] as [
    { id: string },
  ];
  // Since when vendors' payments are tracked decides whether the rest is open.
  await sql(`update public.organizations set receipts_tracked_since = '2020-01-01' where id = $1`, [
    agency.organizationId,
  ]);
  const received = await create(`/commissions/${commission.id}/receipt`, {
    received_on: '2026-01-05',
    received_amount: '60.05',
  });
  expect(received).toMatchObject({
    status: 200,
    body: {
      received_amount: '60.05',
      received_how: 'word',
      open_amount: '40.00',
      written_off_amount: '0.00',
      currency: 'USD',
    },
  });
  const late = await create(`/commissions/${commission.id}/receipt`, {
    received_on: '2199-01-05',
    received_amount: '60.05',
  });
  expect(late.body).toMatchObject({ status: 422, code: 'receipt_day_expected', field: 'received_on' });
  const day = await create('/sales', { ...sale, booking_reference: 'API-8', sale_date: '2026-02-30' });
  expect(day.body).toMatchObject({ status: 422, code: 'date_expected', field: 'sale_date' });
  const money = await create('/sales', { ...sale, booking_reference: 'API-8', currency: 'EUR' });
  expect([money.status, money.body['field']]).toEqual([422, 'currency']);
});

// Holds integrations-49
test('lines of a bank are imported once, true twins stay two, and what cannot be taken says why', async () => {
  const account = await sql<{ id: string }>(
    `insert into public.bank_accounts (organization_id, name, currency) values ($1, 'Operating', 'USD') returning id`,
    [agency.organizationId],
  );
  const lines = [
    { booked_on: '2026-03-01', amount: '10.00', text: 'TWIN' },
    { booked_on: '2026-03-01', amount: '10.00', text: 'TWIN' },
    { booked_on: '2026-03-02', amount: '-3.50', text: 'FEE', currency: 'USD' },
    { booked_on: '2026-03-03', amount: '5.00', text: 'FOREIGN', currency: 'EUR' },
  ];
  const body = { account_id: account[0]?.id, lines };
  expect((await create('/bank/transactions/import', body)).body).toMatchObject({
    added: 3,
    already_here: 0,
    refused: [{ line: 4, detail: 'It is in EUR, the account in USD' }],
  });
  expect((await create('/bank/transactions/import', body)).body).toMatchObject({ added: 0, already_here: 3 });
  const foreign = await askApi('POST', '/bank/transactions/import', {
    key: (await makeKey(other)).key,
    body,
    headers: once(),
  });
  expect(foreign.body).toMatchObject({ status: 422, code: 'file_account_missing', field: 'account_id' });
});

// Holds integrations-34
test('cursors of one list lead through it, and those of others or forged ones nowhere else', async () => {
  const page = await askApi('GET', '/customers?limit=1', { key });
  const cursor = String(page.body['next_cursor']);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  const next = await askApi('GET', `/customers?limit=1&cursor=${cursor}`, { key });
  expect(next.body['data']).not.toEqual(page.body['data']);
  // Nor from one order into the other.
  const since = 'updated_since=1970-01-01T00:00:00Z';
  const changed = await askApi('GET', `/customers?limit=1&${since}`, { key });
  for (const [wrong, more] of [
    [cursor, `&${since}`],
    [String(changed.body['next_cursor']), ''],
  ]) {
    const answer = await askApi('GET', `/customers?limit=1&cursor=${wrong}${more}`, { key });
    expect(answer.body).toMatchObject({ status: 400, code: 'api_parameter_wrong', field: 'cursor' });
  }
  const stranger = await askApi('GET', `/customers?cursor=${cursor}`, { key: (await makeKey(other)).key });
  expect(JSON.stringify(stranger.body)).not.toContain(agency.customerId);
});

// Holds integrations-50
test('whatever is sent to any address, nothing is answered 5xx', async () => {
  const odd = [
    '',
    '0',
    '-1',
    'null',
    '[]',
    '{}',
    '"x"',
    '{"lines":[{}]}',
    `{"x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  ];
  const more = odd.map((body) => ({ body, headers: { ...once(), 'if-match': '"2147483647"' } }));
  for (const { method, path } of OPERATIONS.filter((operation) => operation.body)) {
    for (const sent of more) {
      const { status } = await askApi(method, path.replace('{id}', NOBODYS), { key, ...sent });
      expect({ method, path, body: sent.body.slice(0, 20), ok: status < 500 }).toEqual({
        method,
        path,
        body: sent.body.slice(0, 20),
        ok: true,
      });
    }
  }
});
