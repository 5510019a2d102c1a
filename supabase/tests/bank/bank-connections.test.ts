import { ask, createAccount, importLines, line, transaction } from '../support/bank';
import {
  begin,
  connectAccount,
  connectionState,
  dayFromToday,
  linesOf,
  makeDue,
  offered,
  questionsOf,
  SECRET,
  serve,
  sync,
  take,
  type ProviderLine,
} from '../support/bank-connections';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
let connection: string;
beforeAll(async () => {
  agency = await createTestAgency();
});
beforeEach(async () => {
  account = await createAccount(agency.admin);
  connection = await connectAccount(agency.admin, account);
});

const D = dayFromToday;
const of = (id: string | number, days: number, amount: string, text: string, extra = {}): ProviderLine => ({
  id,
  booked_on: D(days),
  amount,
  text,
  ...extra,
});
const brought = async () => (await linesOf(account)).map(({ day, amount, text }) => [day, amount, text]);
const bring = (syncId: string, lines: readonly object[], words: readonly string[] = []) =>
  serve<{ imports: string[]; more: boolean }>('bring_bank_lines', {
    sync_id: syncId,
    accounts: [{ provider_account_id: 'A', currency: 'USD', lines }],
    words,
  });

const month = [
  of('-17', -20, '120.50', 'ACME TOURS REF 88101'),
  of('x'.repeat(300), -12, '-14.00', 'CARD FEE'),
  of('c', -3, '75.00', 'BLUE FLEET 55112'),
];

