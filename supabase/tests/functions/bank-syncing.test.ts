import type { Fault } from '../../../e2e/bridge/faults';
import { killWorkers } from '../../local/tests/support/functions';
import { backend } from '../support/backend';
import {
  bridgeAccount,
  bridgeLines,
  broughtBy,
  callFunction,
  callSync,
  connectBridge,
  connectionRow,
  PATIENCE,
  startBridged,
  syncNow,
  untilRow,
  type Bridged,
} from '../support/bank-bridge';
import { dayFromToday, makeDue, questionsOf } from '../support/bank-connections';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Syncs in real Deno against a bridge that is slow, wrong and lying: clear states, nothing twice, nothing lost. */
let bridged: Bridged;
let agency: TestAgency;
let connection: string;
const D = dayFromToday;

const LINES = bridgeLines(
  ['120.50', 'ACME TOURS REF 88101'],
  ['-14.00', 'WIRE FEE'],
  ['75.00', 'BLUE FLEET 55112'],
  ['25.00', 'COUNTER DEPOSIT'],
);
const BROUGHT = LINES.map(({ day, amount, text }) => ({ day, amount, text, status: 'open' }));

beforeAll(async () => {
  bridged = await startBridged();
});
afterAll(() => bridged.stop());
beforeEach(async () => {
  agency = await createTestAgency();
  bridged.bridge.fault = 'none';
  bridged.bridge.accounts = [bridgeAccount('4410', LINES)];
  connection = await connectBridge(agency.admin, bridged.bridge, D(-20));
});

const openQuestions = async () => (await questionsOf(agency)).filter(({ answer }) => answer === null);

const syncWith = (fault: Fault) => {
  bridged.bridge.fault = fault;
  return syncNow(connection);
};

test('the first sync begins when an account is linked, and asks for the days that are wanted', async () => {
  expect(await broughtBy(connection)).toEqual(BROUGHT);
  expect(await connectionRow(connection)).toMatchObject({ state: 'connected', code: null, last_added: 4 });
  const asked = new URL(bridged.bridge.requests.at(-1)?.url ?? '').searchParams;
  const noonOf = (days: number) => Date.parse(`${D(days)}T12:00:00Z`) / 1000;
  expect(Number(asked.get('start-date'))).toBeLessThan(noonOf(-20));
  // The end is the first moment that is not asked for: today is.
  expect(Number(asked.get('end-date'))).toBe(Date.parse(`${D(1)}T00:00:00Z`) / 1000);
  expect(asked.get('pending')).toBe('0');
});

// Holds bank-103
test.each<[Fault, string, string, string | null]>([
  ['payment_required', 'needs_attention', 'payment_required', 'The bridge says 402.'],
  ['forbidden', 'needs_attention', 'reauthenticate', 'The bridge says 403.'],
  ['nothing', 'needs_attention', 'not_found', null],
  ['reauthenticate', 'needs_attention', 'provider_words', 'You must reauthenticate.'],
  ['too_many', 'connected', 'too_many', 'The bridge says 429.'],
  ['broken', 'connected', 'unreachable', 'The bridge says 500.'],
  ['away', 'connected', 'unreachable', null],
  ['slow', 'connected', 'slow', null],
  ['redirect', 'connected', 'wrong_answer', null],
  ['html', 'connected', 'wrong_answer', null],
  ['cut', 'connected', 'wrong_answer', null],
  ['large', 'connected', 'too_large', null],
])('a bridge that answers as %s is %s: %s', async (fault, state, code, words) => {
  const begun = Date.now();
  const row = await syncWith(fault);
  expect(row).toMatchObject({ state, code, words });
  // Otherwise 25 seconds are waited for an answer.
  expect(Date.now() - begun).toBeLessThan((PATIENCE + 20) * 1000);
  // What time heals is tried again in a quarter of an hour.
  if (state === 'connected') expect(Math.round(row.pause / 60)).toBe(15);
  expect(await broughtBy(connection)).toEqual(BROUGHT);
  expect(await questionsOf(agency)).toEqual([]);

  // It was true again, and had something new meanwhile.
  const more = { id: 'TRN-9', day: D(-1), amount: '9.00', text: 'NEW' };
  bridged.bridge.accounts = [bridgeAccount('4410', [...LINES, more])];
  expect(await syncWith('none')).toMatchObject({
    state: 'connected',
    code: null,
    words: null,
    last_added: 1,
  });
  expect(await broughtBy(connection)).toHaveLength(5);
  expect(await questionsOf(agency)).toEqual([]);
});

test('pauses grow while a bridge is away', async () => {
  const pauses = [];
  for (let n = 0; n < 4; n += 1) pauses.push(Math.round((await syncWith('broken')).pause / 3600));
  expect(pauses).toEqual([0, 1, 6, 6]);
});

// Holds bank-104
test.each<Fault>(['negative_ids', 'changed_ids', 'pending', 'other_currency'])(
  'a bridge that tells %s adds nothing',
  async (fault) => {
    expect((await syncWith(fault)).state).toBe('connected');
    expect(await broughtBy(connection)).toEqual(BROUGHT);
    if (fault !== 'other_currency') expect(await questionsOf(agency)).toEqual([]);
    expect(await syncWith('none')).toMatchObject({ state: 'connected', code: null });
    expect(await broughtBy(connection)).toEqual(BROUGHT);
  },
);

