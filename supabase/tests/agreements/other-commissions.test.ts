import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { approve, pageOf, type Done, type MyPayouts } from '../support/payouts';
import { sharePayment, shareSale } from '../support/shares';
import { createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

interface Other {
  id: string;
  kind: string;
  status: string;
  amount: string;
  received_amount: string | null;
  received_on: string | null;
}
const others = () =>
  sql<Other>('select * from public.other_commissions where organization_id = $1 order by created_at', [
    agency.organizationId,
  ]);
const sharesOf = (id: string) =>
  sql<{
    id: string;
    user_id: string;
    role: string;
    gross_part: string;
    agent_amount: string;
    status: string;
  }>('select * from public.commission_shares where other_commission_id = $1 order by place', [id]);

/** The fee of a sale, as what its lines come to. */
const setFee = (saleId: string, fee: number) =>
  sql('update public.sales set lines = $2 where id = $1', [
    saleId,
    JSON.stringify([
      { kind: 'cruise', amount: 1000, earns: 'rate', rate: 10 },
      ...(fee > 0 ? [{ kind: 'service_fee', amount: fee }] : []),
    ]),
  ]);
const become = (saleId: string, status: string) =>
  agency.admin.api.from('sales').update({ status }).eq('id', saleId);

/** What a vendor still pays for a cancelled sale. */
async function penalty(amount: number) {
  const sale = await agency.sale({ reference: 'PN-1', cancelled: true });
  const { id } = await sqlOne<{ id: string }>(
    `select private.write_other_commission($1, 'penalty', $2, $3, null, null, $4, '2026-08-01', '2026-05-04', 'Kept deposit') as id`,
    [agency.organizationId, sale.id, agency.vendorId, amount],
  );
  return { ...sale, penalty: id };
}

// Holds commissions-53
test('a sale without a fee makes nothing, whatever becomes of it', async () => {
  const { id } = await agency.sale();
  await become(id, 'paid');
  await become(id, 'cancelled');
  expect(await others()).toEqual([]);
});

// Holds commissions-54
test('a fee follows its sale: made, changed, taken off, back, received with the customer’s payment', async () => {
  const { id } = await agency.sale();
  await setFee(id, 40);
  const [fee] = await others();
  expect(fee).toMatchObject({ kind: 'service_fee', status: 'unpaid', amount: '40.00', received_on: null });
  expect(await sharesOf(fee?.id ?? '')).toMatchObject([
    { user_id: agency.agent.id, role: 'seller', gross_part: '40.00', agent_amount: '24.00', status: 'open' },
  ]);
  await setFee(id, 50.05);
  expect(await sharesOf(fee?.id ?? '')).toMatchObject([{ gross_part: '50.05', agent_amount: '30.03' }]);
  await setFee(id, 0);
  expect(await others()).toMatchObject([{ status: 'cancelled' }]);
  expect(await sharesOf(fee?.id ?? '')).toMatchObject([{ status: 'cancelled' }]);
  await setFee(id, 40);
  expect(await others()).toMatchObject([{ id: fee?.id, status: 'unpaid', amount: '40.00' }]);
  await become(id, 'paid');
  expect(await others()).toMatchObject([
    { status: 'funds_received', received_amount: '40.00', received_on: expect.anything() },
  ]);
  expect(await sharesOf(fee?.id ?? '')).toMatchObject([{ status: 'open', agent_amount: '24.00' }]);
});

// Holds commissions-55
test('its shares follow the percents and the agent of the sale, to the cent, and keep the splits of who stays', async () => {
  const { id } = await agency.sale();
  await setFee(id, 100.01);
  await sql('update public.user_terms set commission_split = 10 where user_id = $1', [agency.agent.id]);
  await shareSale(agency, id, [{ person: agency.rival, percent: 33.33 }]);
  const [fee] = await others();
  const shares = await sharesOf(fee?.id ?? '');
  expect(shares).toMatchObject([
    { user_id: agency.agent.id, gross_part: '66.68', agent_amount: '40.01' },
    { user_id: agency.rival.id, role: 'co_seller', gross_part: '33.33', agent_amount: '26.66' },
  ]);
  await sql(`update public.sales set co_sellers = '[]' where id = $1`, [id]);
  expect(await sharesOf(fee?.id ?? '')).toMatchObject([{ gross_part: '100.01' }]);
  const { error } = await agency.admin.api.from('sales').update({ agent_id: agency.rival.id }).eq('id', id);
  expect(error).toBeNull();
  expect(await sharesOf(fee?.id ?? '')).toMatchObject([{ user_id: agency.rival.id, agent_amount: '80.01' }]);
});

// Holds commissions-56
test('a fee is paid with the commission in one payout, and cancelled with its sale before', async () => {
  const [kept, gone] = [await agency.sale({ reference: 'F-1' }), await agency.sale({ reference: 'F-2' })];
  await setFee(kept.id, 40);
  await setFee(gone.id, 40);
  await become(gone.id, 'cancelled');
  expect((await others()).map(({ status }) => status).sort()).toEqual(['cancelled', 'unpaid']);
  expect((await ask<MyPayouts>(agency.agent, 'get_my_payouts')).waiting).toMatchObject([
    { obstacle: 'vendor', amount: 60 },
    { obstacle: 'customer', amount: 24 },
  ]);
  await become(kept.id, 'paid');
  const payout = await agency.payout({ paid: true });
  expect((await pageOf(agency.admin, payout)).lines).toMatchObject([
    { kind: 'commission', amount: 60 },
    {
      kind: 'commission',
      part: 'share',
      amount: 24,
      note: 'Service fee, Seller, 100%',
      booking_reference: 'F-1',
    },
  ]);
  expect((await others()).map(({ status }) => status).sort()).toEqual(['agent_paid', 'cancelled']);
  // Whether the vendor has paid is told of what a vendor owes, and of nothing else.
  const { id } = await sqlOne<{ id: string }>(
    'select id from public.payout_statements where organization_id = $1',
    [agency.organizationId],
  );
  const { lines } = await ask<{ lines: { amount: number; funded?: boolean }[] }>(
    agency.admin,
    'get_statement',
    { statement_id: id },
  );
  expect(lines.map(({ amount, funded }) => [amount, funded])).toEqual([
    [60, false],
    [24, undefined],
  ]);
});

// Holds commissions-57
test('a fee whose share was paid alone fixes its sale', async () => {
  const { id } = await agency.sale();
  await setFee(id, 40);
  const [fee] = await others();
  const [share] = await sharesOf(fee?.id ?? '');
  expect(
    await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share?.id ?? '', 24)),
  ).toMatchObject({ error: 'The customer has not paid this sale yet.' });
  await become(id, 'paid');
  expect(
    await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share?.id ?? '', 24)),
  ).toMatchObject({ success: true });
  expect(await others()).toMatchObject([{ status: 'agent_paid' }]);
  const { error } = await become(id, 'cancelled');
  expect(error?.message).toBe('The agent has been paid, so this sale can no longer be cancelled.');
});