describe('lines come once', () => {
  // Holds bank-11
  test('the same answer twice adds nothing, whatever the ids look like', async () => {
    expect(await sync(connection, month)).toHaveLength(1);
    expect(await sync(connection, month)).toEqual([]);
    expect(await brought()).toEqual([
      [D(-20), '120.50', 'ACME TOURS REF 88101'],
      [D(-12), '-14.00', 'CARD FEE'],
      [D(-3), '75.00', 'BLUE FLEET 55112'],
    ]);
    expect(await questionsOf(agency)).toEqual([]);
  });

  // Holds bank-13
  test('twins of one answer are two, and stay two', async () => {
    const twins = [of('1', -5, '25.00', 'PLANNING FEE'), of('2', -5, '25.00', 'PLANNING FEE')];
    await sync(connection, twins);
    await sync(connection, [...twins].reverse());
    expect(await brought()).toHaveLength(2);
    // The second is missing once, and comes again under another id; then both are there with all three ids.
    await sync(connection, [twins[0] as ProviderLine, of('3', -5, '25.00', 'PLANNING FEE')]);
    expect(await brought()).toHaveLength(2);
    await sync(connection, [...twins, of('3', -5, '25.00', 'PLANNING FEE')]);
    expect(await brought()).toHaveLength(3);
  });

  // Holds bank-12
  test('ids that change are recognized, and nothing is asked', async () => {
    await sync(connection, month);
    await sync(
      connection,
      month.map((each, n) => ({ ...each, id: `new-${n}` })),
    );
    await sync(connection, month);
    expect(await brought()).toHaveLength(3);
    expect(await questionsOf(agency)).toEqual([]);
  });

  test('an id that all lines share tells none of them', async () => {
    const same = month.map((each) => ({ ...each, id: '0' }));
    await sync(connection, same);
    await sync(connection, same);
    expect(await brought()).toHaveLength(3);
  });

  test('lines without an id are told by day, amount and text', async () => {
    const none = [...month, ...month].map(({ id: _, ...each }) => each);
    await sync(connection, none);
    await sync(connection, none);
    expect(await brought()).toHaveLength(6);
  });

  // Holds bank-14
  test('what a file brought is recognized: same day whatever its text, or some days apart with words in common', async () => {
    await importLines(agency.admin, account, [
      line(1, 'ORIG CO NAME:ACME TOURS INC 88101', '120.50', { booked_on: D(-21) }),
      line(2, 'MONTHLY SERVICE', '-14.00', { booked_on: D(-12) }),
      line(3, 'Blue Fleet payout', '75.00', { booked_on: D(-3) }),
    ]);
    expect(await sync(connection, month)).toEqual([]);
    expect(await brought()).toHaveLength(3);
  });

  // Holds bank-15
  test('what a connection brought is here for a file of any kind, which the preview says', async () => {
    await sync(connection, month);
    const file = [
      line(1, 'ACME TOURS', '120.50', { booked_on: D(-19), bank_id: 'FIT-1' }),
      line(2, 'Fee', '-14.00', { booked_on: D(-12), bank_id: 'FIT-2' }),
      line(3, 'BLUE FLEET', '75.00', { booked_on: D(-3), bank_id: 'FIT-3' }),
      line(4, 'BLUE FLEET', '75.00', { booked_on: D(-3), bank_id: 'FIT-4' }),
    ];
    const preview = await ask<{ counts: object; lines: { verdict: string; similar: boolean }[] }>(
      agency.admin,
      'preview_bank_lines',
      { account_id: account, lines: file },
    );
    expect(preview.counts).toEqual({ new: 1, here: 3, broken: 0 });
    expect(preview.lines[3]).toMatchObject({ verdict: 'new', similar: true });
    expect((await importLines(agency.admin, account, file)).sent).toMatchObject({ added: 1, here: 3 });
    expect((await importLines(agency.admin, account, file)).sent).toMatchObject({ added: 0, here: 4 });
    // Its other kind of file says other texts of other keys.
    const other = file.map(({ bank_id: _, ...each }) => ({ ...each, text: `${each.text} CSV` }));
    expect((await importLines(agency.admin, account, other.slice(0, 3))).sent).toMatchObject({
      added: 0,
      here: 3,
    });
    expect(await sync(connection, month)).toEqual([]);
    expect(await brought()).toHaveLength(4);
  });

  test('a file that is sent in parts meets each line once', async () => {
    await sync(connection, [of('1', -5, '25.00', 'PLANNING FEE')]);
    const { import_id: id } = await ask<{ import_id: string }>(agency.admin, 'begin_bank_import', {
      account_id: account,
      file_name: 'a.csv',
      file_hash: 'b'.repeat(64),
      format: 'csv',
      total_lines: 2,
    });
    const send = (n: number) =>
      ask<{ added: number; here: number }>(agency.admin, 'import_bank_lines', {
        import_id: id,
        lines: [line(n, 'PLANNING FEE', '25.00', { booked_on: D(-5), twin: n })],
      });
    expect(await send(1)).toMatchObject({ added: 0, here: 1 });
    expect(await send(2)).toMatchObject({ added: 1, here: 0 });
    expect(await send(1)).toMatchObject({ added: 0, here: 1 });
    expect(await send(2)).toMatchObject({ added: 0, here: 1 });
  });

  // Holds bank-16
  test('texts that share nothing pair only where both have the same number left on that day', async () => {
    await importLines(agency.admin, account, [
      line(1, 'ALPHA', '10.00', { booked_on: D(-5) }),
      line(2, 'BETA', '10.00', { booked_on: D(-5) }),
      line(3, 'GAMMA', '20.00', { booked_on: D(-5) }),
    ]);
    await sync(connection, [
      of(1, -5, '10.00', 'DELTA'),
      of(2, -5, '20.00', 'OMEGA'),
      of(3, -5, '20.00', 'SIGMA'),
    ]);
    // One against two, and two against one: all of the connection's are new.
    expect(await brought()).toHaveLength(6);
  });

  // Holds bank-17
  test('a payment of every day is not the one of the day before, at the edge of what was asked too', async () => {
    const daily = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => of(`d${from + n}`, from + n, '100.00', 'SQ DEPOSITS'));
    const inFile = (from: number, to: number) =>
      daily(from, to).map((each, n) => line(n + 1, each.text, each.amount, { booked_on: each.booked_on }));
    await importLines(agency.admin, account, inFile(-40, -20));
    // Asked for three days more than is brought.
    await sync(connection, daily(-32, -10));
    expect(await brought()).toHaveLength(31);
    await importLines(agency.admin, account, inFile(-15, -1));
    await sync(connection, daily(-32, -1));
    expect(await brought()).toHaveLength(40);
  });
});

