import { Webhook } from 'standardwebhooks';
import { erase } from '../support/customers';
import { beginImport, fileHash, finish, importRows, undo } from '../support/imports';
import { merged, pair } from '../support/merges';
import { createSale, setStatus, updateSale } from '../support/sales';
import { sql } from '../support/database';
import { createTestAgency, handOf, readyToPay, type TestAgency } from '../support/test-agency';
import { addEndpoint, eventsOf, forgetWebhooks, takeAll } from '../support/webhooks';

/** What is told, and of what (docs/product/integrations.md, Webhooks). */
let agency: TestAgency;
beforeEach(async () => {
  await forgetWebhooks();
  agency = await createTestAgency();
});

const typesOf = async () => (await eventsOf(agency)).map(({ type }) => type);

// Holds integrations-75
test('nothing is written where no endpoint listens, or where it listens to something else', async () => {
  const other = await createTestAgency();
  await addEndpoint(other.owner);
  const { id } = await addEndpoint(agency.owner, ['sale.paid', 'customer.erased']);
  const sale = await agency.sale();
  expect(await typesOf()).toEqual([]);
  await setStatus(agency.agent, sale.id, 'paid');
  expect(await typesOf()).toEqual(['sale.paid']);
  await handOf(agency.owner).call('switch_webhook_endpoint', { endpoint_id: id, is_on: false });
  await agency.sale({ paid: true });
  expect(await typesOf()).toEqual(['sale.paid']);
  expect(await eventsOf(other)).toEqual([]);
});

// Holds integrations-67
test('a sale is told as created, changed, paid and cancelled, with ids, amounts as text and the currency', async () => {
  await addEndpoint(agency.owner);
  const sale = await createSale(agency.agent, agency, { booking_reference: 'CR-1', total_amount: 1200.5 });
  await updateSale(agency.agent, sale.id, 1, { notes: 'Called' });
  // What changes nothing is no fact.
  await updateSale(agency.agent, sale.id, 2, { notes: 'Called' });
  await setStatus(agency.agent, sale.id, 'paid');
  const cancelled = await createSale(agency.agent, agency, {});
  await setStatus(agency.admin, cancelled.id, 'cancelled');
  const events = await eventsOf(agency);
  expect(events.map(({ type, record_id }) => [type, record_id])).toEqual([
    ['sale.created', sale.id],
    ['sale.changed', sale.id],
    ['sale.paid', sale.id],
    ['sale.created', cancelled.id],
    ['sale.cancelled', cancelled.id],
  ]);
  expect(events[2]?.data).toEqual({
    id: sale.id,
    reference: 'CR-1',
    status: 'paid',
    version: expect.any(Number) as number,
    customer_id: agency.customerId,
    vendor_id: agency.vendorId,
    agent_id: agency.agent.id,
    sale_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    travel_date: null,
    return_date: null,
    total_amount: '1200.50',
    commission_amount: '120.05',
    fee_amount: '0.00',
    currency: 'USD',
  });
});

// Holds integrations-68
test('a commission is told as received, paid and recalled, each with its sum', async () => {
  await addEndpoint(agency.owner, ['commission.*']);
  const sale = await agency.sale({ amount: 1000, paid: true, received: { on: '2026-10-01', amount: 40 } });
  const payment = await readyToPay(agency, sale.id);
  const admin = handOf(agency.admin);
  await admin.call('record_agent_payment', payment);
  await admin.call('record_recall', {
    commission_id: sale.commissionId,
    amount: 12.5,
    note: 'Cancelled late',
  });
  const events = await eventsOf(agency);
  expect(events.map(({ type, record_id }) => [type, record_id])).toEqual(
    ['commission.received', 'commission.paid', 'commission.recalled'].map((type) => [
      type,
      sale.commissionId,
    ]),
  );
  expect(events[0]?.data).toMatchObject({
    kind: 'vendor',
    sale_id: sale.id,
    received_on: '2026-10-01',
    received_amount: '40.00',
    currency: 'USD',
  });
  expect(events[1]?.data).toMatchObject({
    agent_id: agency.agent.id,
    role: 'seller',
    share_id: null,
    payout_id: null,
    amount: payment.amount.toFixed(2),
    currency: 'USD',
  });
  expect(events[2]?.data).toMatchObject({
    from: 'agent',
    agent_id: agency.agent.id,
    amount: '12.50',
    currency: 'USD',
  });
});

// Holds integrations-70
test('what the bank takes back of a commission, and what comes of a bonus, are told with the sums as they are', async () => {
  await addEndpoint(agency.owner, ['commission.*']);
  const sale = await agency.sale({ amount: 1000, paid: true, received: { on: '2026-10-01', amount: 40 } });
  for (const amount of [15, 0])
    await sql('update public.commissions set taken_back_amount = $2 where id = $1', [
      sale.commissionId,
      amount,
    ]);
  const admin = handOf(agency.admin);
  const { id: bonus } = await admin.call<{ id: string }>('expect_volume_bonus', {
    vendor_id: agency.vendorId,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    amount: 500,
    due_on: '2026-05-01',
  });
  await admin.call('record_other_receipt', {
    other_commission_id: bonus,
    received_on: '2026-05-02',
    received_amount: 480,
  });
  const [, ...events] = await eventsOf(agency);
  expect(events.map(({ type, data }) => [type, data])).toMatchObject([
    ['commission.recalled', { from: 'agency', received_amount: '40.00', taken_back_amount: '15.00' }],
    ['commission.recalled', { from: 'agency', taken_back_amount: '0.00' }],
    [
      'commission.received',
      { id: bonus, kind: 'volume_bonus', sale_id: null, received_amount: '480.00', currency: 'USD' },
    ],
  ]);
});