test.each<[Fault, string, number]>([
  ['changed_amounts', 'changed', 4],
  ['gone', 'gone', 1],
])('a bridge that tells %s changes nothing in silence', async (fault, kind, count) => {
  // One that lies behind the last day, which may not be over yet.
  await syncWith(fault);
  expect(await broughtBy(connection)).toEqual(BROUGHT);
  expect((await openQuestions()).map((question) => question.kind)).toEqual(Array(count).fill(kind));
  await syncWith('none');
  expect(await openQuestions()).toEqual([]);
});

test('two calls at once bring each line once', async () => {
  bridged.bridge.accounts = [
    bridgeAccount('4410', [...LINES, { id: 'TRN-9', day: D(-1), amount: '9.00', text: 'NEW' }]),
  ];
  await makeDue(connection);
  await Promise.all([1, 2, 3].map(() => callSync(connection)));
  // The job of the minute may have been faster than all three, and still be at it.
  await untilRow(connection, ({ state, last_added }) => state !== 'syncing' && last_added === 1);
  expect(await broughtBy(connection)).toHaveLength(5);
});

// Holds bank-105
test('a worker that is killed in the middle leaves a part that the next one brings', async () => {
  const more = { id: 'TRN-9', day: D(-1), amount: '9.00', text: 'NEW' };
  bridged.bridge.accounts = [bridgeAccount('4410', [...LINES, more])];
  bridged.bridge.fault = 'slow';
  await makeDue(connection);
  const asked = bridged.bridge.requests.length;
  const lost = callSync(connection).catch(() => null);
  await untilRow(connection, ({ state }) => state === 'syncing' && bridged.bridge.requests.length > asked);
  await killWorkers(bridged.process.process.pid ?? 0);
  await lost;
  expect(await connectionRow(connection)).toMatchObject({ state: 'syncing', code: null });
  expect(await broughtBy(connection)).toEqual(BROUGHT);

  bridged.bridge.fault = 'none';
  // Nobody takes it while it is claimed, ...
  await callSync(connection);
  expect(await broughtBy(connection)).toEqual(BROUGHT);
  // ... and everybody may when the claim is over.
  await sql(
    `update private.bank_sync_parts set claimed_until = now() where connection_id = $1 and state = 'waiting'`,
    [connection],
  );
  await callSync(connection);
  expect(await untilRow(connection, ({ state }) => state === 'connected')).toMatchObject({ last_added: 1 });
  expect(await broughtBy(connection)).toHaveLength(5);
});

test('a job calls the function where a connection is due', async () => {
  const more = { id: 'TRN-9', day: D(-1), amount: '9.00', text: 'NEW' };
  bridged.bridge.accounts = [bridgeAccount('4410', [...LINES, more])];
  await makeDue(connection);
  await sql('select private.call_bank_sync()');
  await untilRow(connection, ({ last_added }) => last_added === 1);
  expect(await broughtBy(connection)).toHaveLength(5);
});

test('many lines come in one answer', async () => {
  const many = Array.from({ length: 2000 }, (_, n) => ({
    id: `M-${n}`,
    day: D(-1 - (n % 9)),
    amount: (100 + n / 100).toFixed(2),
    text: `CARD SALE ${n} ${'x'.repeat(400)}`,
  }));
  bridged.bridge.accounts = [bridgeAccount('4410', [...LINES, ...many])];
  const begun = Date.now();
  expect(await syncNow(connection)).toMatchObject({ state: 'connected', last_added: 2000 });
  expect(Date.now() - begun).toBeLessThan(30_000);
  expect(await broughtBy(connection)).toHaveLength(2004);
});

test('signs that no database takes are left out, halves of signs too', async () => {
  bridged.bridge.accounts = [
    bridgeAccount('4410', [
      ...LINES,
      { id: 'NUL\0', day: D(-1), amount: '1.00', text: 'ACME\0TOURS' },
      { id: 'HALF\ud800', day: D(-1), amount: '2.00', text: 'BLUE\udfffFLEET' },
      { id: 'CUT', day: D(-1), amount: '3.00', text: `${'x'.repeat(1499)}🚢` },
    ]),
  ];
  expect(await syncNow(connection)).toMatchObject({ state: 'connected', code: null, last_added: 3 });
  expect((await broughtBy(connection)).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['ACME TOURS', 'BLUE FLEET', 'x'.repeat(1499)]),
  );
});

// Holds security-98
test('an answer that the database refuses is one that cannot be read, and the next bank is asked all the same', async () => {
  const other = await createTestAgency();
  const next = await connectBridge(other.admin, bridged.bridge, D(-20));
  await sql(`create function public.refuse_line() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = 'data_exception'; end $$`);
  await sql(`create trigger refuse_line before insert on public.bank_transactions for each row
    when (new.organization_id = '${agency.organizationId}') execute function public.refuse_line()`);
  try {
    const more = bridgeLines(...LINES.map(({ amount, text }) => [amount, text] as const), [
      '9.00',
      'ONE MORE',
    ]);
    bridged.bridge.accounts = [bridgeAccount('4410', more)];
    await makeDue(connection);
    await makeDue(next);
    const called = await callFunction('bank-sync', backend.secretKey, {});
    expect(called).toMatchObject({ status: 200 });
    // The calls that linking has made may have been faster.
    await untilRow(connection, ({ code }) => code === 'wrong_answer');
    await untilRow(next, ({ last_added }) => last_added === 1);
    expect((await broughtBy(next)).map(({ text }) => text)).toContain('ONE MORE');
  } finally {
    await sql('drop function public.refuse_line() cascade');
  }
});
