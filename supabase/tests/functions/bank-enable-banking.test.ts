import { createVerify, generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  balanceIn,
  failureIn,
  institutionsIn,
  lineOf,
  withIds,
} from '../../functions/_shared/bank/enable-banking-answers.ts';
import { signedToken } from '../../functions/_shared/bank/enable-banking-token.ts';
import {
  connectionOfState,
  enableBanking,
  institutions,
} from '../../functions/_shared/bank/enable-banking.ts';
import type { Memory } from '../../functions/_shared/bank/provider.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' });
const APP = 'cf589be3-3755-465b-a8df-a90a16a31403';
const CONNECTION = '0d7a7f5e-2b0a-4d6c-9b1e-0a4c5b6d7e8f';
const PERSON = 'somebody';
const RETURN = 'https://paperplane.test/commissions/bank/accounts';

// Answers as the reference documents them (enablebanking.com/docs/api/reference).
const HASH =
  'WwpbCiJhY2NvdW50IiwKImFjY291bnRfaWQiLAoiaWJhbiIKXQpd.E8GzhnnsFC7K+4e3YMYYKpyM83Zx6toXrjgcvPP/Lqc=';
const UID = '91d14153-4b7b-c51b-0b67-665ff607ae00';
const ASPSPS = {
  aspsps: [
    {
      name: 'Nordea',
      country: 'FI',
      psu_types: ['business', 'personal'],
      maximum_consent_validity: 15_552_000,
    },
    { name: 'Aktia', country: 'FI', psu_types: ['personal'], maximum_consent_validity: 7_776_000 },
    { name: '', country: 'FI' },
  ],
};
const AUTH = {
  url: 'https://tilisy.enablebanking.com/welcome?sessionid=73100c65-c54d-46a1-87d1-aa3effde435a',
  authorization_id: '73100c65-c54d-46a1-87d1-aa3effde435a',
  psu_id_hash: 'f3a1bd7e',
};
const SESSION = {
  session_id: '4604aa90-f8a8-4180-92d8-0c3270846f0a',
  accounts: [
    {
      account_id: { iban: 'FI0455231152453547' },
      all_account_ids: [{ identification: '123456', scheme_name: 'BBAN' }],
      account_servicer: { bic_fi: 'NDEAFIHH', name: 'Nordea' },
      name: 'Asko Teirila',
      details: 'Operating account',
      usage: 'ORGA',
      cash_account_type: 'CACC',
      product: 'Business account',
      currency: 'EUR',
      uid: UID,
      identification_hash: HASH,
      identification_hashes: [HASH],
    },
    // Blocked at the bank: it may not be asked.
    { cash_account_type: 'SVGS', currency: 'EUR', identification_hash: 'other', identification_hashes: [] },
  ],
  aspsp: { name: 'Nordea', country: 'FI' },
  psu_type: 'business',
  access: { valid_until: '2026-08-01T00:00:00.000000+00:00' },
};
const BALANCES = {
  balances: [
    { name: 'Available balance', balance_amount: { currency: 'EUR', amount: '1.23' }, balance_type: 'CLAV' },
    {
      name: 'Booked balance',
      balance_amount: { currency: 'EUR', amount: '-4.56' },
      balance_type: 'CLBD',
      reference_date: '2026-04-30',
    },
  ],
};
const CREDIT = {
  entry_reference: '5561990681',
  transaction_amount: { currency: 'EUR', amount: '1.23' },
  creditor: { name: 'Us' },
  debtor: { name: 'MyPreferredAisp' },
  bank_transaction_code: { description: 'Utlandsbetalning', code: '12', sub_code: '32' },
  credit_debit_indicator: 'CRDT',
  status: 'BOOK',
  booking_date: '2026-04-03',
  value_date: '2026-04-02',
  transaction_date: '2026-04-01',
  reference_number: 'RF07850352502356628678117',
  reference_number_schema: 'SEBG',
  remittance_information: ['RF07850352502356628678117', 'Gift for Alex'],
};
const DEBIT = {
  transaction_amount: { currency: 'EUR', amount: '-49.90' },
  credit_debit_indicator: 'DBIT',
  status: 'BOOK',
  value_date: '2026-04-12',
  creditor: { name: 'K-Market Tapiola' },
  debtor: { name: 'Us' },
  remittance_information: [],
  bank_transaction_code: { description: 'Card purchase' },
};
const refusal = (code: number, error: string) => ({
  message: 'In their words',
  code,
  error,
  detail: 'secret',
});

