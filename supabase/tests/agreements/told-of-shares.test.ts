import { ask } from '../support/bank';
import { sql } from '../support/database';
import { override, sharePayment, shareSale } from '../support/shares';
import { createMember, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** Who has a share of a commission, or an override of it, hears of it as its seller does: of the own alone. */
let agency: TestAgency;
let referrer: Person;
let lead: Person;
beforeEach(async () => {
  agency = await createTestAgency();
  referrer = await createMember(agency.organizationId, 'agent', 50);
  lead = await createMember(agency.organizationId, 'agent', 50);
});

/** A sale of the agent's, of which the rival and somebody who referred it have a part, the lead and the owner an override. */
async function shared() {
  const sale = await agency.sale({ reference: 'TS-1', commission: 300 });
  const [ofRival = ''] = await shareSale(agency, sale.id, [
    { person: agency.rival, percent: 25 },
    { person: referrer, percent: 5, role: 'referral' },
  ]);
  const ofLead = await override(agency, sale.commissionId, { person: lead, amount: 15 });
  await override(agency, sale.commissionId, { person: lead, amount: 5, under: ofRival });
  await override(agency, sale.commissionId, { person: agency.owner, amount: 3 });
  await override(agency, sale.commissionId, { person: agency.agent, amount: -3, role: 'override_charge' });
  await sql('delete from public.notifications where organization_id = $1', [agency.organizationId]);
  return { ...sale, ofRival, ofLead };
}

const told = async ({ api }: Person) =>
  (await api.from('notifications').select('type, message, commentable_type, commentable_id, code, params'))
    .data;

const receive = (commission_id: string) =>
  ask(agency.admin, 'record_receipt', {
    commission_id,
    received_on: '2026-06-02',
    received_amount: 300,
  });

// Holds notifications-8
test('that the vendor paid is told to co-seller, referral and lead as to the seller, once each, without amounts', async () => {
  const { id, commissionId } = await shared();
  await receive(commissionId);
  for (const person of [agency.rival, referrer, agency.owner])
    expect(await told(person)).toMatchObject([
      { type: 'commission', code: 'vendor_paid', commentable_type: 'sales', commentable_id: id },
    ]);
  const [seller] = (await told(agency.agent)) ?? [];
  expect(await told(agency.agent)).toHaveLength(1);
  expect(seller).toMatchObject({ code: 'vendor_paid', commentable_id: commissionId });
  const [rival] = (await told(agency.rival)) ?? [];
  // The same words, and nothing else: no part, split or amount of anybody.
  expect(rival).toMatchObject({ message: seller?.message, params: seller?.params });
  expect(seller?.message).toContain('paid the commission on the sale TS-1 for Vera Lind.');
  expect(Object.keys(rival?.params ?? {}).sort()).toEqual(['sale', 'vendor']);
});

// Holds notifications-9
test('a lead who is an agent hears of it without its customer, and is led nowhere', async () => {
  const { commissionId, ofLead } = await shared();
  await receive(commissionId);
  await sql(`update public.sales set status = 'paid' where organization_id = $1`, [agency.organizationId]);
  expect(await ask(agency.admin, 'record_share_payment', sharePayment(ofLead, 15))).toMatchObject({
    success: true,
  });
  expect(
    await ask(agency.admin, 'record_recall', {
      commission_id: commissionId,
      share_id: ofLead,
      amount: 5,
      note: 'Cabin fell through',
    }),
  ).toMatchObject({ success: true });
  const { data: payment } = await agency.admin.api
    .from('agent_payments')
    .select('id')
    .eq('share_id', ofLead)
    .single();
  expect(
    await ask(agency.admin, 'void_agent_payment', { payment_id: payment?.id, reason: 'Account closed' }),
  ).toMatchObject({ success: true });
  const all = (await told(lead)) ?? [];
  expect(all.map(({ code }) => code).sort()).toEqual([
    'commission_recalled',
    'payment_recorded',
    'payment_voided',
    'vendor_paid',
  ]);
  for (const each of all)
    expect(each).toMatchObject({ commentable_type: null, params: { sale: { reference: 'TS-1' } } });
  expect(JSON.stringify(all)).toContain('sale TS-1');
  expect(JSON.stringify(all)).not.toMatch(/Vera|Lind|customer/);
});

// Holds notifications-10
test('nobody hears of what is not theirs, nor of the own doing', async () => {
  const { commissionId } = await shared();
  await ask(agency.owner, 'record_receipt', {
    commission_id: commissionId,
    received_on: '2026-06-02',
    received_amount: 300,
  });
  expect(await told(agency.owner)).toEqual([]);
  expect(await told(agency.admin)).toEqual([]);
  const alone = await agency.sale({ reference: 'TS-2', commission: 100 });
  await sql('delete from public.notifications where organization_id = $1', [agency.organizationId]);
  await receive(alone.commissionId);
  for (const person of [agency.rival, referrer, lead, agency.owner]) expect(await told(person)).toEqual([]);
  expect(await told(agency.agent)).toHaveLength(1);
});

// Holds notifications-11
test('that a vendor paid a penalty is told to all who have a part of it, its seller too', async () => {
  const { id } = await shared();
  const { data } = await agency.agent.api.rpc('cancel_sale_with_penalty', {
    sale_id: id,
    amount: 100,
    request_key: crypto.randomUUID(),
  });
  expect(data).toMatchObject({ status: 'cancelled' });
  const { data: penalty } = await agency.admin.api
    .from('other_commissions')
    .select('id')
    .eq('sales_id', id)
    .single();
  await sql('delete from public.notifications where organization_id = $1', [agency.organizationId]);
  await ask(agency.admin, 'record_other_receipt', {
    other_commission_id: penalty?.id,
    received_on: '2026-06-02',
    received_amount: 100,
  });
  for (const person of [agency.agent, agency.rival, referrer])
    expect(await told(person)).toMatchObject([
      { type: 'commission', code: 'vendor_paid', commentable_id: id },
    ]);
});
