import { CODED } from '../support/coded';
import { sql } from '../support/database';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

interface Receipt {
  received_on?: string | null;
  received_amount?: number | null;
  write_off_reason?: string;
}

const say = async ({ api }: Person, commission_id: string, receipt: Receipt) => {
  const { data, error } = await api.rpc('record_receipt', { commission_id, ...receipt });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown;
};

const DONE = { success: true, error: null, field: null };
const CAME = { received_on: '2026-06-01', received_amount: 75.5 };
const NOTHING = { received_on: null, received_amount: null, received_how: null };

async function soldAndPaid() {
  const sale = await agency.sale();
  const payment = await readyToPay(agency, sale.id);
  return { saleId: sale.id, id: payment.commission_id, payment };
}

const receiptOf = async (saleId: string) => {
  const [row] = await sql(
    `select status, received_on::text, received_amount::float, received_how from public.commissions where sales_id = $1`,
    [saleId],
  );
  return row;
};

// Holds commissions-4
test('neither a paid sale, nor a status, nor a payout says that the vendor paid', async () => {
  const { saleId, payment } = await soldAndPaid();
  expect(await receiptOf(saleId)).toEqual({ status: 'funds_received', ...NOTHING });
  await agency.admin.api.rpc('record_agent_payment', payment);
  expect(await receiptOf(saleId)).toEqual({ status: 'agent_paid', ...NOTHING });

  const early = await agency.sale();
  await agency.admin.api
    .from('commissions')
    .update({ status: 'funds_received' })
    .eq('id', early.commissionId);
  expect(await receiptOf(early.id)).toEqual({ status: 'funds_received', ...NOTHING });
});

test.each([{ received_on: '2026-06-01' }, { received_amount: 5 }, { received_how: 'deposit' }])(
  'nobody writes %j past it',
  async (change) => {
    const { id, saleId } = await soldAndPaid();
    const { error } = await agency.admin.api
      .from('commissions')
      .update(change as never)
      .eq('id', id);
    expect(error?.code).toBe('42501');
    expect(await receiptOf(saleId)).toMatchObject(NOTHING);
  },
);

test('an admin says what came when, says it again, and takes it back; the status stays', async () => {
  const { id, saleId } = await soldAndPaid();
  expect(await say(agency.admin, id, CAME)).toEqual(DONE);
  expect(await receiptOf(saleId)).toEqual({ status: 'funds_received', ...CAME, received_how: 'word' });
  expect(await say(agency.owner, id, { received_on: '2026-06-02', received_amount: 100 })).toEqual(DONE);
  expect(await receiptOf(saleId)).toMatchObject({ received_on: '2026-06-02', received_amount: 100 });
  expect(await say(agency.admin, id, {})).toEqual(DONE);
  expect(await receiptOf(saleId)).toEqual({ status: 'funds_received', ...NOTHING });
  const told = await sql<{ notes: string; by: string; on: string | null }>(
    `select notes, changed_by as by, new_data ->> 'received_on' as on from public.commission_history
     where commission_id = $1 and change_type = 'update' order by created_at`,
    [id],
  );
  expect(told).toEqual([
    { notes: 'Receipt recorded', by: agency.admin.id, on: '2026-06-01' },
    { notes: 'Receipt recorded', by: agency.owner.id, on: '2026-06-02' },
    { notes: 'Receipt taken back', by: agency.admin.id, on: null },
  ]);
});

test('money that comes before the customer has paid makes the commission Funds received', async () => {
  const sale = await agency.sale();
  expect(await say(agency.admin, sale.commissionId, CAME)).toEqual(DONE);
  expect(await receiptOf(sale.id)).toEqual({ status: 'funds_received', ...CAME, received_how: 'word' });
  await say(agency.admin, sale.commissionId, {});
  expect(await receiptOf(sale.id)).toEqual({ status: 'funds_received', ...NOTHING });
});

test('it may come after the agent was paid', async () => {
  const { id, saleId, payment } = await soldAndPaid();
  await agency.admin.api.rpc('record_agent_payment', payment);
  expect(await say(agency.admin, id, CAME)).toEqual(DONE);
  expect(await receiptOf(saleId)).toEqual({ status: 'agent_paid', ...CAME, received_how: 'word' });
});