// Holds commissions-58
test('a penalty is received when an admin says so, paid like a commission, and fixed then', async () => {
  const { penalty: id } = await penalty(80);
  const receipt = { other_commission_id: id, received_on: '2026-06-02', received_amount: 80 };
  const [share] = await sharesOf(id);
  expect(share).toMatchObject({ agent_amount: '48.00' });
  expect(
    await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share?.id ?? '', 48)),
  ).toMatchObject({ error: 'Funds must be received before the agent is paid.' });
  expect(await ask<Done>(agency.agent, 'record_other_receipt', receipt)).toMatchObject({
    error: 'You do not have permission to record receipts.',
  });
  expect(
    await ask<Done>(agency.admin, 'record_other_receipt', { ...receipt, received_on: '2199-01-01' }),
  ).toMatchObject({ field: 'received_on' });
  expect(
    await ask<Done>(agency.admin, 'record_other_receipt', { ...receipt, received_amount: 0 }),
  ).toMatchObject({ field: 'received_amount' });
  expect(await ask<Done>(agency.admin, 'record_other_receipt', receipt)).toMatchObject({ success: true });
  expect(await others()).toMatchObject([{ status: 'funds_received' }]);
  expect(await ask<Done>(agency.admin, 'cancel_other_commission', { other_commission_id: id })).toMatchObject(
    {
      error: 'Something was received of it. Take the receipt back first.',
    },
  );
  await agency.payout({ paid: true });
  expect(await others()).toMatchObject([{ status: 'agent_paid' }]);
  expect(await ask<Done>(agency.admin, 'record_other_receipt', { other_commission_id: id })).toMatchObject({
    error: 'Somebody was paid of it already: the receipt stands.',
  });
});

test('a short receipt reduces the shares where agents carry it, and the draft that has them says so', async () => {
  await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
    agency.organizationId,
  ]);
  const { penalty: id } = await penalty(80);
  const receipt = { other_commission_id: id, received_on: '2026-06-02', received_amount: 80 };
  await ask(agency.admin, 'record_other_receipt', receipt);
  const payout = await agency.payout();
  await ask(agency.admin, 'record_other_receipt', { ...receipt, received_amount: 50 });
  expect(await sharesOf(id)).toMatchObject([{ agent_amount: '30.00' }]);
  expect((await pageOf(agency.admin, payout)).problems).toMatchObject([
    { code: 'share_changed', problem: 'The agent’s share is 30.00 now' },
  ]);
  expect(await approve(agency.admin, payout)).toMatchObject({ success: false });
});