const environment: Record<string, string> = {};
interface Asked {
  method: string;
  url: URL;
  token: string;
  body: Record<string, unknown>;
}
const asked: Asked[] = [];
let answers: Record<string, [number, object]> = {};
let server: http.Server;

beforeAll(async () => {
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } });
  server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://bank.test');
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      const body = JSON.parse(text || '{}') as Record<string, unknown>;
      asked.push({ method: request.method ?? '', url, token, body });
      const key = `${request.method} ${url.pathname}${url.searchParams.get('continuation_key') ?? ''}`;
      const [status, answer] = answers[key] ?? [404, refusal(404, 'SESSION_DOES_NOT_EXIST')];
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '60' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'Deno');
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(environment, {
    BANK_BRIDGES_ALLOWED: origin,
    ENABLE_BANKING_URL: origin,
    ENABLE_BANKING_APP_ID: APP,
    ENABLE_BANKING_PRIVATE_KEY: PEM,
  });
  answers = {
    'GET /aspsps': [200, ASPSPS],
    'POST /auth': [200, AUTH],
    'POST /sessions': [200, SESSION],
    [`GET /accounts/${UID}/balances`]: [200, BALANCES],
    [`GET /accounts/${UID}/transactions`]: [200, { transactions: [CREDIT], continuation_key: '-page2' }],
    [`GET /accounts/${UID}/transactions-page2`]: [200, { transactions: [DEBIT], continuation_key: null }],
  };
});

/** What the database keeps, sealed, of a connection that is being made. */
function memory(): Memory & { draft: string | null } {
  const kept = {
    draft: null as string | null,
    read: () => Promise.resolve(kept.draft),
    keep: (draft: string) => Promise.resolve(void (kept.draft = draft)),
  };
  return kept;
}

const BEGINNING = {
  connectionId: CONNECTION,
  userId: PERSON,
  institution: 'Nordea',
  country: 'FI',
  returnUrl: RETURN,
};

/** The body of the last request. */
const lastBody = () =>
  (asked.at(-1) ?? { body: {} }).body as { state: string; access: { valid_until: string } };

/** Begins and comes back from the bank. */
async function connected() {
  const kept = memory();
  await enableBanking.begin(BEGINNING, kept);
  const { state } = lastBody();
  return enableBanking.finish({ userId: PERSON, state, code: 'code' }, kept);
}

describe('a request', () => {
  it('carries a token as the reference asks for, signed with the key of the application', async () => {
    const now = Date.parse('2026-04-01T00:00:00Z');
    const token = await signedToken(APP, PEM.toString().replaceAll('\n', '\\n'), now);
    const [head = '', body = '', signature = ''] = token.split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ typ: 'JWT', alg: 'RS256', kid: APP });
    expect(read(body)).toEqual({
      iss: 'enablebanking.com',
      aud: 'api.enablebanking.com',
      iat: now / 1000,
      exp: now / 1000 + 300,
    });
    const verify = createVerify('RSA-SHA256').update(`${head}.${body}`);
    expect(verify.verify(publicKey, signature, 'base64url')).toBe(true);
  });

  it('is not made where the installation has no application', async () => {
    environment['ENABLE_BANKING_APP_ID'] = '';
    await expect(institutions('FI')).rejects.toMatchObject({ code: 'bank_provider_missing' });
    const secret = JSON.stringify({ session: 's', accounts: [{ uid: UID, provider_account_id: HASH }] });
    const asks = enableBanking.transactions(secret, [HASH], { since: '2026-04-01', until: '2026-04-30' });
    await expect(asks).rejects.toMatchObject({ code: 'forbidden' });
    expect(asked).toHaveLength(0);
  });
});

describe('banks of a country', () => {
  // Holds bank-108
  it('come by name, each with what it takes for a consent', async () => {
    expect(await institutions('FI')).toEqual([
      { name: 'Aktia', country: 'FI', psuType: 'personal', longestSeconds: 7_776_000 },
      { name: 'Nordea', country: 'FI', psuType: 'business', longestSeconds: 15_552_000 },
    ]);
    expect(asked[0]?.url.search).toBe('?country=FI');
  });

  it('are asked for a country alone', async () => {
    await expect(institutions('FI&x=1')).rejects.toMatchObject({ code: 'bank_country_wrong' });
    expect(asked).toHaveLength(0);
  });

  it('consent to half a year at most', () => {
    const [bank] = institutionsIn({ aspsps: [{ name: 'N', country: 'FI', maximum_consent_validity: 9e9 }] });
    expect(bank?.longestSeconds).toBe(180 * 86_400);
  });
});