// Holds commissions-6
test('the rest of a short one stays open, or is written off with its reason, which the history tells', async () => {
  const { id } = await soldAndPaid();
  const rest = async () => {
    const [row] = await sql(
      `select open_amount::float8 as open, written_off::float8 as off, manual_write_off_reason as reason from public.commissions where id = $1`,
      [id],
    );
    return row;
  };
  const newest = async () => {
    const [entry] = await sql<{ notes: string; data: object }>(
      `select notes, new_data as data from public.commission_history where commission_id = $1 order by created_at desc, id desc limit 1`,
      [id],
    );
    return entry;
  };
  expect(await say(agency.admin, id, CAME)).toEqual(DONE);
  expect(await rest()).toEqual({ open: 24.5, off: 0, reason: null });
  expect(await say(agency.admin, id, { ...CAME, write_off_reason: ' Bank fee ' })).toEqual(DONE);
  expect(await rest()).toEqual({ open: 0, off: 24.5, reason: 'Bank fee' });
  expect(await newest()).toEqual({
    notes: 'Receipt recorded',
    data: { written_off: 24.5, manual_write_off_reason: 'Bank fee' },
  });
  // Said again without a reason, the rest is open again; taken back, all of it.
  expect(await say(agency.admin, id, CAME)).toEqual(DONE);
  expect(await rest()).toEqual({ open: 24.5, off: 0, reason: null });
  expect(await say(agency.admin, id, {})).toEqual(DONE);
  expect(await rest()).toEqual({ open: 100, off: 0, reason: null });
  expect(await newest()).toMatchObject({ notes: 'Receipt taken back' });
});

test.each([
  ['nothing is left', { ...CAME, received_amount: 100 }, 'Fee', 'Nothing is left to write off.'],
  ['it is too long', CAME, 'x'.repeat(501), 'Use at most 500 characters.'],
] as const)('writes nothing off where %s', async (_what, receipt, write_off_reason, error) => {
  const { id } = await soldAndPaid();
  expect(await say(agency.admin, id, { ...receipt, write_off_reason })).toEqual({
    success: false,
    ...CODED,
    error,
    field: 'write_off_reason',
  });
});

test.each<[string, Receipt, string, string]>([
  ['tomorrow', { ...CAME, received_on: '2199-01-01' }, 'received_on', 'today at the latest'],
  ['nothing', { ...CAME, received_amount: 0 }, 'received_amount', 'Enter the amount received.'],
  ['less than nothing', { ...CAME, received_amount: -1 }, 'received_amount', 'Enter the amount received.'],
  ['no amount', { received_on: '2026-06-01' }, 'received_amount', 'Enter the amount received.'],
  ['parts of a cent', { ...CAME, received_amount: 1.005 }, 'received_amount', 'Use at most two decimals.'],
])('refuses what came %s', async (_what, receipt, field, reason) => {
  const { id, saleId } = await soldAndPaid();
  expect(await say(agency.admin, id, receipt)).toEqual({
    success: false,
    ...CODED,
    error: expect.stringContaining(reason) as unknown,
    field,
  });
  expect(await receiptOf(saleId)).toMatchObject(NOTHING);
});

test('leaves a cancelled commission, and what a deposit has said, alone', async () => {
  const { id, saleId } = await soldAndPaid();
  await sql(
    `update public.commissions set received_on = '2026-06-03', received_amount = 9, received_how = 'deposit' where id = $1`,
    [id],
  );
  expect(await say(agency.admin, id, CAME)).toMatchObject({ success: false, field: 'commission_id' });
  expect(await receiptOf(saleId)).toMatchObject({ received_on: '2026-06-03', received_how: 'deposit' });
  const cancelled = await agency.sale({ cancelled: true });
  expect(await say(agency.admin, cancelled.commissionId, CAME)).toMatchObject({
    success: false,
    ...CODED,
    error: 'A cancelled commission cannot be changed.',
  });
});

test.each(['agent', 'rival', 'inactive'] as const)('%s may say nothing', async (who) => {
  const { id, saleId } = await soldAndPaid();
  expect(await say(agency[who], id, CAME)).toMatchObject({
    success: false,
    ...CODED,
    error: 'You do not have permission to record receipts.',
  });
  expect(await receiptOf(saleId)).toMatchObject(NOTHING);
});

test('admins of another agency find no commission to speak of', async () => {
  const { id, saleId } = await soldAndPaid();
  expect(await say(otherAgency.admin, id, CAME)).toMatchObject({
    success: false,
    ...CODED,
    error: 'This commission does not exist.',
  });
  expect(await receiptOf(saleId)).toMatchObject(NOTHING);
});
