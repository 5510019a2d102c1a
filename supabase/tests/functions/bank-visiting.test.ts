import { createVerify, generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from '../support/bank';
import {
  asPerson,
  broughtBy,
  connectionRow,
  startBridged,
  syncNow,
  untilRow,
  type Bridged,
} from '../support/bank-bridge';
import { dayFromToday } from '../support/bank-connections';
import { sqlOne } from '../support/database';
import { createMember, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** Enable Banking in real Deno, against a server that answers as its reference documents: the consent of a bank, which expires. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const RETURN = 'https://paperplane.test/commissions/bank/accounts';
const VISIT = 'https://tilisy.enablebanking.com/welcome?sessionid=73100c65';
const EXPIRES = new Date(Date.now() + 90 * 86_400_000).toISOString();

interface Asked {
  path: string;
  isSigned: boolean;
  body: { state?: string; code?: string };
}
const asked: Asked[] = [];
let expired = false;
let session = 0;
let server: http.Server;
let bridged: Bridged;
let agency: TestAgency;

function isSigned(authorization = ''): boolean {
  const [head, body, signature] = authorization.replace('Bearer ', '').split('.');
  return createVerify('RSA-SHA256')
    .update(`${head}.${body}`)
    .verify(publicKey, signature ?? '', 'base64url');
}

/** Ids of an account are others in each session, but for its hash. */
const accountOf = (number: number) => ({
  account_id: { iban: 'FI0455231152453547' },
  details: 'Operating account',
  cash_account_type: 'CACC',
  currency: 'USD',
  uid: `uid-${number}`,
  identification_hash: 'hash-of-the-iban',
});

const answers: Record<string, () => object> = {
  '/aspsps': () => ({
    aspsps: [{ name: 'Nordea', country: 'FI', psu_types: ['business'], maximum_consent_validity: 7_776_000 }],
  }),
  '/auth': () => ({ url: VISIT, authorization_id: '73100c65', psu_id_hash: 'x' }),
  '/sessions': () => ({
    session_id: `session-${(session += 1)}`,
    accounts: [accountOf(session)],
    aspsp: { name: 'Nordea', country: 'FI' },
    access: { valid_until: EXPIRES },
  }),
  balances: () => ({
    balances: [
      {
        name: 'Booked',
        balance_amount: { currency: 'USD', amount: '12.00' },
        balance_type: 'CLBD',
        reference_date: dayFromToday(-1),
      },
    ],
  }),
  transactions: () => ({
    transactions: [
      {
        entry_reference: '5561990681',
        transaction_amount: { currency: 'USD', amount: '120.50' },
        debtor: { name: 'Acme Tours' },
        credit_debit_indicator: 'CRDT',
        status: 'BOOK',
        booking_date: dayFromToday(-3),
        remittance_information: ['COMM', 'REF 88101'],
      },
    ],
    continuation_key: null,
  }),
};

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://bank.test');
      asked.push({
        path: pathname,
        isSigned: isSigned(request.headers.authorization),
        body: JSON.parse(text || '{}') as Asked['body'],
      });
      const [, , uid, resource = ''] = pathname.split('/');
      const isOld = uid !== undefined && uid !== `uid-${session}`;
      if (expired || isOld) {
        const said = { message: 'Session is expired', code: 401, error: 'EXPIRED_SESSION' };
        return response.writeHead(401).end(JSON.stringify(said));
      }
      response.end(JSON.stringify((answers[resource] ?? answers[pathname])?.() ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bridged = await startBridged({
    BANK_BRIDGES_ALLOWED: url,
    ENABLE_BANKING_URL: url,
    APP_URL: 'https://paperplane.test/',
    ENABLE_BANKING_APP_ID: 'app',
    ENABLE_BANKING_PRIVATE_KEY: PEM,
  });
  agency = await createTestAgency();
});
afterAll(async () => {
  await bridged.stop();
  await new Promise((resolve) => server.close(resolve));
});

const begin = async (person: Person, connectionId?: string): Promise<string> =>
  (
    await ask<{ connection_id: string }>(person, 'begin_bank_connection', {
      provider: 'enable_banking',
      ...(connectionId && { connection_id: connectionId }),
    })
  ).connection_id;

/** Goes to the bank; answers with what it puts into the address of the way back. */
async function visit(person: Person, id: string): Promise<{ state: string; code: string }> {
  const bank = { institution: 'Nordea', country: 'FI', return_url: RETURN };
  const begun = await asPerson(person, { action: 'begin', connection_id: id, ...bank });
  expect(begun).toEqual({ status: 200, body: { connection_id: id, visit: VISIT } });
  const { state = '' } = asked.findLast(({ path }) => path === '/auth')?.body ?? {};
  return { state, code: 'code' };
}

const finish = (person: Person, returned: object) => asPerson(person, { action: 'finish', ...returned });

test('banks of a country come for who may connect one', async () => {
  expect(await asPerson(agency.admin, { action: 'providers' })).toMatchObject({
    body: { enable_banking: { configured: true } },
  });
  expect(
    await asPerson(agency.admin, { action: 'institutions', provider: 'enable_banking', country: 'FI' }),
  ).toEqual({
    status: 200,
    body: { institutions: [{ name: 'Nordea', country: 'FI' }] },
  });
});

// Holds bank-94
test('a consent at the bank connects it, expires, and is renewed; each line comes once', async () => {
  const id = await begin(agency.admin);
  const returned = await visit(agency.admin, id);
  expect(await finish(agency.admin, returned)).toEqual({ status: 200, body: { connection_id: id } });
  const { expires_at } = await sqlOne<{ expires_at: Date }>(
    'select expires_at from public.bank_connections where id = $1',
    [id],
  );
  expect(expires_at.toISOString()).toBe(EXPIRES);
  const { accounts_to_link: found } = await ask<{ accounts_to_link: object[] }>(
    agency.admin,
    'get_bank_connection',
    {
      connection_id: id,
    },
  );
  expect(found).toMatchObject([
    {
      name: 'Operating account',
      institution: 'Nordea',
      last_four: '3547',
      balance: 12,
      balance_on: dayFromToday(-1),
    },
  ]);
  await ask(agency.admin, 'link_bank_accounts', {
    connection_id: id,
    links: [{ provider_account_id: 'hash-of-the-iban', new_name: 'Operating' }],
    since: dayFromToday(-20),
  });
  await untilRow(id, ({ last_success_at }) => last_success_at !== null);
  const brought = [{ day: dayFromToday(-3), amount: '120.50', text: 'COMM REF 88101', status: 'open' }];
  expect(await broughtBy(id)).toEqual(brought);

  expired = true;
  expect(await syncNow(id)).toMatchObject({
    state: 'needs_attention',
    code: 'expired',
    words: 'Session is expired',
  });
  expired = false;
  await begin(agency.admin, id);
  expect(await finish(agency.admin, await visit(agency.admin, id))).toMatchObject({ status: 200 });
  expect(await untilRow(id, ({ state }) => state === 'connected')).toMatchObject({ code: null });
  expect(await syncNow(id)).toMatchObject({ state: 'connected', code: null });
  expect(await broughtBy(id)).toEqual(brought);
  expect(asked.every(({ isSigned: signed }) => signed)).toBe(true);
  expect(bridged.process.output()).not.toContain(PEM.split('\n')[1]);
});

// Holds bank-95, security-96
test('what the bank sends back is good once, for who was sent there', async () => {
  const id = await begin(agency.admin);
  const returned = await visit(agency.admin, id);
  const colleague = await createMember(agency.organizationId, 'admin');
  const unknown = { status: 400, body: { code: 'bank_visit_unknown' } };
  expect(await finish(colleague, returned)).toMatchObject(unknown);
  const guessed = { ...returned, state: `${id}.${'0'.repeat(48)}` };
  expect(await finish(agency.admin, guessed)).toMatchObject(unknown);
  expect(await finish(agency.admin, returned)).toMatchObject({ status: 200 });
  const before = asked.length;
  expect(await finish(agency.admin, returned)).toMatchObject(unknown);
  expect(asked).toHaveLength(before);
  expect(await connectionRow(id)).toMatchObject({ state: 'connected', label: 'Nordea' });
});

// Holds security-97
test.each([
  'https://stranger.test/take',
  'https://paperplane.test.stranger.test/',
  'javascript:alert(1)',
  'http://paperplane.test/',
])('nobody is sent back to %s with what the bank says', async (return_url) => {
  const id = await begin(agency.admin);
  const before = asked.length;
  const bank = { institution: 'Nordea', country: 'FI', return_url };
  expect(await asPerson(agency.admin, { action: 'begin', connection_id: id, ...bank })).toMatchObject({
    status: 400,
    body: { code: 'bank_return_wrong' },
  });
  expect(asked).toHaveLength(before);
});