describe('connecting', () => {
  it('leads to the bank, with a state that nobody can guess', async () => {
    const kept = memory();
    expect(await enableBanking.begin(BEGINNING, kept)).toEqual({ visit: AUTH.url });
    const body = lastBody();
    expect(body).toMatchObject({
      access: { balances: true, transactions: true },
      aspsp: { name: 'Nordea', country: 'FI' },
      psu_type: 'business',
      redirect_url: RETURN,
    });
    expect(Date.parse(body.access.valid_until)).toBeGreaterThan(Date.now() + 179 * 86_400_000);
    expect(connectionOfState(body.state)).toBe(CONNECTION);
    await enableBanking.begin(BEGINNING, kept);
    expect(lastBody().state).not.toBe(body.state);
  });

  it.each([
    ['a bank of no list', { institution: 'Nordeo' }, 'bank_institution_wrong'],
    ['no way back', { returnUrl: undefined }, 'bank_return_wrong'],
    ['a way back that is no page', { returnUrl: 'javascript:alert(1)' }, 'bank_return_wrong'],
    [
      'a way back that only looks like a page of this machine',
      { returnUrl: 'javascript://localhost/%0aalert(1)' },
      'bank_return_wrong',
    ],
    ['a way back without https', { returnUrl: 'http://paperplane.test/' }, 'bank_return_wrong'],
  ])('is refused with %s', async (_name, changed, code) => {
    const kept = memory();
    await expect(enableBanking.begin({ ...BEGINNING, ...changed }, kept)).rejects.toMatchObject({ code });
    expect(kept.draft).toBeNull();
  });

  it('leads nowhere but to an https page', async () => {
    answers['POST /auth'] = [200, { ...AUTH, url: 'javascript:alert(1)' }];
    await expect(enableBanking.begin(BEGINNING, memory())).rejects.toMatchObject({ code: 'wrong_answer' });
  });

  it('ends with the accounts that may be asked, their balances, and when the consent expires', async () => {
    const { secret, ...made } = await connected();
    expect(made).toEqual({ label: 'Nordea', expires_at: '2026-08-01T00:00:00.000Z' });
    expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { code: 'code' } });
    expect(await enableBanking.accounts(secret)).toEqual([
      {
        provider_account_id: HASH,
        name: 'Operating account',
        institution: 'Nordea',
        kind: 'checking',
        last_four: '3547',
        currency: 'EUR',
        balance: '-4.56',
        balance_on: '2026-04-30',
      },
    ]);
  });

  it('goes on without balances where the bank does not tell them now', async () => {
    const { secret } = await connected();
    answers[`GET /accounts/${UID}/balances`] = [429, refusal(429, 'ASPSP_RATE_LIMIT_EXCEEDED')];
    expect(await enableBanking.accounts(secret)).toMatchObject([{ balance: null, balance_on: null }]);
  });

  it.each([
    ['another state', { state: `${CONNECTION}.${'0'.repeat(48)}` }],
    ['another person', { userId: 'somebody else' }],
  ])('ends for nobody with %s', async (_name, changed) => {
    const kept = memory();
    await enableBanking.begin(BEGINNING, kept);
    const { state } = lastBody();
    const returned = { userId: PERSON, state, code: 'code', ...changed };
    await expect(enableBanking.finish(returned, kept)).rejects.toMatchObject({ code: 'bank_visit_unknown' });
    await expect(enableBanking.finish(returned, memory())).rejects.toMatchObject({
      code: 'bank_visit_unknown',
    });
    expect(asked.some(({ url }) => url.pathname === '/sessions')).toBe(false);
  });

  it.each(['', CONNECTION, `${CONNECTION}.`, `${CONNECTION}.${'0'.repeat(47)}`, `x.${'0'.repeat(48)}`])(
    'knows no connection of the state "%s"',
    (state) => {
      expect(connectionOfState(state)).toBeNull();
    },
  );
});