// Holds integrations-71
test('what an import brought is told, and that it was taken back', async () => {
  await addEndpoint(agency.owner, ['sale.*']);
  const batch = await beginImport(agency.admin, { kind: 'sales', file_hash: fileHash() });
  const row = {
    customer_first_name: 'Vera',
    customer_last_name: 'Lind',
    vendor: 'Blue Fleet',
    sale_date: '2026-03-01',
    total_amount: 1000,
  };
  await importRows(
    agency.admin,
    batch,
    [1, 2].map((row_number) => ({ ...row, row_number, booking_reference: `IM-${row_number}` })),
  );
  await finish(agency.admin, batch);
  await undo(agency.admin, batch);
  const events = await eventsOf(agency);
  expect(events.map(({ type }) => type)).toEqual([
    'sale.created',
    'sale.created',
    'sale.cancelled',
    'sale.cancelled',
  ]);
  expect(events[2]?.data).toEqual({ id: events[2]?.record_id, status: 'cancelled', removed: true });
});

// Holds integrations-69
test('each part of a shared commission is told when its person is paid', async () => {
  await addEndpoint(agency.owner, ['commission.paid']);
  const sale = await createSale(agency.agent, agency, {
    total_amount: 1000,
    co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 40 }],
  });
  await setStatus(agency.admin, sale.id, 'paid');
  await agency.payout({ paid: true });
  const events = await eventsOf(agency);
  expect(events.map(({ data }) => [data['agent_id'], data['role']]).toSorted()).toEqual(
    [
      [agency.agent.id, 'seller'],
      [agency.rival.id, 'co_seller'],
    ].toSorted(),
  );
  expect(new Set(events.map(({ record_id }) => record_id)).size).toBe(1);
  expect(events.find(({ data }) => data['role'] === 'co_seller')?.data['share_id']).toEqual(
    expect.any(String),
  );
});

// Holds integrations-72
test('a payout is told as paid with its sum, and voided by each payment that came back', async () => {
  await addEndpoint(agency.owner, ['payout.*']);
  await agency.sale({ amount: 1000, paid: true });
  const payout = await agency.payout({ paid: '2026-11-06' });
  const [statement] = await sql<{ id: string; paid_amount: string }>(
    'select id, paid_amount::text from public.payout_statements where batch_id = $1',
    [payout],
  );
  await handOf(agency.admin).call('void_statement_payment', {
    statement_id: statement?.id,
    reason: 'Closed',
  });
  const amount = statement?.paid_amount;
  expect((await eventsOf(agency)).map(({ type, record_id, data }) => ({ type, record_id, data }))).toEqual([
    {
      type: 'payout.paid',
      record_id: payout,
      data: { id: payout, paid_on: '2026-11-06', statements: 1, amount, currency: 'USD' },
    },
    {
      type: 'payout.voided',
      record_id: payout,
      data: {
        id: payout,
        statement_id: statement?.id,
        payment_id: null,
        agent_id: agency.agent.id,
        voided_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        amount,
        currency: 'USD',
      },
    },
  ]);
});

// Holds integrations-73
test('a customer is told as merged and erased by ids alone, and what is kept names nobody any more', async () => {
  const { id: endpoint } = await addEndpoint(agency.owner);
  const [kept, gone] = await pair(agency, { first_name: 'Quirin', last_name: 'Zanderbach' });
  const { id: sale } = await createSale(agency.agent, agency, {
    customer_id: kept,
    booking_reference: 'ZANDERBACH 7',
  });
  await takeAll(() => ({ status: 200, answer: 'Thank you, Quirin Zanderbach' }));
  await merged(agency, kept, gone);
  expect(await erase(agency.admin, kept, 'Quirin Zanderbach')).toMatchObject({ success: true });
  const events = await eventsOf(agency);
  const [mergedEvent, ...erased] = events.filter(({ record_type }) => record_type === 'customers');
  expect(mergedEvent).toMatchObject({ type: 'customer.merged', data: { id: gone, into_id: kept } });
  expect(erased.map(({ type, data }) => [type, Object.keys(data), data['id']]).toSorted()).toEqual(
    [kept, gone].map((id) => ['customer.erased', ['id'], id]).toSorted(),
  );
  const told = JSON.stringify([
    events,
    await sql('select * from private.webhook_deliveries where endpoint_id = $1', [endpoint]),
  ]);
  expect(told).not.toMatch(/zanderbach|quirin/i);
  expect(events.map(({ record_id }) => record_id)).toContain(sale);
});

// Holds integrations-74
test('a fact and its event are one: what is refused afterwards tells nothing', async () => {
  await addEndpoint(agency.owner);
  const client = handOf(agency.agent);
  await expect(
    client.call('create_sale', {
      sale: {
        customer_id: agency.customerId,
        vendor_id: agency.vendorId,
        booking_reference: ' ',
        total_amount: 5,
      },
    }),
  ).rejects.toThrow();
  expect(await typesOf()).toEqual([]);
});

test('many sales of one statement are as many events, and without an endpoint none', async () => {
  const insert = () =>
    sql<{ ms: number }>(
      `with made as (
         insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount,
           commission_amount, commission_rate, currency)
         select $1, $2, $3, $4, 'IMP-' || n, '2026-10-01', 100, 10, 10, 'USD' from generate_series(1, 500) n returning id)
       select count(*)::int as ms from made`,
      [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id],
    );
  await insert();
  expect(await typesOf()).toEqual([]);
  await addEndpoint(agency.owner);
  await insert();
  const types = await typesOf();
  expect(types).toHaveLength(500);
  expect(new Set(types)).toEqual(new Set(['sale.created']));
});

test('a secret is one of Standard Webhooks', async () => {
  const { secret } = await addEndpoint(agency.owner);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(() => new Webhook(secret)).not.toThrow();
});
