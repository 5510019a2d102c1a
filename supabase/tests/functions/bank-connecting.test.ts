import { randomUUID } from 'node:crypto';
import { backend } from '../support/backend';
import { ask } from '../support/bank';
import {
  asPerson,
  beginConnection,
  bridgeAccount,
  bridgeLines,
  callFunction,
  claim,
  connectBridge,
  connectionRow,
  startBridged,
  type Bridged,
} from '../support/bank-bridge';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';
import { tokenFor } from '../support/token';

/** The functions in real Deno, a real database, and a bridge that speaks the protocol. */
let bridged: Bridged;
let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  bridged = await startBridged();
  bridged.bridge.accounts = [bridgeAccount('4410', bridgeLines(['120.50', 'ACME TOURS']))];
  [agency, other] = [await createTestAgency(), await createTestAgency()];
});
afterAll(() => bridged.stop());
beforeEach(async () => {
  bridged.bridge.fault = 'none';
  // Twenty an hour are few for a test.
  await sql(`delete from private.bank_provider_requests where kind = 'begin'`);
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const offered = (id: string) =>
  ask<{ accounts_to_link: Record<string, unknown>[] } | null>(agency.admin, 'get_bank_connection', {
    connection_id: id,
  });

describe('a setup token', () => {
  // Holds bank-90
  test('is claimed on the server, and its accounts wait to be linked', async () => {
    const id = await beginConnection(agency.admin);
    expect(await claim(agency.admin, id, ` ${bridged.bridge.token()}\n`)).toEqual({
      status: 200,
      body: { connection_id: id },
    });
    expect(await connectionRow(id)).toMatchObject({
      state: 'connected',
      label: new URL(bridged.bridge.url).host,
    });
    expect((await offered(id))?.accounts_to_link).toMatchObject([
      {
        provider_account_id: '4410',
        name: 'Checking',
        institution: 'First Pier Bank',
        kind: 'checking',
        last_four: '4410',
        currency: 'USD',
        balance: 100,
      },
    ]);
  });

  // Holds bank-91
  test('is good once, and the person is told that it may be stolen', async () => {
    const token = bridged.bridge.token();
    await claim(agency.admin, await beginConnection(agency.admin), token);
    const again = await claim(agency.admin, await beginConnection(agency.admin), token);
    expect(again).toMatchObject({
      status: 400,
      body: { success: false, code: 'bank_token_used', field: 'token' },
    });
    expect(again.body['error']).toContain('disable it at the bridge');
  });

  // Holds bank-92
  test('that was claimed is not lost when the bridge fails behind it', async () => {
    const [id, token] = [await beginConnection(agency.admin), bridged.bridge.token()];
    bridged.bridge.fault = 'html';
    expect(await claim(agency.admin, id, token)).toMatchObject({
      status: 400,
      body: { code: 'bank_wrong_answer' },
    });
    bridged.bridge.fault = 'payment_required';
    const unpaid = await claim(agency.admin, id, token);
    expect(unpaid).toMatchObject({
      body: { code: 'bank_payment_required', params: { words: 'The bridge says 402.' } },
    });
    bridged.bridge.fault = 'nothing';
    expect(await claim(agency.admin, id, token)).toMatchObject({ body: { code: 'bank_without_accounts' } });
    bridged.bridge.fault = 'none';
    expect(await claim(agency.admin, id, token)).toMatchObject({ status: 200 });
  });

  // Holds bank-93
  test('is not claimed for a connection that was not begun', async () => {
    const [id, token] = [await beginConnection(agency.admin), bridged.bridge.token()];
    await sql(`update public.bank_connections set begun_at = now() - interval '2 hours' where id = $1`, [id]);
    expect(await claim(agency.admin, id, token)).toMatchObject({ body: { code: 'connection_not_begun' } });
    expect(await claim(agency.admin, await beginConnection(agency.admin), token)).toMatchObject({
      status: 200,
    });
  });

  test('renews a connection, and its accounts go on', async () => {
    const id = await connectBridge(agency.admin, bridged.bridge);
    await beginConnection(agency.admin, id);
    expect(await claim(agency.admin, id, bridged.bridge.token())).toMatchObject({ status: 200 });
    expect((await offered(id))?.accounts_to_link).toEqual([]);
  });

  // Holds security-88
  test.each([
    ['http', 'http://bridge.example/claim/1'],
    ['this machine', 'https://127.0.0.1/claim/1'],
    ['this machine by name', 'https://localhost:1/claim/1'],
    ['this machine in IPv6', 'https://[::1]/claim/1'],
    ['a mapped address', 'https://[::ffff:127.0.0.1]/claim/1'],
    ['metadata', 'https://169.254.169.254/latest/meta-data'],
    ['a private network', 'https://10.0.0.1/claim/1'],
    ['a private network in decimal', 'https://167772161/claim/1'],
    ['this machine in octal', 'https://0177.0.0.1/claim/1'],
    ['credentials', 'https://me:secret@bridge.example/claim/1'],
    ['a file', 'file:///etc/passwd'],
    ['the API', 'API'],
    ['the database', 'DATABASE'],
  ])('that leads to %s asks nobody', async (_name, address) => {
    const to =
      { API: backend.apiUrl, DATABASE: backend.dbUrl.replace('postgres:', 'http:') }[address] ?? address;
    const { body } = await claim(agency.admin, await beginConnection(agency.admin), base64(to));
    expect(body['code']).toMatch(/^bank_(token_)?refused$/);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('is sent nowhere else, and what it is good for is asked nowhere else', async () => {
    const token = bridged.bridge.token();
    bridged.bridge.fault = 'claim_redirect';
    const redirected = await claim(agency.admin, await beginConnection(agency.admin), token);
    expect(redirected).toMatchObject({ status: 400, body: { code: 'bank_wrong_answer' } });
    bridged.bridge.fault = 'claim_elsewhere';
    const led = await claim(agency.admin, await beginConnection(agency.admin), token);
    expect(led).toMatchObject({ status: 400, body: { code: 'bank_refused' } });
    expect(JSON.stringify(led)).not.toContain('169.254');
  });

  test('that is none is refused at its field', async () => {
    const id = await beginConnection(agency.admin);
    for (const token of ['', 'hello', 'x'.repeat(30_000)])
      expect(await claim(agency.admin, id, token)).toMatchObject({ status: 400, body: { success: false } });
    expect(await claim(agency.admin, id, 'hello')).toMatchObject({
      body: { code: 'bank_token_wrong', field: 'token' },
    });
  });
});

describe('who may', () => {
  const providers = (person: Person) => asPerson(person, { action: 'providers' });

  test('admins and owners hear which providers there are', async () => {
    expect(await providers(agency.admin)).toEqual({
      status: 200,
      body: {
        simplefin: { bridge_url: `${bridged.bridge.url}/simplefin/create` },
        enable_banking: { configured: false },
      },
    });
    expect(await providers(agency.owner)).toMatchObject({ status: 200 });
  });

  test.each([
    ['an agent', () => agency.agent],
    ['somebody who is inactive', () => agency.inactive],
  ])('%s hears nothing', async (_name, who) => {
    const id = await beginConnection(agency.admin);
    for (const body of [
      { action: 'providers' },
      { action: 'institutions', provider: 'enable_banking', country: 'FI' },
      { action: 'begin', connection_id: id, token: bridged.bridge.token() },
      { action: 'finish', state: `${id}.${'0'.repeat(48)}`, code: 'x' },
    ])
      expect(await asPerson(who(), body)).toMatchObject({ status: 403, body: { code: 'bank_admins_only' } });
  });

  // Holds security-95
  test('nobody connects another agency', async () => {
    const [id, token] = [await beginConnection(agency.admin), bridged.bridge.token()];
    expect(await claim(other.owner, id, token)).toMatchObject({ body: { code: 'connection_not_found' } });
    expect(
      await asPerson(other.owner, { action: 'finish', state: `${id}.${'0'.repeat(48)}`, code: 'x' }),
    ).toMatchObject({
      body: { code: 'connection_not_found' },
    });
    expect(await claim(agency.admin, id, token)).toMatchObject({ status: 200 });
  });

  test.each([
    ['no token', ''],
    ['a token that is signed by somebody else', tokenFor(randomUUID(), 'x'.repeat(40))],
  ])('%s is no way in', async (_name, token) => {
    expect((await callFunction('bank-connections', token, { action: 'providers' })).status).toBe(403);
  });

  test('a key of the project is no person', async () => {
    for (const key of [backend.publishableKey, backend.secretKey])
      expect(
        (await callFunction('bank-connections', key, { action: 'providers' })).status,
      ).toBeGreaterThanOrEqual(400);
  });

  test('the sync is called by the project alone', async () => {
    const { data } = await agency.owner.api.auth.getSession();
    for (const token of ['', backend.publishableKey, data.session?.access_token ?? 'x'])
      expect(await callFunction('bank-sync', token, {})).toMatchObject({ status: 403 });
    const nothing = { connection_id: randomUUID() };
    expect(await callFunction('bank-sync', backend.secretKey, nothing)).toEqual({
      status: 200,
      body: { parts: 0 },
    });
  });

  test('what is no action is none', async () => {
    for (const body of [{}, { action: 'toString' }, { action: ['begin'] }, { action: '__proto__' }, []])
      expect(await asPerson(agency.admin, body)).toMatchObject({
        status: 400,
        body: { code: 'action_unknown' },
      });
  });
});

// Holds security-90
test('no secret is in the log, in an answer, or in what anybody reads', async () => {
  const token = bridged.bridge.token();
  const id = await beginConnection(agency.admin);
  const said = [await claim(agency.admin, id, token)];
  said.push(await claim(agency.admin, await beginConnection(agency.admin), token));
  said.push(await callFunction('bank-sync', backend.secretKey, { connection_id: id }));
  const { authorization } = bridged.bridge.requests.at(-1) ?? {};
  const credentials = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64').toString();
  const secrets = [
    token,
    credentials.split(':')[1] ?? '',
    authorization ?? '',
    Buffer.from(token, 'base64').toString(),
  ];
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const page = await ask(agency.admin, 'get_bank_accounts_page');
  // Everything that a dump would hold, as it stands there.
  const { tables } = await sqlOne<{ tables: string }>(
    `select string_agg(query_to_xml(format('select t::text from %I.%I t', table_schema, table_name), true, true, '')::text, '') as tables
     from information_schema.tables where table_schema in ('public', 'private', 'net', 'storage', 'realtime') and table_type = 'BASE TABLE'`,
  );
  const texts = {
    said: JSON.stringify(said),
    page: JSON.stringify(page),
    tables,
    log: bridged.process.output(),
  };
  expect(tables).toContain(id);
  for (const [where, text] of Object.entries(texts))
    for (const secret of secrets)
      expect({ where, leaks: text.includes(secret) }).toEqual({ where, leaks: false });
});