describe('days and broken lines', () => {
  // Holds bank-19
  test('only days of the range come, and what cannot be taken is counted and ends nothing', async () => {
    const [id] = await sync(connection, [
      of('a', -40, '1.00', 'BEFORE'),
      of('b', 3, '1.00', 'AFTER'),
      of('c', -29, '1.00', 'FIRST DAY'),
      of('d', -1, '0.00', 'ZERO'),
      of('e', -1, '1.00', 'FOREIGN', { currency: 'EUR' }),
      of('f', -1, 'ten', 'WORDS'),
      of('g', -1, '1.00', 'y'.repeat(2001)),
      { id: 'h' },
      'nothing' as never,
    ]);
    expect(await brought()).toEqual([[D(-29), '1.00', 'FIRST DAY']]);
    const stored = await sqlOne<{
      added: number;
      broken: number;
      broken_lines: { line: number; why: string }[];
    }>('select added, broken, broken_lines from public.bank_imports where id = $1', [id]);
    expect(stored).toMatchObject({ added: 1, broken: 6 });
    expect(stored.broken_lines.map(({ why }) => why)).toEqual([
      'Its amount is zero',
      'It is in EUR, the account in USD',
      'This is not an amount',
      'Its text is too long',
      'There is no such day',
      'There is no such day',
    ]);
  });

  test('an account in another currency brings nothing', async () => {
    expect(await sync(connection, month, { answer: { currency: 'EUR' } })).toEqual([]);
    expect(await brought()).toEqual([]);
  });

  // Holds bank-7
  test('a longer range is asked for in parts, the oldest first, and goes on with ten days again', async () => {
    const other = await createAccount(agency.admin);
    const id = await connectAccount(agency.admin, other, D(-89));
    const asked = [];
    for (let n = 0; n < 3; n += 1) {
      const part = await take(id);
      asked.push([part?.since, part?.until, part?.part, part?.parts]);
      expect(await take(id)).toBeNull();
      const { more } = await bring(part?.sync_id ?? '', [of(n, -80 + 30 * n, '5.00', `PART ${n}`)]);
      expect(more).toBe(n < 2);
    }
    expect(asked).toEqual([
      [D(-92), D(-60), 1, 3],
      [D(-62), D(-30), 2, 3],
      [D(-32), D(0), 3, 3],
    ]);
    expect(await linesOf(other)).toHaveLength(3);
    await makeDue(id);
    expect(await take(id)).toMatchObject({ since: D(-13), until: D(0), parts: 1 });
  });
});