describe('lines', () => {
  const span = { since: '2026-04-01', until: '2026-04-30' };

  it('come from all pages of the days asked for', async () => {
    const { secret } = await connected();
    asked.length = 0;
    const { accounts, words } = await enableBanking.transactions(secret, [HASH, 'gone'], span);
    expect(words).toEqual([]);
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({
      provider_account_id: HASH,
      currency: 'EUR',
      balance: '-4.56',
      balance_on: '2026-04-30',
    });
    expect(accounts[0]?.lines.map(({ amount }) => amount)).toEqual(['1.23', '-49.90']);
    expect(Object.fromEntries(asked[1]?.url.searchParams ?? [])).toEqual({
      date_from: '2026-04-01',
      date_to: '2026-04-30',
      transaction_status: 'BOOK',
      continuation_key: '-page2',
    });
  });

  it('say what a file would say', () => {
    expect(lineOf(CREDIT)).toEqual({
      id: '5561990681',
      booked_on: '2026-04-03',
      value_on: '2026-04-02',
      amount: '1.23',
      text: 'RF07850352502356628678117 Gift for Alex',
      counterparty: 'MyPreferredAisp',
      reference: 'RF07850352502356628678117',
    });
    expect(lineOf(DEBIT)).toMatchObject({
      id: '',
      booked_on: '2026-04-12',
      amount: '-49.90',
      text: 'Card purchase',
      counterparty: 'K-Market Tapiola',
    });
  });

  it.each(['PDNG', 'HOLD', 'CNCL', 'RJCT', 'SCHD', 'OTHR', undefined])('are none when %s', (status) => {
    expect(lineOf({ ...CREDIT, status })).toBeNull();
  });

  it('without an id of the bank have one that is the same the next time, also twins', () => {
    const line = lineOf(DEBIT);
    if (!line) throw new Error('It is booked');
    const lines = [line, line, { ...line, amount: '-1' }];
    const ids = withIds(lines).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(
      withIds([...lines].reverse())
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it('do not come for days that the bank no longer tells', async () => {
    const { secret } = await connected();
    answers[`GET /accounts/${UID}/transactions`] = [422, refusal(422, 'WRONG_TRANSACTIONS_PERIOD')];
    expect(await enableBanking.transactions(secret, [HASH], span)).toEqual({ accounts: [], words: [] });
  });

  it('do not come for ever', async () => {
    const { secret } = await connected();
    answers[`GET /accounts/${UID}/transactions-page2`] = [
      200,
      { transactions: [], continuation_key: '-page2' },
    ];
    await expect(enableBanking.transactions(secret, [HASH], span)).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('end with the reason', async () => {
    const { secret } = await connected();
    answers[`GET /accounts/${UID}/transactions`] = [401, refusal(401, 'EXPIRED_SESSION')];
    await expect(enableBanking.transactions(secret, [HASH], span)).rejects.toMatchObject({
      code: 'expired',
      words: 'In their words',
    });
  });

  it('are none of an answer of another form', async () => {
    const { secret } = await connected();
    answers[`GET /accounts/${UID}/transactions`] = [200, { transactions: 'none' }];
    await expect(enableBanking.transactions(secret, [HASH], span)).rejects.toMatchObject({
      code: 'wrong_answer',
    });
  });
});

it.each([
  [401, 'EXPIRED_SESSION', 'expired'],
  [401, 'CLOSED_SESSION', 'reauthenticate'],
  [401, 'REVOKED_SESSION', 'reauthenticate'],
  [404, 'SESSION_DOES_NOT_EXIST', 'reauthenticate'],
  [403, 'ASPSP_PSU_ACTION_REQUIRED', 'reauthenticate'],
  [429, 'ASPSP_RATE_LIMIT_EXCEEDED', 'too_many'],
  [400, 'ASPSP_ERROR', 'unreachable'],
  [408, 'ASPSP_TIMEOUT', 'slow'],
  [403, 'ACCESS_DENIED', 'forbidden'],
  [404, 'ACCOUNT_DOES_NOT_EXIST', 'not_found'],
  [422, 'WRONG_REQUEST_PARAMETERS', 'wrong_answer'],
  [401, '', 'forbidden'],
  [404, '', 'not_found'],
  [408, '', 'slow'],
  [429, '', 'too_many'],
  [500, '', 'unreachable'],
])('takes %i %s for %s', (status, error, code) => {
  expect(failureIn(status, refusal(status, error))).toMatchObject({ code, words: 'In their words' });
});

it('prefers what is booked among balances', () => {
  expect(balanceIn(BALANCES)).toEqual({ balance: '-4.56', balance_on: '2026-04-30' });
  expect(balanceIn({})).toEqual({ balance: null, balance_on: null });
});
