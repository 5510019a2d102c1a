import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from '../support/database';
import { createSale, historyOf, saleRow, setStatus, tryUpdate } from '../support/sales';
import { commissionOf, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
});

const PLAN = [
  { kind: 'deposit', due_on: '2027-01-21', amount: 1200 },
  { kind: 'final', due_on: '2027-02-20' },
];

const sale = async (extra: object = {}) =>
  (
    await createSale(agency.agent, agency, {
      total_amount: 4000,
      commission_rate: 10,
      payment_plan: PLAN,
      ...extra,
    })
  ).id;

const pay = (who: Person, sale_id: string, amount: unknown, more: object = {}) =>
  who.api.rpc('record_customer_payment', {
    sale_id,
    amount: amount as number,
    paid_on: '2026-11-02',
    payment_method: 'card',
    ...more,
  });

const undo = (who: Person, payment_id: string, reason = 'A typing error') =>
  who.api.rpc('undo_customer_payment', { payment_id, reason });

const paymentsOf = (saleId: string) =>
  sql<{ id: string; amount: string; origin: string; paid_on: string }>(
    `select id, amount::text, origin, paid_on::text from public.customer_payments where sales_id = $1
     order by created_at, id`,
    [saleId],
  );

const openOf = async (saleId: string) =>
  (
    await sql<{ open_amount: string }>(
      'select open_amount::text from public.payment_dues where sales_id = $1 order by place',
      [saleId],
    )
  ).map((due) => due.open_amount);

const recorded = async (answer: ReturnType<typeof pay>) => {
  const { data, error } = await answer;
  if (error) throw new Error(error.message);
  return data as { id: string; status: string; version: number; paid: number };
};