describe('what a bank takes back or changes', () => {
  const [first, second, third] = month as [ProviderLine, ProviderLine, ProviderLine];

  // Holds bank-20
  test('what did not come again is asked once, and answered by itself when it comes', async () => {
    const before = (await questionsOf(agency)).length;
    await sync(connection, month);
    await makeFull();
    await sync(connection, [first, second]);
    await sync(connection, [first, second]);
    const asked = (await questionsOf(agency)).slice(before);
    expect(asked).toMatchObject([{ kind: 'gone', answer: null }]);
    await makeFull();
    await sync(connection, [second, third]);
    await makeFull();
    await sync(connection, month);
    expect((await questionsOf(agency)).slice(before)).toMatchObject([
      { kind: 'gone', answer: 'settled' },
      { kind: 'gone', answer: 'settled' },
    ]);
    expect(await brought()).toHaveLength(3);
  });

  /** Lets the next run ask for all days again. */
  const makeFull = () =>
    sql('update public.bank_connection_accounts set through = null where connection_id = $1', [connection]);

  // Holds bank-23
  test('an answer with the provider’s own words asks nothing, needs attention, and covers no days', async () => {
    const before = (await questionsOf(agency)).length;
    await sync(connection, month);
    await sync(connection, [], { words: ['You must reauthenticate.'] });
    expect(await questionsOf(agency)).toHaveLength(before);
    expect(await connectionState(connection)).toMatchObject({
      state: 'needs_attention',
      code: 'provider_words',
      words: 'You must reauthenticate.',
    });
    // Of another institution than this account's.
    await sql(
      `insert into public.bank_connection_accounts (organization_id, connection_id, provider_account_id, name, institution, currency)
      select organization_id, connection_id, 'other', 'Card', 'Cobalt Card', 'USD' from public.bank_connection_accounts where connection_id = $1`,
      [connection],
    );
    await sync(connection, month, { words: ['Cobalt Card asks for a new code.'] });
    expect(await connectionState(connection)).toMatchObject({ state: 'connected', code: null, words: null });
  });

  // Holds bank-21
  test('a changed amount is a question: taken it is the bank’s, kept it is not asked again', async () => {
    await sync(connection, month);
    const changed = [first, second, { ...third, amount: '80.00' }];
    await sync(connection, changed);
    await sync(connection, changed);
    const question = (await questionsOf(agency)).find(({ answer }) => !answer);
    expect(question).toMatchObject({ kind: 'changed', new_amount: '80.00' });
    expect(
      await ask(agency.admin, 'answer_bank_question', { question_id: question?.id, answer: 'take' }),
    ).toMatchObject({
      success: true,
    });
    expect((await brought()).at(-1)).toEqual([D(-3), '80.00', third.text]);
    await sync(connection, [first, second, { ...third, amount: '80.00', booked_on: D(-2) }]);
    const later = (await questionsOf(agency)).find(({ answer }) => !answer);
    expect(later).toMatchObject({ kind: 'changed', new_on: D(-2) });
    await ask(agency.admin, 'answer_bank_question', { question_id: later?.id, answer: 'keep' });
    await sync(connection, [first, second, { ...third, amount: '80.00', booked_on: D(-2) }]);
    expect((await questionsOf(agency)).filter(({ answer }) => !answer)).toEqual([]);
    expect((await brought()).at(-1)).toEqual([D(-3), '80.00', third.text]);
  });

  // Holds bank-22
  test('what is gone is taken only where it is not matched; taken, it may come again', async () => {
    const sold = await agency.sale({ reference: 'ZZ-99881', commission: 75 });
    await sync(connection, [{ ...third, text: 'BLUE FLEET ZZ99881' }]);
    const row = (await linesOf(account))[0];
    await ask(agency.admin, 'match_bank_transaction', {
      transaction_id: row?.id,
      expected_version: row?.version,
      parts: [{ commission_id: sold.commissionId, amount: 75 }],
    });
    await sync(connection, []);
    const question = (await questionsOf(agency)).find(({ answer }) => !answer);
    const answer = (text: string) =>
      ask<{ success: boolean; code?: string }>(agency.admin, 'answer_bank_question', {
        question_id: question?.id,
        answer: text,
      });
    expect(await answer('take')).toMatchObject({ success: false, code: 'question_matched' });
    expect(await answer('perhaps')).toMatchObject({ success: false, code: 'question_answer_missing' });
    const [decision] = await sql<{ group_id: string }>(
      'select group_id from public.bank_decisions where transaction_id = $1',
      [row?.id],
    );
    await ask(agency.admin, 'undo_bank_decision', { group_id: decision?.group_id });
    expect(await answer('take')).toMatchObject({ success: true });
    expect(await brought()).toEqual([]);
    expect(await answer('take')).toMatchObject({ success: false, code: 'question_not_found' });
    await sync(connection, [{ ...third, text: 'BLUE FLEET ZZ99881' }]);
    expect(await brought()).toHaveLength(1);
  });
});

describe('what a person takes back', () => {
  // Holds bank-24
  test('does not come again with the next sync, under another id neither; a file brings it', async () => {
    const [id] = await sync(connection, month);
    expect(await ask(agency.admin, 'undo_bank_import', { import_id: id })).toMatchObject({
      success: true,
      removed: 3,
    });
    await sync(connection, month);
    await sync(
      connection,
      month.map((each, n) => ({ ...each, id: `again-${n}` })),
    );
    expect(await brought()).toEqual([]);
    await importLines(
      agency.admin,
      account,
      month.map((each, n) => line(n + 1, each.text, each.amount, { booked_on: each.booked_on })),
    );
    await sync(connection, month);
    expect(await brought()).toHaveLength(3);
  });

  // Holds bank-25
  test('of a file comes again where the connection has it', async () => {
    const file = month.map((each, n) =>
      line(n + 1, `${each.text} FILE`, each.amount, { booked_on: each.booked_on }),
    );
    const { id } = await importLines(agency.admin, account, [
      ...file,
      line(9, 'ONLY HERE', '1.00', { booked_on: D(-9) }),
    ]);
    await sync(connection, month);
    await ask(agency.admin, 'undo_bank_import', { import_id: id });
    expect(await brought()).toEqual([]);
    await sync(connection, month);
    expect(await brought()).toHaveLength(3);
  });

  test('an import of a connection is neither added to nor cancelled by hand', async () => {
    const [id] = await sync(connection, month);
    await sql(`update public.bank_imports set status = 'running' where id = $1`, [id]);
    for (const [name, args] of [
      ['import_bank_lines', { lines: [line(1, 'MINE', '5.00')] }],
      ['finish_bank_import', { cancelled: true }],
    ] as const)
      await expect(ask(agency.admin, name, { import_id: id, ...args })).rejects.toThrow(
        'This import has ended.',
      );
    expect(await brought()).toHaveLength(3);
  });
});