// Holds commissions-59
test('a receipt in closed books is refused, and a penalty expected no longer is cancelled with its share', async () => {
  const { penalty: id } = await penalty(80);
  await sql(`update public.organizations set books_closed_through = '2026-06-30' where id = $1`, [
    agency.organizationId,
  ]);
  expect(
    await ask<Done>(agency.admin, 'record_other_receipt', {
      other_commission_id: id,
      received_on: '2026-06-02',
      received_amount: 80,
    }),
  ).toMatchObject({ success: false, field: 'received_on' });
  expect(await ask<Done>(agency.agent, 'cancel_other_commission', { other_commission_id: id })).toMatchObject(
    {
      success: false,
    },
  );
  expect(await ask<Done>(agency.admin, 'cancel_other_commission', { other_commission_id: id })).toMatchObject(
    {
      success: true,
    },
  );
  expect(await sharesOf(id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await ask<Done>(agency.admin, 'cancel_other_commission', { other_commission_id: id })).toMatchObject(
    {
      error: 'A cancelled commission cannot be changed.',
    },
  );
});

// Holds commissions-60
test('a volume bonus is the agency’s own: it has no share, and no payout', async () => {
  await sql(
    `select private.write_other_commission($1, 'volume_bonus', null, $2, '2026-01-01', '2026-12-31', 500, null, '2026-12-31', null)`,
    [agency.organizationId, agency.vendorId],
  );
  const [bonus] = await others();
  await ask(agency.admin, 'record_other_receipt', {
    other_commission_id: bonus?.id,
    received_on: '2026-06-02',
    received_amount: 500,
  });
  expect(await sharesOf(bonus?.id ?? '')).toEqual([]);
  expect(await ask(agency.admin, 'list_other_commissions')).toMatchObject({
    count: 1,
    kinds: { volume_bonus: { count: 1, amount: 500 } },
    rows: [{ vendor: 'Blue Fleet', period_start: '2026-01-01', status: 'funds_received', shares: [] }],
  });
});

// Holds commissions-63
test('agents and other agencies read and change no other commission', async () => {
  const { penalty: id } = await penalty(80);
  const other = await createTestAgency();
  for (const person of [agency.agent, agency.rival, other.admin]) {
    expect((await untyped(person.api, 'other_commissions').select('id')).data).toEqual([]);
    expect(await ask(person, 'list_other_commissions')).toMatchObject({ count: 0, rows: [], kinds: {} });
  }
  expect(await ask<Done>(other.admin, 'cancel_other_commission', { other_commission_id: id })).toMatchObject({
    error: 'This commission does not exist.',
  });
  const { error } = await untyped(agency.admin.api, 'other_commissions').update({ amount: 1 }).eq('id', id);
  expect(error?.code).toBe('42501');
});

// Holds commissions-61
test('are found by booking, vendor and amount, filtered, and noted in any state', async () => {
  const { penalty: id } = await penalty(80);
  const { id: saleId } = await agency.sale({ reference: 'FE-7' });
  await setFee(saleId, 40);
  const [fee] = (await others()).filter(({ kind }) => kind === 'service_fee');
  const found = async (args: object) =>
    (
      await ask<{ rows: { id: string; notes: string | null }[]; count: number }>(
        agency.admin,
        'list_other_commissions',
        args,
      )
    ).rows.map((row) => row.id);
  expect(await found({ search: 'pn-1' })).toEqual([id]);
  expect(await found({ search: '40.00' })).toEqual([fee?.id]);
  expect(await found({ search: 'nothing_like%it' })).toEqual([]);
  expect((await found({ vendor_id: agency.vendorId })).sort()).toEqual([id, fee?.id].sort());
  expect(await found({ vendor_id: agency.vendorId, kind: 'penalty', status: 'unpaid' })).toEqual([id]);
  expect(await found({ vendor_id: saleId })).toEqual([]);
  const note = (person: Person, notes?: string) =>
    ask<Done>(person, 'note_other_commission', { other_commission_id: id, ...(notes && { notes }) });
  for (const person of [agency.agent, (await createTestAgency()).admin])
    expect(await note(person, 'Not mine')).toMatchObject({ success: false });
  await ask(agency.admin, 'cancel_other_commission', { other_commission_id: id });
  expect(await note(agency.admin, '  Asked twice ')).toMatchObject({ success: true });
  expect(await found({ search: 'asked twice' })).toEqual([id]);
  expect(await note(agency.admin, 'x'.repeat(5001))).toMatchObject({ success: false, field: 'notes' });
  expect(await note(agency.admin)).toMatchObject({ success: true });
  expect(await sqlOne('select notes from public.other_commissions where id = $1', [id])).toEqual({
    notes: null,
  });
});