describe('what the customer pays', () => {
  // Holds sales-9
  it('covers the payment dates in their order, and makes the sale paid when it is the total', async () => {
    const id = await sale();
    expect(await recorded(pay(agency.agent, id, 1000))).toMatchObject({
      status: 'booked',
      version: 1,
      paid: 1000,
    });
    expect(await openOf(id)).toEqual(['200.00', '2800.00']);
    await recorded(pay(agency.admin, id, 700.5));
    expect(await openOf(id)).toEqual(['0.00', '2299.50']);
    expect(await commissionOf(id)).toMatchObject({ status: 'unpaid' });
    expect(await recorded(pay(agency.agent, id, 2299.5))).toMatchObject({
      status: 'paid',
      version: 2,
      paid: 4000,
    });
    expect(await openOf(id)).toEqual(['0.00', '0.00']);
    expect(await commissionOf(id)).toMatchObject({ status: 'funds_received' });
    expect((await historyOf(id))[1]).toMatchObject({
      change_type: 'status_change',
      changed_by: agency.agent.id,
    });
    // No rest was recorded beside it.
    expect((await paymentsOf(id)).map(({ origin }) => origin)).toEqual(['recorded', 'recorded', 'recorded']);
  });

  // Holds sales-10
  it('is never more than the total, also of two payments at once', async () => {
    const id = await sale();
    expect((await pay(agency.agent, id, 4000.01)).error).toMatchObject({
      hint: 'amount',
      message: 'Only 4,000.00 is open.',
    });
    const answers = await Promise.all([
      pay(agency.agent, id, 2500),
      pay(agency.admin, id, 2500),
      pay(agency.owner, id, 2500),
    ]);
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([
      'Only 1,500.00 is open.',
      'Only 1,500.00 is open.',
    ]);
    expect((await paymentsOf(id)).map(({ amount }) => amount)).toEqual(['2500.00']);
    await recorded(pay(agency.agent, id, 1500));
    expect((await pay(agency.agent, id, 0.01)).error?.message).toBe(
      'The customer has paid this sale in full.',
    );
  });

  // Holds sales-11
  it('is given back down to nothing, and a paid sale stays paid', async () => {
    const id = await sale();
    await recorded(pay(agency.agent, id, 4000));
    expect((await pay(agency.agent, id, -4000.01)).error).toMatchObject({
      hint: 'amount',
      message: 'The customer has paid 4,000.00. No more can be given back.',
    });
    expect(await recorded(pay(agency.agent, id, -500))).toMatchObject({ status: 'paid', paid: 3500 });
    const refunds = await Promise.all([pay(agency.agent, id, -2000), pay(agency.admin, id, -2000)]);
    expect(refunds.filter(({ error }) => error)).toHaveLength(1);
    expect((await saleRow(id)).status).toBe('paid');
    await recorded(pay(agency.agent, id, -1500));
    expect((await pay(agency.agent, id, -0.01)).error?.message).toBe(
      'The customer has paid 0.00. No more can be given back.',
    );
  });

  it('of a cancelled sale is given back, and nothing more is taken', async () => {
    const id = await sale();
    await recorded(pay(agency.agent, id, 1200));
    await setStatus(agency.agent, id, 'cancelled');
    expect((await pay(agency.agent, id, 1)).error).toMatchObject({
      hint: 'amount',
      message: 'This sale is cancelled: only what is given back can be recorded.',
    });
    expect(await recorded(pay(agency.agent, id, -1200))).toMatchObject({ status: 'cancelled', paid: 0 });
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: 1.001 }, 'amount'],
    [{ amount: 'NaN' }, 'amount'],
    [{ amount: 1e12 }, 'amount'],
    [{ paid_on: null }, 'paid_on'],
    [{ paid_on: 'infinity' }, 'paid_on'],
    [{ paid_on: '2099-01-01' }, 'paid_on'],
    [{ paid_on: '0026-01-01' }, 'paid_on'],
    [{ payment_method: 'barter' }, 'payment_method'],
    [{ payment_method: null }, 'payment_method'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ])('is refused with %j, at its field', async (wrong, hint) => {
    const id = await sale();
    const { error } = await pay(agency.agent, id, 10, wrong);
    expect(error).toMatchObject({ code: 'P0001', hint });
    expect(await paymentsOf(id)).toEqual([]);
  });

  it('is recorded once, however often it is sent', async () => {
    const id = await sale();
    const request_key = randomUUID();
    const send = () => pay(agency.agent, id, 300, { request_key });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await paymentsOf(id)).toHaveLength(1);
    expect((await pay(agency.agent, id, 301, { request_key })).error).not.toBeNull();
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('is recorded by the seller and admins of the sale alone', async () => {
    const id = await sale();
    await recorded(pay(agency.agent, id, 100));
    const [payment] = await paymentsOf(id);
    for (const stranger of [agency.rival, other.agent, other.owner, agency.inactive]) {
      expect((await pay(stranger, id, 5)).error).not.toBeNull();
      expect((await undo(stranger, payment?.id ?? '')).error).not.toBeNull();
      expect((await stranger.api.rpc('get_customer_payments', { sale_id: id })).data).toBeNull();
      expect(
        (await stranger.api.from('customer_payments').select('id').eq('sales_id', id)).data ?? [],
      ).toEqual([]);
    }
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('cannot be written, changed or removed around the functions', async () => {
    const id = await sale();
    await recorded(pay(agency.agent, id, 100));
    const table = () => agency.owner.api.from('customer_payments');
    expect(
      (
        await table().insert({
          organization_id: agency.organizationId,
          sales_id: id,
          amount: 1,
          paid_on: '2026-11-02',
          payment_method: 'card',
          origin: 'recorded',
        })
      ).error,
    ).not.toBeNull();
    expect((await table().update({ amount: 1 }).eq('sales_id', id)).error).not.toBeNull();
    expect((await table().delete().eq('sales_id', id)).error).not.toBeNull();
    await expect(
      sql('update public.customer_payments set amount = 1 where sales_id = $1', [id]),
    ).rejects.toThrow('History can be neither changed nor deleted.');
    expect((await paymentsOf(id)).map(({ amount }) => amount)).toEqual(['100.00']);
  });

  it('has its place in the audit log and in the history of the sale', async () => {
    const id = await sale();
    const { id: paymentId } = await recorded(pay(agency.agent, id, 100, { note: 'At the desk' }));
    await undo(agency.admin, paymentId);
    expect(
      await sql(
        `select action, kind, actor_id, amount::text from private.audit_log where subject_id = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { action: 'customer_payment_recorded', kind: 'money', actor_id: agency.agent.id, amount: '100.00' },
      { action: 'customer_payment_undone', kind: 'money', actor_id: agency.admin.id, amount: '-100.00' },
    ]);
    const { data } = await agency.agent.api.rpc('get_sale_history', { sale_id: id });
    expect(data).toMatchObject({
      payments: [
        { amount: -100, origin: 'undo', note: 'A typing error', changed_by: { id: agency.admin.id } },
        { amount: 100, origin: 'recorded', note: 'At the desk', changed_by: { id: agency.agent.id } },
      ],
    });
  });
});

describe('a payment that was a mistake', () => {
  // Holds sales-12
  it('is undone once by a row of today against it, with the reason', async () => {
    const id = await sale();
    const { id: paymentId } = await recorded(pay(agency.agent, id, 1500));
    expect((await undo(agency.agent, paymentId, ' ')).error).toMatchObject({ hint: 'reason' });
    const answers = await Promise.all([undo(agency.agent, paymentId), undo(agency.admin, paymentId)]);
    expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual(['This was undone already.']);
    const rows = await paymentsOf(id);
    const { today } = await sqlOne<{ today: string }>(
      `select ((now() at time zone time_zone)::date)::text as today from public.organizations where id = $1`,
      [agency.organizationId],
    );
    expect(rows).toMatchObject([
      { amount: '1500.00', origin: 'recorded' },
      { amount: '-1500.00', origin: 'undo', paid_on: today },
    ]);
    expect(await openOf(id)).toEqual(['1200.00', '2800.00']);
    expect((await undo(agency.agent, rows[1]?.id ?? '')).error?.message).toBe('This was undone already.');
  });

  it('is not undone where more was given back meanwhile, or where another one took its place', async () => {
    const id = await sale();
    const { id: first } = await recorded(pay(agency.agent, id, 1000));
    const { id: refund } = await recorded(pay(agency.agent, id, -600));
    expect((await undo(agency.agent, first)).error?.message).toBe(
      'The customer has paid 400.00. No more can be given back.',
    );
    await recorded(pay(agency.agent, id, 3600));
    expect((await undo(agency.agent, refund)).error?.message).toBe(
      'The customer has paid this sale in full.',
    );
  });

  it('leaves a paid sale paid', async () => {
    const id = await sale();
    const { id: paymentId } = await recorded(pay(agency.agent, id, 4000));
    const { data } = await undo(agency.admin, paymentId);
    expect(data).toMatchObject({ status: 'paid', paid: 0 });
    expect(await recorded(pay(agency.agent, id, 4000))).toMatchObject({ status: 'paid', paid: 4000 });
  });
});

describe('a sale that is marked as paid', () => {
  // Holds sales-14
  it('with payment dates or payments records the rest as of today', async () => {
    const id = await sale();
    await recorded(pay(agency.agent, id, 1000));
    await setStatus(agency.admin, id, 'paid');
    expect((await paymentsOf(id)).map(({ amount, origin }) => [amount, origin])).toEqual([
      ['1000.00', 'recorded'],
      ['3000.00', 'rest'],
    ]);
    const bare = await sale({ payment_plan: [] });
    await recorded(pay(agency.agent, bare, 1000));
    await setStatus(agency.agent, bare, 'paid');
    expect(await paymentsOf(bare)).toHaveLength(2);
  });

  it('without either keeps no payments, as ever', async () => {
    const id = await sale({ payment_plan: [] });
    await setStatus(agency.agent, id, 'paid');
    expect(await paymentsOf(id)).toEqual([]);
    const { data } = await agency.agent.api.rpc('get_customer_payments', { sale_id: id });
    expect(data).toMatchObject({ total: 4000, paid: 0, status: 'paid', plan: [], payments: [] });
  });
});

describe('the total of a sale with payments', () => {
  it('is not less than what was paid, and makes the sale paid where it comes down to it', async () => {
    const id = await sale({ payment_plan: [] });
    await recorded(pay(agency.agent, id, 1000));
    expect((await tryUpdate(agency.agent, id, 1, { total_amount: 999.99 })).error).toMatchObject({
      hint: 'total_amount',
      message: 'The customer has paid 1,000.00 already. The total cannot be less.',
    });
    const { error } = await tryUpdate(agency.agent, id, 1, { total_amount: 1000 });
    expect(error).toBeNull();
    expect((await saleRow(id)).status).toBe('paid');
    expect(await commissionOf(id)).toMatchObject({ status: 'funds_received', amount: '100.00' });
  });
});

describe('closed books', () => {
  // Holds sales-13
  it('take no payment, and a payment in them is undone on the first day after', async () => {
    const closed = await createTestAgency();
    const { id } = await createSale(closed.agent, closed, { total_amount: 4000 });
    const { data } = await pay(closed.agent, id, 500, { paid_on: '2026-10-20' });
    await closed.owner.api.rpc('close_books', { through: '2026-10-31' });
    expect((await pay(closed.admin, id, 5, { paid_on: '2026-10-31' })).error).toMatchObject({
      hint: 'paid_on',
      message:
        'The books are closed through Oct 31, 2026. Choose a later day, or ask an owner to reopen them.',
    });
    expect((await undo(closed.agent, (data as { id: string }).id)).error).toBeNull();
    const { inside } = await sqlOne<{ inside: string }>(
      `select sum(amount)::text as inside from public.customer_payments where sales_id = $1 and paid_on <= '2026-10-31'`,
      [id],
    );
    expect(inside).toBe('500.00');
  });
});