describe('in the middle of it', () => {
  test('an answer brought twice, by two at once, or after its claim has expired adds nothing', async () => {
    const part = await take(connection);
    const answers = await Promise.all([1, 2, 3].map(() => bring(part?.sync_id ?? '', month)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await brought()).toHaveLength(3);
    await makeDue(connection);
    const late = await take(connection);
    expect(await take(connection)).toBeNull();
    await sql(
      `update private.bank_sync_parts set claimed_until = now() - interval '1 second' where id = $1`,
      [late?.sync_id],
    );
    const again = await take(connection);
    expect(again?.sync_id).toBe(late?.sync_id);
    await bring(late?.sync_id ?? '', [...month, of('d', -2, '9.00', 'LATE')]);
    await bring(again?.sync_id ?? '', [...month, of('d', -2, '9.00', 'LATE')]);
    expect(await brought()).toHaveLength(4);
  });

  test('two workers do not get the same part, nor two parts of one connection', async () => {
    const parts = await Promise.all([1, 2, 3, 4].map(() => take(connection)));
    expect(parts.filter(Boolean)).toHaveLength(1);
  });

  // Holds bank-2
  test('what is stopped or disconnected meanwhile is thrown away, and the secret is gone at once', async () => {
    const part = await take(connection);
    expect(await ask(agency.admin, 'stop_bank_sync', { connection_id: connection })).toMatchObject({
      success: true,
    });
    expect(await bring(part?.sync_id ?? '', month)).toEqual({ imports: [], more: false });
    expect(await ask(agency.admin, 'stop_bank_sync', { connection_id: connection })).toMatchObject({
      success: false,
      code: 'connection_not_syncing',
    });
    await makeDue(connection);
    const second = await take(connection);
    await ask(agency.admin, 'disconnect_bank_connection', { connection_id: connection });
    expect(await bring(second?.sync_id ?? '', month)).toEqual({ imports: [], more: false });
    expect(await serve('fail_bank_sync', { sync_id: second?.sync_id, code: 'slow' })).toEqual({
      kept: false,
    });
    expect(await brought()).toEqual([]);
    expect(await connectionState(connection)).toMatchObject({ state: 'disconnected', code: null });
    expect(
      await sql('select 1 from private.bank_connection_secrets where connection_id = $1', [connection]),
    ).toEqual([]);
    await sql('update public.bank_connections set next_try_at = now() where id = $1', [connection]);
    expect(await take(connection)).toBeNull();
  });

  test('what nobody matched is matched by the job', async () => {
    const part = await take(connection);
    const { imports } = await bring(part?.sync_id ?? '', month);
    await sql(
      `update public.bank_imports set created_at = now() - interval '5 minutes' where id = any ($1)`,
      [imports],
    );
    await sql('select private.call_bank_sync()');
    expect(await sql('select status from public.bank_imports where id = any ($1)', [imports])).toEqual([
      { status: 'done' },
    ]);
  });

  // Holds bank-5
  test('an account that was connected before goes on where that stopped, with what is here', async () => {
    await sync(connection, month);
    await ask(agency.admin, 'disconnect_bank_connection', { connection_id: connection });
    const next = await connectAccount(agency.admin, account, D(-29));
    expect(
      await sync(
        next,
        month.map((each, n) => ({ ...each, id: `other-${n}` })),
      ),
    ).toEqual([]);
    expect(await brought()).toHaveLength(3);
    expect(
      await sqlOne('select since::text, until::text from private.bank_sync_parts where connection_id = $1', [
        next,
      ]),
    ).toEqual({ since: D(-10), until: D(0) });
  });
});

describe('what fails', () => {
  // Holds bank-9
  test('what time heals is tried again after longer pauses; the rest needs attention', async () => {
    const waits = [];
    for (let n = 0; n < 4; n += 1) {
      await sql('update public.bank_connections set next_try_at = now() where id = $1', [connection]);
      const part = await take(connection);
      expect(
        await serve('fail_bank_sync', { sync_id: part?.sync_id, code: 'slow', words: 'Timed out' }),
      ).toEqual({ kept: true });
      const state = await connectionState(connection);
      expect(state).toMatchObject({ state: 'connected', code: 'slow', words: 'Timed out' });
      waits.push(state.wait);
    }
    expect(waits).toEqual([15, 60, 360, 360]);
    await makeDue(connection);
    const part = await take(connection);
    await serve('fail_bank_sync', { sync_id: part?.sync_id, code: 'reauthenticate', words: 'Sign in again' });
    expect(await connectionState(connection)).toMatchObject({
      state: 'needs_attention',
      code: 'reauthenticate',
      wait: null,
    });
    expect(await brought()).toEqual([]);
    // Renewed, it goes on.
    await begin(agency.admin, ['A'], connection);
    expect(await connectionState(connection)).toMatchObject({
      state: 'connected',
      code: null,
      wait: 0,
      tries: 0,
    });
    await sync(connection, month);
    expect(await brought()).toHaveLength(3);
  });

  // Holds bank-8
  test('a provider is asked 24 times in 24 hours, four of them by hand', async () => {
    const byHand = () =>
      ask<{ success: boolean; left?: number; code?: string }>(agency.admin, 'sync_bank_connection', {
        connection_id: connection,
      });
    await sync(connection, month);
    for (const left of [3, 2, 1, 0]) {
      expect(await byHand()).toMatchObject({ success: true, left });
      const part = await take(connection);
      await bring(part?.sync_id ?? '', month);
    }
    expect(await byHand()).toMatchObject({ success: false, code: 'connection_syncs_used' });
    await sql(
      `insert into private.bank_provider_requests (organization_id, connection_id, kind)
       select organization_id, id, 'part' from public.bank_connections, generate_series(1, 24) where id = $1`,
      [connection],
    );
    await sql('update public.bank_connections set next_try_at = now() where id = $1', [connection]);
    expect(await take(connection)).toBeNull();
    expect((await connectionState(connection)).wait).toBe(24 * 60);
  });

  // Holds bank-10
  test('owners hear 14 and 3 days before it expires, once each; then it needs attention', async () => {
    const told = () =>
      sql(
        `select code, params from public.notifications where organization_id = $1 and type = 'bank' and code like 'bank_connection%'
        order by created_at, code`,
        [agency.organizationId],
      );
    const expire = async (interval: string) => {
      await sql(`update public.bank_connections set expires_at = now() + $2::interval where id = $1`, [
        connection,
        interval,
      ]);
      await sql('select private.call_bank_sync()');
      await sql('select private.call_bank_sync()');
    };
    await expire('20 days');
    expect(await told()).toEqual([]);
    await expire('13 days 20 hours');
    await expire('2 days 20 hours');
    await expire('-1 minute');
    expect(await told()).toEqual([
      { code: 'bank_connection_expires', params: { connection: 'First Pier Bank', days: 14 } },
      { code: 'bank_connection_expires', params: { connection: 'First Pier Bank', days: 3 } },
      { code: 'bank_connection_expired', params: { connection: 'First Pier Bank' } },
    ]);
    expect(await connectionState(connection)).toMatchObject({
      state: 'needs_attention',
      code: 'expired',
      wait: null,
    });
  });
});

describe('connecting', () => {
  // Holds bank-3
  test('each of theirs goes to one of ours, a new one, or nowhere; all of it or nothing', async () => {
    const id = await begin(agency.admin, ['S1', 'S2', 'S3']);
    const link = (links: object[]) =>
      ask<{ success: boolean; code?: string }>(agency.admin, 'link_bank_accounts', {
        connection_id: id,
        links,
      });
    expect(await link([{ provider_account_id: 'S1', account_id: account }])).toMatchObject({
      success: false,
      code: 'connection_account_taken',
    });
    const free = await createAccount(agency.admin);
    const name = `Brought ${Math.random()}`;
    expect(
      await link([
        { provider_account_id: 'S1', new_name: name },
        { provider_account_id: 'S2', account_id: free },
        { provider_account_id: 'S3', account_id: free },
      ]),
    ).toMatchObject({ success: false, code: 'connection_account_taken' });
    expect(await sql('select 1 from public.bank_accounts where name = $1', [name])).toEqual([]);
    expect(
      await link([
        { provider_account_id: 'S1', new_name: name },
        { provider_account_id: 'S2', account_id: free },
        { provider_account_id: 'S3', left_out: true },
      ]),
    ).toMatchObject({ success: true });
    expect(
      await sqlOne(
        'select institution, last_four, currency, balance::text from public.bank_accounts where name = $1',
        [name],
      ),
    ).toEqual({
      institution: 'First Pier Bank',
      last_four: '4410',
      currency: 'USD',
      balance: '100.00',
    });
    expect((await take(id))?.provider_account_ids).toEqual(['S1', 'S2']);
    expect(await ask(agency.admin, 'get_bank_connection', { connection_id: id })).toMatchObject({
      accounts_to_link: [],
    });
  });

  // Holds bank-4
  test('an account in another currency is not linked, and says so', async () => {
    const { connection_id: id } = await ask<{ connection_id: string }>(
      agency.admin,
      'begin_bank_connection',
      { provider: 'enable_banking' },
    );
    await serve('keep_bank_connection', {
      connection_id: id,
      user_id: agency.admin.id,
      secret: 's',
      label: 'Nord',
      expires_at: null,
      accounts: offered(['E'], { currency: 'EUR' }),
    });
    expect(
      await ask(agency.admin, 'link_bank_accounts', {
        connection_id: id,
        links: [{ provider_account_id: 'E', new_name: 'Euros' }],
      }),
    ).toMatchObject({
      success: false,
      code: 'connection_currency_differs',
      params: { account: 'Checking E', currency: 'EUR', own: 'USD' },
    });
  });

  // Holds bank-6
  test('at most 20 are begun within an hour', async () => {
    const other = await createTestAgency();
    const answers = [];
    for (let n = 0; n < 21; n += 1)
      answers.push(
        await ask<{ success: boolean; code?: string }>(other.admin, 'begin_bank_connection', {
          provider: 'simplefin',
        }),
      );
    expect(answers.filter(({ success }) => success)).toHaveLength(20);
    expect(answers.at(-1)).toMatchObject({ success: false, code: 'connections_begun_often' });
  });

  test('sent again with its key it is the same connection', async () => {
    const key = crypto.randomUUID();
    const sent = () =>
      ask<{ connection_id: string }>(agency.admin, 'begin_bank_connection', {
        provider: 'simplefin',
        request_key: key,
      });
    expect((await sent()).connection_id).toBe((await sent()).connection_id);
  });

  test('what was begun an hour ago takes no secret; what must be remembered is sealed', async () => {
    const { connection_id: id } = await ask<{ connection_id: string }>(
      agency.admin,
      'begin_bank_connection',
      { provider: 'enable_banking' },
    );
    const whose = { connection_id: id, user_id: agency.admin.id };
    expect(await serve('keep_bank_connection_draft', { ...whose, secret: 'state-1' })).toMatchObject({
      success: true,
    });
    expect(await serve('bank_connection_secret', whose)).toEqual({
      provider: 'enable_banking',
      secret: 'state-1',
    });
    await sql(`update public.bank_connections set begun_at = now() - interval '61 minutes' where id = $1`, [
      id,
    ]);
    expect(await serve('bank_connection_secret', whose)).toBeNull();
    expect(
      await serve('keep_bank_connection', {
        ...whose,
        secret: SECRET,
        label: '',
        expires_at: null,
        accounts: offered(['A']),
      }),
    ).toMatchObject({ success: false, code: 'connection_not_begun' });
    await sql('select private.call_bank_sync()');
    expect(
      await sql(
        'select 1 from private.bank_connection_secrets where connection_id = $1 and draft is not null',
        [id],
      ),
    ).toEqual([]);
  });

  test('the audit log has who connected, linked, synced by hand, answered and disconnected', async () => {
    await ask(agency.admin, 'sync_bank_connection', { connection_id: connection });
    await ask(agency.owner, 'disconnect_bank_connection', { connection_id: connection });
    expect(
      await sql('select action, actor_id from private.audit_log where subject_id = $1 order by id', [
        connection,
      ]),
    ).toEqual([
      { action: 'bank_connection_connected', actor_id: agency.admin.id },
      { action: 'bank_connection_linked', actor_id: agency.admin.id },
      { action: 'bank_connection_synced', actor_id: agency.admin.id },
      { action: 'bank_connection_disconnected', actor_id: agency.owner.id },
    ]);
  });
});

test('what comes is matched by itself as the owner chose, with nobody as its author', async () => {
  const own = await createTestAgency();
  await sql('update public.organizations set match_certain_on_import = true where id = $1', [
    own.organizationId,
  ]);
  await sql(`update public.vendors set name = 'Blue Fleet Cruises' where id = $1`, [own.vendorId]);
  const sold = await own.sale({ reference: 'QX-44120', commission: 321.4 });
  await sql(`update public.sales set created_at = now() - interval '60 days' where id = $1`, [sold.id]);
  const at = await createAccount(own.admin);
  const id = await connectAccount(own.admin, at);
  const [imported] = await sync(id, [
    of('m', -2, '321.40', 'BLUE FLEET CRUISES QX44120'),
    of('n', -2, '55.10', 'SOMEBODY ELSE'),
  ]);
  const rows = await linesOf(at);
  expect(rows.map(({ status }) => status)).toEqual(['matched', 'open']);
  expect((await transaction(rows[0]?.id ?? '')).status).toBe('matched');
  expect(await sqlOne('select status from public.commissions where id = $1', [sold.commissionId])).toEqual({
    status: 'funds_received',
  });
  expect(
    await sqlOne('select decided_by from public.bank_decisions where group_id = $1', [imported]),
  ).toEqual({ decided_by: null });
  const { rows: imports } = await ask<{ rows: object[] }>(own.admin, 'list_bank_imports');
  expect(imports).toMatchObject([
    {
      id: imported,
      // Deployed remotes know the formats of files.
      format: 'ofx',
      connection_id: id,
      created_by: { first_name: 'First Pier', last_name: '' },
    },
  ]);
  expect(await ask(own.admin, 'undo_bank_decision', { group_id: imported })).toMatchObject({ success: true });
});

test('open pages follow each change of a connection', async () => {
  const told = async () =>
    (
      await sql<{ n: number }>(
        `select count(*)::int as n from realtime.messages where topic = 'org:' || $1 and payload ->> 'tag' = 'bank'`,
        [agency.organizationId],
      )
    )[0]?.n ?? 0;
  let part: Awaited<ReturnType<typeof take>> = null;
  const fails = async () => serve('fail_bank_sync', { sync_id: part?.sync_id, code: 'slow' });
  const again = () =>
    sql('update public.bank_connections set next_try_at = now() where id = $1', [connection]);
  for (const [what, act] of [
    ['claimed', async () => (part = await take(connection))],
    ['failed', fails],
    ['due', again],
    ['claimed again', async () => (part = await take(connection))],
    ['brought, with nothing new', () => bring(part?.sync_id ?? '', [])],
    ['synced by hand', () => ask(agency.admin, 'sync_bank_connection', { connection_id: connection })],
    ['claimed by hand', () => take(connection)],
    ['stopped', () => ask(agency.admin, 'stop_bank_sync', { connection_id: connection })],
    ['disconnected', () => ask(agency.admin, 'disconnect_bank_connection', { connection_id: connection })],
  ] as [string, () => Promise<unknown>][]) {
    const before = await told();
    await act();
    expect([what, await told()]).toEqual([what, before + 1]);
  }
});
