import { Client } from 'pg';
import { ask, createAccount } from '../support/bank';
import { closeBooks, matchDeposit, receiptOf, reopenBooks } from '../support/books';
import { backend } from '../support/backend';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { beginImport, checkRows, importRows, undo } from '../support/imports';
import { pay, type Done } from '../support/payouts';
import { createMember, createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

/** docs/product/commissions.md, Closed books. */

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

const CLOSED =
  'The books are closed through May 31, 2026. Choose a later day, or ask an owner to reopen them.';
const IN_THEM =
  'The books are closed through May 31, 2026, and this is in them. Ask an owner to reopen them.';

const closedThrough = () =>
  sqlOne<{ day: string | null; yesterday: string }>(
    `select books_closed_through::text as day, ((now() at time zone time_zone)::date - 1)::text as yesterday
     from public.organizations where id = $1`,
    [agency.organizationId],
  );

describe('closing and reopening', () => {
  // Holds commissions-26
  test('an owner closes forward, through yesterday at the latest; the audit log says who, from and to', async () => {
    const { yesterday } = await closedThrough();
    const close = (through: string | null) => ask<Done>(agency.owner, 'close_books', { through });
    expect(await close(null)).toEqual({
      success: false,
      ...CODED,
      error: 'Enter the last day to close.',
      field: 'through',
    });
    const today = new Date(Date.parse(yesterday) + 86_400_000).toISOString().slice(0, 10);
    expect(await close(today)).toMatchObject({ success: false, field: 'through' });
    expect(await close('2026-05-31')).toEqual({ success: true, error: null, field: null });
    expect(await close('2026-05-31')).toEqual({
      success: false,
      ...CODED,
      error: 'The books are closed through May 31, 2026 already. Choose a later day.',
      field: 'through',
    });
    expect(await close(yesterday)).toMatchObject({ success: true });
    expect(
      await sql(
        `select actor_id, action, details from private.audit_log where organization_id = $1 and action like 'books%' order by id`,
        [agency.organizationId],
      ),
    ).toEqual([
      { actor_id: agency.owner.id, action: 'books_closed', details: { from: null, to: '2026-05-31' } },
      { actor_id: agency.owner.id, action: 'books_closed', details: { from: '2026-05-31', to: yesterday } },
    ]);
  });

  test('yesterday is that of the agency’s time zone', async () => {
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12'];
    const last = [];
    for (const zone of zones) {
      await sql('update public.organizations set time_zone = $2 where id = $1', [
        agency.organizationId,
        zone,
      ]);
      const { latest } = await ask<{ latest: string }>(agency.owner, 'get_books');
      expect(latest).toBe((await closedThrough()).yesterday);
      last.push(latest);
    }
    expect((last[0] ?? '') > (last[1] ?? '')).toBe(true);
    expect(await ask(agency.owner, 'close_books', { through: last[0] })).toMatchObject({ success: false });
  });

  // Holds commissions-27
  test('reopening goes back, needs a reason, is in the audit log and tells the other owners', async () => {
    const other = await createMember(agency.organizationId, 'owner');
    const reopen = (through: string | null, reason: string | null) =>
      ask<Done>(agency.owner, 'reopen_books', { through, reason });
    expect(await reopen(null, 'Why not')).toMatchObject({
      success: false,
      ...CODED,
      error: 'The books are not closed.',
    });
    await closeBooks(agency, '2026-05-31');
    expect(await reopen('2026-05-31', 'Why not')).toMatchObject({ success: false, field: 'through' });
    expect(await reopen('2026-04-30', ' ')).toMatchObject({ success: false, field: 'reason' });
    expect(await reopen('2026-04-30', 'x'.repeat(501))).toMatchObject({ success: false, field: 'reason' });
    expect(await reopen('2026-04-30', 'A receipt was missing')).toMatchObject({ success: true });
    expect((await closedThrough()).day).toBe('2026-04-30');
    expect(await ask(agency.admin, 'get_books')).toMatchObject({
      closed_through: '2026-04-30',
      changed: {
        closed: false,
        by: 'owner Test',
        from: '2026-05-31',
        to: '2026-04-30',
        reason: 'A receipt was missing',
      },
      corrections: [],
    });
    expect(
      await sql(
        `select user_id, message from public.notifications where organization_id = $1 and type = 'books'`,
        [agency.organizationId],
      ),
    ).toEqual([
      {
        user_id: other.id,
        message:
          'owner Test reopened the books: they were closed through May 31, 2026, now through Apr 30, 2026. A receipt was missing',
      },
    ]);
  });

  // Holds commissions-28
  test('nobody but an owner closes or reopens, and nobody writes the day past the functions', async () => {
    await closeBooks(agency, '2026-05-31');
    for (const person of [agency.admin, agency.agent, agency.rival]) {
      expect(await ask(person, 'close_books', { through: '2026-06-30' })).toMatchObject({ success: false });
      expect(await ask(person, 'reopen_books', { through: null, reason: 'x' })).toMatchObject({
        success: false,
      });
    }
    for (const person of [agency.owner, agency.admin, agency.agent]) {
      const { error } = await person.api
        .from('organizations')
        .update({ books_closed_through: null })
        .eq('id', agency.organizationId);
      expect(error).toMatchObject({ code: '42501' });
    }
    expect((await closedThrough()).day).toBe('2026-05-31');
    expect(await ask(agency.agent, 'get_books')).toBeNull();
  });
});

describe('what a person dates into closed books is refused at the field', () => {
  // Holds commissions-30
  test('a sale: new, moved in, moved out; everything else of it may change', async () => {
    const inside = await agency.sale({ sold: '2026-05-04' });
    const outside = await agency.sale({ sold: '2026-06-04', reference: 'BF-2' });
    await closeBooks(agency, '2026-05-31');
    await expect(agency.sale({ sold: '2026-05-31', reference: 'BF-3' })).rejects.toThrow(CLOSED);
    const move = (id: string, sale_date: string) =>
      agency.admin.api.from('sales').update({ sale_date }).eq('id', id).select('id');
    expect((await move(outside.id, '2026-05-31')).error).toMatchObject({
      message: CLOSED,
      hint: 'sale_date',
    });
    expect((await move(inside.id, '2026-06-04')).error).toMatchObject({
      message: IN_THEM,
      hint: 'sale_date',
    });
    expect((await move(outside.id, '2026-06-01')).error).toBeNull();
    const { error } = await agency.agent.api.from('sales').update({ notes: 'x' }).eq('id', inside.id);
    expect(error).toBeNull();
    await agency.sale({ sold: '2026-06-01', reference: 'BF-4' });
  });

  // Holds commissions-30
  test('a row of an import, in its check and in the import, by each of its days', async () => {
    await closeBooks(agency, '2026-05-31');
    const row = (row_number: number, extra: object) => ({
      row_number,
      booking_reference: `IM-${row_number}`,
      customer_first_name: 'Vera',
      customer_last_name: 'Lind',
      vendor: 'Blue Fleet',
      sale_date: '2026-06-02',
      total_amount: 1000,
      ...extra,
    });
    const rows = [
      row(1, { sale_date: '2026-05-31' }),
      row(2, { status: 'paid', received_on: '2026-05-30' }),
      row(3, { status: 'paid', agent_paid_on: '2026-05-29' }),
      row(4, { status: 'paid', received_on: '2026-06-10', agent_paid_on: '2026-06-12' }),
    ];
    const errors = [
      { row_number: 1, field: 'sale_date', message: CLOSED },
      { row_number: 2, field: 'received_on', message: CLOSED },
      { row_number: 3, field: 'agent_paid_on', message: CLOSED },
    ];
    const [checked] = await checkRows(agency.admin, { kind: 'sales' }, rows);
    expect(checked).toMatchObject({ added: 1, errors });
    expect(
      await importRows(agency.admin, await beginImport(agency.admin, { kind: 'sales' }), rows),
    ).toMatchObject({
      added: 1,
      errors,
    });
  });

  // Holds commissions-30
  test('a manual receipt: dated in, changed or taken back when it is in; writing off its rest is allowed', async () => {
    const early = await agency.sale({ reference: 'CR-1', commission: 100 });
    const late = await agency.sale({ reference: 'CR-2', commission: 100 });
    const say = (commission_id: string, more: object) =>
      ask<Done>(agency.admin, 'record_receipt', { commission_id, ...more });
    const first = { received_on: '2026-05-20', received_amount: 80 };
    expect(await say(early.commissionId, first)).toMatchObject({ success: true });
    await closeBooks(agency, '2026-05-31');
    const refused = { success: false, ...CODED, field: 'received_on' };
    expect(await say(late.commissionId, first)).toEqual({ ...refused, error: CLOSED });
    expect(await say(early.commissionId, { ...first, received_amount: 90 })).toEqual({
      ...refused,
      error: IN_THEM,
    });
    expect(await say(early.commissionId, { ...first, received_on: '2026-06-01' })).toEqual({
      ...refused,
      error: IN_THEM,
    });
    expect(await say(early.commissionId, {})).toEqual({ ...refused, error: IN_THEM });
    expect(await say(early.commissionId, { ...first, write_off_reason: 'Agreed' })).toMatchObject({
      success: true,
    });
    expect(await say(late.commissionId, { ...first, received_on: '2026-06-01' })).toMatchObject({
      success: true,
    });
    expect(await receiptOf(late.commissionId)).toEqual({
      day: '2026-06-01',
      posted: '2026-06-01',
      amount: 80,
    });
  });

  // Holds commissions-30
  test('a payment: recorded, corrected, and of a payout', async () => {
    const one = await readyToPay(agency, (await agency.sale()).id);
    const other = await readyToPay(agency, (await agency.sale({ reference: 'B-2' })).id);
    await agency.sale({ reference: 'B-3', paid: true });
    expect(
      await ask(agency.admin, 'record_agent_payment', { ...one, payment_date: '2026-05-20' }),
    ).toMatchObject({
      success: true,
    });
    await closeBooks(agency, '2026-05-31');
    expect(
      await ask(agency.admin, 'record_agent_payment', { ...other, payment_date: '2026-05-31' }),
    ).toMatchObject({
      success: false,
      ...CODED,
      error: CLOSED,
      field: 'payment_date',
    });
    expect(await ask(agency.admin, 'record_agent_payment', other)).toMatchObject({ success: true });
    const paymentOf = async (commissionId: string) =>
      (
        await sqlOne<{ id: string }>('select id from public.agent_payments where commission_id = $1', [
          commissionId,
        ])
      ).id;
    const correct = async (commissionId: string, payment_date: string) =>
      ask<Done>(agency.admin, 'correct_agent_payment', {
        payment_id: await paymentOf(commissionId),
        payment_date,
        payment_method: 'cash',
      });
    const refused = { success: false, ...CODED, field: 'payment_date' };
    expect(await correct(one.commission_id, '2026-06-02')).toEqual({ ...refused, error: IN_THEM });
    expect(await correct(one.commission_id, '2026-05-20')).toMatchObject({ success: true });
    expect(await correct(other.commission_id, '2026-05-02')).toEqual({ ...refused, error: CLOSED });
    const payout = await agency.payout({ approved: true });
    const key = 'b3b7d6f2-58a5-4a3b-8d7c-1d2f3a4b5c6d';
    expect(await pay(agency.admin, payout, key, { paid_on: '2026-05-31' })).toMatchObject({
      success: false,
      ...CODED,
      error: CLOSED,
      field: 'paid_on',
    });
    expect(await pay(agency.admin, payout, key, { paid_on: '2026-06-01' })).toMatchObject({ success: true });
  });
});

describe('what arrives later', () => {
  // Holds commissions-34
  test('a deposit of a closed day keeps its day and is booked on the first open one; its commission says both', async () => {
    const { commissionId: id } = await agency.sale({ reference: 'CR-1', commission: 300 });
    await closeBooks(agency, '2026-05-31');
    expect(
      await matchDeposit(agency.admin, account, { day: '2026-05-20', amount: 300, commissionId: id }),
    ).toMatchObject({ success: true });
    expect(await receiptOf(id)).toEqual({ day: '2026-05-20', posted: '2026-06-01', amount: 300 });
    expect(await ask(agency.agent, 'get_commission_record', { commission_id: id })).toMatchObject({
      deposits: [{ booked_on: '2026-05-20', posted_on: '2026-06-01' }],
    });
    // Reopening leaves it where it was booked.
    await reopenBooks(agency, null);
    expect(await receiptOf(id)).toMatchObject({ posted: '2026-06-01' });
  });

  test('a payment that a job writes into closed books is booked on the first open day', async () => {
    const sale = await agency.sale({ reference: 'B-1', paid: true });
    await closeBooks(agency, '2026-05-31');
    await sql(
      `select private.write_payments($1, array[(private.sellers_share($1, $2)).id], '{cash}', '{null}', '2026-05-30', null, null)`,
      [agency.organizationId, sale.commissionId],
    );
    expect(
      await sqlOne(
        'select payment_date::text, posted_on::text from public.agent_payments where commission_id = $1',
        [sale.commissionId],
      ),
    ).toEqual({ payment_date: '2026-05-30', posted_on: '2026-06-01' });
  });

  test('undoing an import leaves sales of closed months, and says so', async () => {
    const batch = await beginImport(agency.admin, { kind: 'sales' });
    const row = {
      customer_first_name: 'Vera',
      customer_last_name: 'Lind',
      vendor: 'Blue Fleet',
      total_amount: 100,
    };
    await importRows(agency.admin, batch, [
      { ...row, row_number: 1, booking_reference: 'IM-1', sale_date: '2026-05-02' },
      { ...row, row_number: 2, booking_reference: 'IM-2', sale_date: '2026-06-02' },
    ]);
    await closeBooks(agency, '2026-05-31');
    expect(await undo(agency.admin, batch)).toMatchObject({
      removed: 1,
      kept: [{ name: 'IM-1', reason: 'closed' }],
      kept_count: 1,
    });
  });
});

interface Correction {
  kind: string;
  posted_on: string;
  total_before: number;
  total_after: number;
  commission_before: number;
  commission_after: number;
  by: string;
}

const corrections = async () =>
  (await ask<{ corrections: Correction[] }>(agency.admin, 'get_books')).corrections;

describe('corrections of closed months', () => {
  // Holds commissions-36
  test('amounts, vendor, cancellation: each posts what it was before and after on the first open day', async () => {
    const sale = await agency.sale();
    const open = await agency.sale({ sold: '2026-06-04', reference: 'BF-2' });
    const { id: vendor_id } = await sqlOne<{ id: string }>(
      `insert into public.vendors (organization_id, name) values ($1, 'Red Line') returning id`,
      [agency.organizationId],
    );
    await closeBooks(agency, '2026-05-31');
    const change = (id: string, changes: object) =>
      agency.agent.api.from('sales').update(changes).eq('id', id);
    for (const id of [sale.id, open.id]) {
      for (const changes of [{ total_amount: 2000 }, { total_amount: 1500 }, { vendor_id }, { notes: 'x' }]) {
        expect((await change(id, changes)).error).toBeNull();
      }
      expect((await change(id, { status: 'cancelled' })).error).toBeNull();
    }
    const row = { posted_on: '2026-06-01', by: 'agent Test', reference: 'BF-1001' };
    expect(await corrections()).toMatchObject([
      {
        ...row,
        kind: 'cancelled',
        total_before: 1500,
        total_after: 0,
        commission_before: 150,
        commission_after: 0,
      },
      {
        ...row,
        kind: 'vendor',
        total_before: 1500,
        total_after: 1500,
        commission_before: 150,
        commission_after: 150,
      },
      {
        ...row,
        kind: 'amounts',
        total_before: 2000,
        total_after: 1500,
        commission_before: 200,
        commission_after: 150,
      },
      {
        ...row,
        kind: 'amounts',
        total_before: 1000,
        total_after: 2000,
        commission_before: 100,
        commission_after: 200,
      },
    ]);
    expect(await corrections()).toHaveLength(4);
    const history = { sale_id: sale.id };
    expect(await ask<{ corrections: object[] }>(agency.admin, 'get_sale_history', history)).toMatchObject({
      corrections: [{ kind: 'cancelled' }, { kind: 'vendor' }, { kind: 'amounts' }, { kind: 'amounts' }],
    });
    expect(await ask(agency.agent, 'get_sale_history', history)).toMatchObject({ corrections: [] });
    expect((await agency.agent.api.from('book_corrections').select('id')).data).toEqual([]);
    for (const write of [
      'delete from public.book_corrections',
      'update public.book_corrections set total_after = 1',
    ])
      await expect(sql(write)).rejects.toThrow('History can be neither changed nor deleted.');
  });

  // Holds commissions-36
  test('a commission cancelled alone, written off and taken back', async () => {
    const alone = await agency.sale({ reference: 'CR-1', commission: 100 });
    const short = await agency.sale({ reference: 'CR-2', commission: 100 });
    await closeBooks(agency, '2026-05-31');
    await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', alone.commissionId);
    await matchDeposit(agency.admin, account, {
      day: '2026-06-10',
      amount: 90,
      commissionId: short.commissionId,
      writeOff: 10,
    });
    await matchDeposit(agency.admin, account, {
      day: '2026-06-12',
      amount: -40,
      commissionId: short.commissionId,
    });
    expect(await corrections()).toMatchObject([
      {
        kind: 'taken_back',
        total_before: 1000,
        total_after: 1000,
        commission_before: 90,
        commission_after: 50,
      },
      { kind: 'written_off', commission_before: 100, commission_after: 90 },
      { kind: 'commission_cancelled', commission_before: 100, commission_after: 0 },
    ]);
  });
});

interface Report {
  books_closed_through: string | null;
  rows: { key: string; figures: { n: number; received: number; short: number } }[];
}

/** What was received by month, from May to July. */
async function received() {
  const { rows } = await ask<Report>(agency.admin, 'run_report', {
    definition: { report: 'commissions', range: 'custom', from: '2026-05-01', to: '2026-07-31' },
  });
  return rows.map(({ key, figures }) => [key.slice(5, 7), figures.n, figures.received]);
}

describe('figures of closed months', () => {
  // Holds commissions-38
  test('another deposit, a match taken back, a cancellation: May stays, the difference is in June or July', async () => {
    const [one, other, third] = [
      await agency.sale({ reference: 'CR-1', commission: 100 }),
      await agency.sale({ reference: 'CR-2', commission: 200 }),
      await agency.sale({ reference: 'CR-3', commission: 400 }),
    ];
    const deposit = (day: string, amount: number, { commissionId }: { commissionId: string }) =>
      matchDeposit(agency.admin, account, { day, amount, commissionId });
    await deposit('2026-05-10', 60, one);
    const second = await deposit('2026-05-11', 200, other);
    await deposit('2026-05-12', 400, third);
    const may = ['05', 3, 660];
    expect(await received()).toEqual([may, ['06', 0, 0], ['07', 0, 0]]);
    await closeBooks(agency, '2026-05-31');
    await deposit('2026-07-03', 40, one);
    expect(await received()).toEqual([may, ['06', 0, 0], ['07', 0, 40]]);
    await ask(agency.admin, 'undo_bank_decision', { group_id: second.group_id });
    expect(await received()).toEqual([may, ['06', -1, -200], ['07', 0, 40]]);
    await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', third.id);
    const now = [may, ['06', -2, -600], ['07', 0, 40]];
    expect(await received()).toEqual(now);
    // As totals, and as the rows behind them.
    await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
    expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
    expect(await received()).toEqual(now);
    const { rows } = await ask<{
      rows: { record_id: string; received: number; corrects: boolean; day: string }[];
    }>(agency.admin, 'get_report_rows', {
      definition: { report: 'commissions', range: 'custom', from: '2026-05-01', to: '2026-07-31' },
    });
    expect(
      rows.map(({ day, record_id, received: amount, corrects }) => [day, record_id, amount, corrects]),
    ).toEqual(
      expect.arrayContaining([
        ['2026-05-10', one.commissionId, 60, false],
        ['2026-07-03', one.commissionId, -60, true],
        ['2026-07-03', one.commissionId, 100, false],
        ['2026-05-11', other.commissionId, 200, false],
        ['2026-06-01', other.commissionId, -200, true],
        ['2026-05-12', third.commissionId, 400, false],
        ['2026-06-01', third.commissionId, -400, true],
      ]),
    );
    expect(rows).toHaveLength(7);
  });

  test('what left an open month goes on with its commission', async () => {
    const one = await agency.sale({ reference: 'CR-1', commission: 100 });
    const deposit = (day: string, amount: number) =>
      matchDeposit(agency.admin, account, { day, amount, commissionId: one.commissionId });
    await deposit('2026-05-10', 50);
    await closeBooks(agency, '2026-05-31');
    await deposit('2026-06-20', 20);
    await deposit('2026-07-05', 30);
    expect(await received()).toEqual([
      ['05', 1, 50],
      ['06', 0, 0],
      ['07', 0, 50],
    ]);
  });

  // Holds commissions-39
  test('every report says through which day the books are closed', async () => {
    const run = () =>
      ask<Report>(agency.agent, 'run_report', { definition: { report: 'sales', group: 'month' } });
    expect((await run()).books_closed_through).toBeNull();
    await closeBooks(agency, '2026-05-31');
    expect((await run()).books_closed_through).toBe('2026-05-31');
  });
});

describe('at the same time', () => {
  const asPerson = async (id: string) => {
    const client = new Client(backend.dbUrl);
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from auth.sessions where user_id = $1', [
      id,
    ]);
    await client.query('begin');
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: id, role: 'authenticated', session_id: rows[0]?.id }),
    ]);
    return client;
  };

  test('closing waits for a receipt that is being written, and a receipt for the closing', async () => {
    const [one, other] = [
      await agency.sale({ reference: 'CR-1', commission: 100 }),
      await agency.sale({ reference: 'CR-2', commission: 100 }),
    ];
    const admin = await asPerson(agency.admin.id);
    await admin.query(`select public.record_receipt($1, '2026-05-20', 100)`, [one.commissionId]);
    let closed = false;
    const closing = closeBooks(agency, '2026-05-31').then(() => (closed = true));
    await new Promise((done) => setTimeout(done, 400));
    expect(closed).toBe(false);
    await admin.query('commit');
    await closing;
    expect(await receiptOf(one.commissionId)).toMatchObject({ posted: '2026-05-20' });
    await admin.end();

    const owner = await asPerson(agency.owner.id);
    await owner.query(`select public.close_books('2026-06-30')`);
    let said: Done | null = null;
    const saying = ask<Done>(agency.admin, 'record_receipt', {
      commission_id: other.commissionId,
      received_on: '2026-06-20',
      received_amount: 100,
    }).then((answer) => (said = answer));
    await new Promise((done) => setTimeout(done, 400));
    expect(said).toBeNull();
    await owner.query('commit');
    expect(await saying).toMatchObject({ success: false, field: 'received_on' });
    await owner.end();
  });

  // Holds commissions-29
  test('a sale, a payment and a match that wait while the books are being closed find them closed', async () => {
    const { commissionId: id } = await agency.sale({ reference: 'CR-1', commission: 100 });
    const payment = await readyToPay(agency, (await agency.sale()).id);
    const owner = await asPerson(agency.owner.id);
    await owner.query(`select public.close_books('2026-06-30')`);
    const waiting = Promise.all([
      agency.sale({ reference: 'B-9', sold: '2026-06-30' }).catch(String),
      ask<Done>(agency.admin, 'record_agent_payment', payment),
      matchDeposit(agency.admin, account, { day: '2026-06-20', amount: 100, commissionId: id }),
    ]);
    await new Promise((done) => setTimeout(done, 600));
    await owner.query('commit');
    await owner.end();
    const [sale, paid, matched] = await waiting;
    expect(sale).toContain('The books are closed through Jun 30, 2026.');
    expect(paid).toMatchObject({ success: false, field: 'payment_date' });
    expect(matched).toMatchObject({ success: true });
    expect(await receiptOf(id)).toMatchObject({ day: '2026-06-20', posted: '2026-07-01' });
    expect((await agency.sale({ sold: '2026-07-01', reference: 'B-10' })).commissionId).toBeDefined();
  });
});
