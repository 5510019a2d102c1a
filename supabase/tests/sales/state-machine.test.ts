import { sql } from '../support/database';
import { saleRow } from '../support/sales';
import { commissionOf, createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const setSale = (id: string, status: string) =>
  agency.agent.api.from('sales').update({ status }).eq('id', id).select('status').single();
const setCommission = (id: string, status: string, notes?: string) =>
  agency.admin.api
    .from('commissions')
    .update({ status, ...(notes ? { notes } : {}) })
    .eq('id', id)
    .select('status, notes')
    .single();

/** A sale brought into a state through the API: sale status, commission status. */
async function saleIn(sale: string, commission: string) {
  const { id } = await agency.sale();
  if (commission === 'agent_paid') {
    const { data } = await agency.admin.api.rpc('record_agent_payment', await readyToPay(agency, id));
    expect(data).toMatchObject({ success: true });
  } else {
    if (sale === 'paid') expect((await setSale(id, 'paid')).error).toBeNull();
    if (sale === 'cancelled') expect((await setSale(id, 'cancelled')).error).toBeNull();
    const row = await commissionOf(id);
    if (row.status !== commission) expect((await setCommission(row.id, commission)).error).toBeNull();
  }
  return { saleId: id, commissionId: (await commissionOf(id)).id };
}

test('a new sale is booked and has its commission in the same moment', async () => {
  const sale = await agency.sale({ amount: 1482.5, rate: 12.5 });
  expect(await saleRow(sale.id)).toMatchObject({
    status: 'booked',
    commission_amount: '185.31',
    agent_id: agency.agent.id,
  });
  expect(await commissionOf(sale.id)).toMatchObject({
    status: 'unpaid',
    amount: '185.31',
    commission_split: '60.00',
    agent_amount: '111.19',
    agent_id: agency.agent.id,
  });
});

test('paying a sale makes its commission payable and claims no receipt, cancelling a sale cancels it', async () => {
  const first = await agency.sale();
  expect((await setSale(first.id, 'paid')).data).toEqual({ status: 'paid' });
  expect(await commissionOf(first.id)).toMatchObject({
    status: 'funds_received',
    received_on: null,
    received_amount: null,
    received_how: null,
  });
  expect((await setSale(first.id, 'cancelled')).data).toEqual({ status: 'cancelled' });
  expect(await commissionOf(first.id)).toMatchObject({ status: 'cancelled' });

  const second = await agency.sale();
  expect((await setSale(second.id, 'cancelled')).error).toBeNull();
  expect(await commissionOf(second.id)).toMatchObject({ status: 'cancelled' });
});

test('a sale whose commission was cancelled by hand can still be paid; the commission stays cancelled', async () => {
  const { saleId, commissionId } = await saleIn('booked', 'cancelled');
  expect((await setSale(saleId, 'paid')).error).toBeNull();
  expect(await commissionOf(saleId)).toMatchObject({ id: commissionId, status: 'cancelled' });
});

// Holds sales-7
test.each([
  ['paid', 'funds_received', 'booked', 'A paid sale cannot return to Booked.'],
  ['cancelled', 'cancelled', 'booked', 'Cancellation is final.'],
  ['cancelled', 'cancelled', 'paid', 'Cancellation is final.'],
  ['paid', 'agent_paid', 'cancelled', 'The agent has been paid, so this sale can no longer be cancelled.'],
  ['booked', 'unpaid', 'lost', 'Invalid status specified'],
])('a %s sale (commission %s) cannot become %s', async (sale, commission, target, message) => {
  const { saleId } = await saleIn(sale, commission);
  const { error, status } = await setSale(saleId, target);
  expect({ status, code: error?.code, message: error?.message, hint: error?.hint }).toEqual({
    status: 400,
    code: 'P0001',
    message,
    hint: 'status',
  });
  const [row] = await sql('select status from public.sales where id = $1', [saleId]);
  expect(row).toEqual({ status: sale });
  expect(await commissionOf(saleId)).toMatchObject({ status: commission });
});

test('funds may be received before the customer has paid; the agent is paid only after (record_agent_payment)', async () => {
  const { saleId, commissionId } = await saleIn('booked', 'unpaid');
  expect((await setCommission(commissionId, 'funds_received')).error).toBeNull();
  const early = await setCommission(commissionId, 'agent_paid');
  expect(early.error?.message).toBe('The customer has not paid this sale yet.');
  expect((await setSale(saleId, 'paid')).error).toBeNull();
  expect(await commissionOf(saleId)).toMatchObject({ status: 'funds_received' });
});

const cancelledFunds = 'Cannot mark commission as funds received for a cancelled sale';
// Holds commissions-1
test.each([
  ['booked', 'unpaid', 'agent_paid', 'Funds must be received before the agent is paid.'],
  ['booked', 'unpaid', 'gone', 'Invalid status specified'],
  ['paid', 'funds_received', 'unpaid', 'Funds received cannot return to Unpaid.'],
  ['paid', 'funds_received', 'agent_paid', 'Record the payment to mark this commission as Agent paid.'],
  ['cancelled', 'cancelled', 'funds_received', cancelledFunds],
  ['cancelled', 'cancelled', 'agent_paid', 'Agent cannot be paid for a cancelled sale'],
  ['cancelled', 'cancelled', 'unpaid', 'A cancelled commission cannot be changed.'],
  ['booked', 'cancelled', 'unpaid', 'A cancelled commission cannot be changed.'],
  ['paid', 'cancelled', 'funds_received', 'A cancelled commission cannot be changed.'],
  ['paid', 'agent_paid', 'unpaid', 'The agent has been paid. That is final.'],
  ['paid', 'agent_paid', 'funds_received', 'The agent has been paid. That is final.'],
  ['paid', 'agent_paid', 'cancelled', 'The agent has been paid. That is final.'],
])('on a %s sale a commission %s cannot become %s', async (sale, commission, target, message) => {
  const { saleId, commissionId } = await saleIn(sale, commission);
  const { error, status } = await setCommission(commissionId, target);
  expect({ status, code: error?.code, message: error?.message, hint: error?.hint }).toEqual({
    status: 400,
    code: 'P0001',
    message,
    hint: 'status',
  });
  expect(await commissionOf(saleId)).toMatchObject({ status: commission });
});

test.each([
  ['booked', 'funds_received', 'funds received'],
  ['paid', 'agent_paid', 'agent paid'],
])('on a %s sale the amount of a commission that is %s is fixed', async (sale, commission, words) => {
  const { commissionId } = await saleIn(sale, commission);
  await expect(
    sql('update public.commissions set amount = amount + 1 where id = $1', [commissionId]),
  ).rejects.toThrow(
    `The amount and agent of this commission cannot change any more: it is already ${words}.`,
  );
});

test('both histories hold every change, in order, with who did it', async () => {
  const sale = await agency.sale({ notes: 'Window seats' });
  const edit = await agency.agent.api.from('sales').update({ total_amount: 1200 }).eq('id', sale.id);
  expect(edit.error).toBeNull();
  const payment = await readyToPay(agency, sale.id);
  await agency.admin.api.rpc('record_agent_payment', { ...payment, reference: 'TR-1' });

  const { data: history, error: historyError } = await agency.agent.api
    .from('sales_history')
    .select(
      'change_type, changed_fields, previous_data, new_data, notes, user:users!sales_history_changed_by_fkey(id)',
    )
    .eq('sales_id', sale.id)
    .order('created_at');
  expect(historyError).toBeNull();
  expect(history?.[0]).toMatchObject({
    change_type: 'create',
    previous_data: null,
    new_data: { total_amount: 1000, status: 'booked', notes: 'Window seats' },
    user: { id: agency.agent.id },
  });
  expect(history?.slice(1)).toEqual([
    {
      change_type: 'update',
      changed_fields: ['commission_amount', 'total_amount'],
      previous_data: { commission_amount: 100, total_amount: 1000 },
      new_data: { commission_amount: 120, total_amount: 1200 },
      notes: null,
      user: { id: agency.agent.id },
    },
    expect.objectContaining({
      change_type: 'status_change',
      changed_fields: ['status'],
      notes: 'Status changed from booked to paid',
      user: { id: agency.admin.id },
    }),
  ]);

  const { data: steps } = await agency.agent.api
    .from('commission_history')
    .select('change_type, previous_status, new_status, notes, changed_by')
    .eq('commission_id', payment.commission_id)
    .order('created_at');
  expect(steps).toEqual([
    {
      change_type: 'create',
      previous_status: null,
      new_status: 'unpaid',
      notes: 'Commission created with the sale',
      changed_by: agency.agent.id,
    },
    {
      change_type: 'update',
      previous_status: 'unpaid',
      new_status: 'unpaid',
      notes: 'Amount follows the sale',
      changed_by: agency.agent.id,
    },
    {
      change_type: 'status_change',
      previous_status: 'unpaid',
      new_status: 'funds_received',
      notes: 'Sale marked as paid',
      changed_by: agency.admin.id,
    },
    {
      change_type: 'status_change',
      previous_status: 'funds_received',
      new_status: 'agent_paid',
      notes: 'Agent payment recorded',
      changed_by: agency.admin.id,
    },
  ]);
});

test('the note of a status change is kept on the commission and in its history, else a default note', async () => {
  const first = await saleIn('booked', 'unpaid');
  const noted = await setCommission(first.commissionId, 'cancelled', 'Vendor went out of business');
  expect(noted.data).toEqual({ status: 'cancelled', notes: 'Vendor went out of business' });
  const second = await saleIn('paid', 'funds_received');
  await setCommission(second.commissionId, 'cancelled');
  const notes = await sql<{ notes: string }>(
    `select notes from public.commission_history where commission_id = any ($1) and new_status = 'cancelled' order by notes`,
    [[first.commissionId, second.commissionId]],
  );
  expect(notes.map((row) => row.notes)).toEqual(['Status updated', 'Vendor went out of business']);
});

test('setting a status to what it is changes nothing and writes no history', async () => {
  const { saleId, commissionId } = await saleIn('paid', 'funds_received');
  const count = () =>
    sql(
      `select (select count(*) from public.sales_history where sales_id = $1) as sales,
         (select count(*) from public.commission_history where commission_id = $2) as commissions`,
      [saleId, commissionId],
    );
  const before = await count();
  expect((await setSale(saleId, 'paid')).error).toBeNull();
  expect((await setCommission(commissionId, 'funds_received')).error).toBeNull();
  expect(await count()).toEqual(before);
});
