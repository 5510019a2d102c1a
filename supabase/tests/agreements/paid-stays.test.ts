import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { backend } from '../support/backend';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { beginImport, importRows, undo } from '../support/imports';
import { agree, overridesOf, rule } from '../support/overrides';
import { approve, faults, pageOf, pay, type Done } from '../support/payouts';
import { createSale, saleRow, setStatus, tryUpdate } from '../support/sales';
import { sharePayment } from '../support/shares';
import {
  createMember,
  createTestAgency,
  readyToPay,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** What becomes of a sale of which an override, a charge or a correction is paid, or in a payout: it stays, or whoever asks is told why not. */
let agency: TestAgency;
let lead: Person;
let names: Record<string, Person>;
beforeEach(async () => {
  agency = await createTestAgency();
  lead = await createMember(agency.organizationId, 'agent', 50);
  await sql(`update public.user_terms set commission_split = 50 where user_id in ($1, $2)`, [
    agency.owner.id,
    agency.admin.id,
  ]);
  names = { agent: agency.agent, rival: agency.rival, lead };
});
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
});

const PAID = 'The agent has been paid. That is final.';
const PAID_SALE = 'The agent has been paid, so this sale can no longer be cancelled.';

/** A sale of the agent; each share of it has an override of the lead, taken off whose share it is. */
async function overridden(more: object = {}) {
  expect(await agree(agency, lead, [rule('all', { taken_from: 'agent' })])).toMatchObject({ success: true });
  return (await createSale(agency.agent, agency, more)).id;
}

/** The override upon somebody's share. */
const overrideUpon = (saleId: string, { id }: Person) =>
  sqlOne<{ id: string; amount: number }>(
    `select h.id, h.agent_amount::float8 as amount from public.commission_shares h
     join public.commission_shares u on u.id = h.under_share_id
     where h.sales_id = $1 and h.role = 'override' and u.user_id = $2`,
    [saleId, id],
  );

async function payOverride(saleId: string, of: Person) {
  const { id, amount } = await overrideUpon(saleId, of);
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(id, amount))).toMatchObject({
    success: true,
  });
}

/** Cancels the commission and leaves the sale. @returns why not */
const cancelCommission = async (saleId: string) =>
  (await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('sales_id', saleId)).error
    ?.message;

/** Pays only the lines of the next payout that are so. */
async function payOnly(keep: (amount: number, part: string | undefined) => boolean) {
  const id = await agency.payout();
  const { lines } = await pageOf(agency.admin, id);
  const line_ids = lines.filter(({ amount, part }) => !keep(amount, part)).map((line) => line.id);
  await ask(agency.admin, 'remove_payout_lines', { batch_id: id, line_ids });
  await approve(agency.admin, id);
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
}

// Holds agreements-102
test.each(['sale_paid', 'deposit_matched'])(
  'a co-seller whose override is paid is not taken out, replaced or made the seller, also when the receipt is taken back (%s)',
  async (policy) => {
    await sql('update public.organizations set commission_received_on = $2 where id = $1', [
      agency.organizationId,
      policy,
    ]);
    const sale = await overridden({
      co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 50 }],
    });
    await readyToPay(agency, sale);
    const { id } = await sqlOne<{ id: string }>('select id from public.commissions where sales_id = $1', [
      sale,
    ]);
    const receive = (received_on: string | null) =>
      ask<Done>(agency.admin, 'record_receipt', {
        ...{ commission_id: id, received_on, received_amount: received_on && 100 },
      });
    expect(await receive('2026-05-01')).toMatchObject({ success: true });
    await payOverride(sale, agency.rival);
    expect(await receive(null)).toMatchObject({ success: true });
    const before = await overridesOf(sale, names);
    const other = { user_id: agency.owner.id, role: 'co_seller', percent: 50 };
    for (const [changes, field] of [
      [{ co_sellers: [] }, 'co_sellers'],
      [{ co_sellers: [other] }, 'co_sellers'],
      [{ agent_id: agency.owner.id }, 'agent_id'],
      [{ agent_id: agency.rival.id, co_sellers: [other] }, 'agent_id'],
    ] as const)
      expect(
        (await tryUpdate(agency.admin, sale, (await saleRow(sale)).version, changes)).error,
      ).toMatchObject({
        code: 'P0001',
        message: expect.stringContaining('of this sale cannot change any more: the sale is paid.'),
        hint: field,
      });
    expect(await cancelCommission(sale)).toBe(PAID);
    expect((await setStatus(agency.admin, sale, 'cancelled')).error).toMatchObject({
      message: PAID_SALE,
      hint: 'status',
    });
    expect(await overridesOf(sale, names)).toEqual(before);
    expect(before).toContain('lead 2.50 of 50.00 over rival, paid');
  },
);

// Holds agreements-96
test('of one seller alone: a commission whose override is paid is not cancelled beside its sale either', async () => {
  const sale = await overridden();
  await readyToPay(agency, sale);
  await payOverride(sale, agency.agent);
  expect(await cancelCommission(sale)).toBe(PAID);
  expect((await setStatus(agency.admin, sale, 'cancelled')).error?.message).toBe(PAID_SALE);
  expect(await overridesOf(sale, names)).toEqual([
    'lead 5.00 of 100.00 over agent, paid',
    'agent -5.00 of 100.00 over agent',
  ]);
});

// Holds agreements-103
test('what was taken off somebody for an override alone keeps the sale from being cancelled: nobody would give it back', async () => {
  const sale = await overridden();
  await readyToPay(agency, sale);
  await payOnly((amount) => amount < 0);
  expect(await overridesOf(sale, names)).toEqual([
    'lead 5.00 of 100.00 over agent',
    'agent -5.00 of 100.00 over agent, paid',
  ]);
  expect(await cancelCommission(sale)).toBe(PAID);
  expect((await setStatus(agency.admin, sale, 'cancelled')).error?.message).toBe(PAID_SALE);
  // Its lead is paid as ever.
  await agency.payout({ paid: true });
  expect(await overridesOf(sale, names)).toContain('lead 5.00 of 100.00 over agent, paid');
});

describe('tiers', () => {
  beforeEach(async () => {
    const steps = [{ from: 5000, split: 65 }];
    const tiers = { basis: 'sales_booked', year_start: '01-01', mode: 'whole_year', steps };
    const done = await ask<Done>(agency.owner, 'save_agreement', {
      ...{ member_id: agency.agent.id, valid_from: '2026-01-01' },
      terms: { default_split: 60, tiers },
    });
    expect(done.success).toBe(true);
  });
  const sell = (reference: string, amount: number, paid = false) =>
    agency.sale({ reference, amount, rate: 10, sold: '2026-01-05', ...(paid && { paid }) });
  const corrections = () =>
    sql<{ amount: number; status: string }>(
      `select agent_amount::float8 as amount, status from public.commission_shares
       where organization_id = $1 and role = 'tier_correction' order by created_at, status`,
      [agency.organizationId],
    );

  test('a commission whose correction alone is paid is cancelled neither by itself nor with its sale', async () => {
    const { id } = await sell('TP-1', 4000, true);
    await sell('TP-2', 1000);
    await payOnly((_amount, part) => part === 'override');
    expect(await corrections()).toEqual([{ amount: 20, status: 'paid' }]);
    expect(await cancelCommission(id)).toBe(PAID);
    expect((await setStatus(agency.admin, id, 'cancelled')).error?.message).toBe(PAID_SALE);
  });

  // Holds agreements-60
  test('a correction that somebody takes into a draft while it goes stays in the draft, and says that it changed', async () => {
    await sell('TP-3', 4000, true);
    const second = await sell('TP-4', 1000);
    const collecting = new Client(backend.dbUrl);
    await collecting.connect();
    try {
      const { id } = await sqlOne<{ id: string }>(
        `select id from public.commission_shares where organization_id = $1 and role = 'tier_correction'`,
        [agency.organizationId],
      );
      const batch = await agency.payout();
      const { lines } = await pageOf(agency.admin, batch);
      const line_ids = lines.filter(({ part }) => part === 'override').map((line) => line.id);
      await ask(agency.admin, 'remove_payout_lines', { batch_id: batch, line_ids });
      await collecting.query('begin');
      await collecting.query(
        `insert into public.payout_lines (organization_id, batch_id, agent_id, kind, share_id, amount, created_by)
         values ($1, $2, $3, 'override', $4, 20, $5)`,
        [agency.organizationId, batch, agency.agent.id, id, agency.admin.id],
      );
      const cancelled = setStatus(agency.admin, second.id, 'cancelled').then(({ error }) => error);
      await new Promise((resolve) => setTimeout(resolve, 700));
      await collecting.query('commit');
      expect(await cancelled).toBeNull();
      expect(await corrections()).toEqual([{ amount: 0, status: 'cancelled' }]);
      expect((await pageOf(agency.admin, batch)).problems).toHaveLength(1);
    } finally {
      await collecting.end();
    }
  });

  test('one that goes while a draft is collected is left out of it', async () => {
    await sell('TP-5', 4000, true);
    const second = await sell('TP-6', 1000);
    const cancelling = new Client(backend.dbUrl);
    await cancelling.connect();
    try {
      await cancelling.query('begin');
      await cancelling.query(`update public.sales set status = 'cancelled' where id = $1`, [second.id]);
      await cancelling.query('set constraints all immediate');
      const started = agency.payout();
      await new Promise((resolve) => setTimeout(resolve, 700));
      await cancelling.query('commit');
      const { lines } = await pageOf(agency.admin, await started);
      expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([['commission', 240]]);
    } finally {
      await cancelling.end();
    }
  });
});

describe('an import that is undone', () => {
  async function imported() {
    expect(await agree(agency, lead, [rule([agency.agent])])).toMatchObject({ success: true });
    const batch = await beginImport(agency.agent, { kind: 'sales' });
    const row = (row_number: number) => ({
      ...{
        row_number,
        booking_reference: `UN-${row_number}`,
        customer_first_name: 'Vera',
        customer_last_name: 'Lind',
      },
      ...{ vendor: 'Blue Fleet', sale_date: '2026-03-01', total_amount: 1000, status: 'paid' },
    });
    expect(await importRows(agency.agent, batch, [row(1), row(2)])).toMatchObject({ added: 2, errors: [] });
    const { id } = await sqlOne<{ id: string }>(
      'select id from public.sales where import_batch_id = $1 and import_row = 1',
      [batch],
    );
    return { batch, id };
  }
  const kept = { removed: 1, kept: [{ name: 'UN-1', reason: 'edited' }] };

  // Holds agreements-104
  test('leaves a sale of which a lead was paid since', async () => {
    const { batch, id } = await imported();
    await payOverride(id, agency.agent);
    expect(await undo(agency.admin, batch)).toMatchObject(kept);
    expect(await overridesOf(id, names)).toEqual(['lead 5.00 of 100.00 over agent, paid']);
  });

  test('and one whose lead’s payment came back', async () => {
    const { batch, id } = await imported();
    await payOverride(id, agency.agent);
    const payment = await sqlOne<{ id: string }>(
      `select p.id from public.agent_payments p join public.commission_shares h on h.id = p.share_id where h.sales_id = $1`,
      [id],
    );
    expect(
      await ask<Done>(agency.owner, 'void_agent_payment', {
        payment_id: payment.id,
        reason: 'Closed account',
      }),
    ).toMatchObject({ success: true });
    expect(await undo(agency.admin, batch)).toMatchObject(kept);
  });
});

test('an erased customer leaves what was paid of their sales as it was', async () => {
  const sale = await overridden();
  await readyToPay(agency, sale);
  await payOverride(sale, agency.agent);
  const before = await overridesOf(sale, names);
  const { error } = await agency.admin.api.rpc('erase_customer', {
    customer_id: agency.customerId,
    confirmation: 'Vera Lind',
  });
  expect(error).toBeNull();
  expect(await overridesOf(sale, names)).toEqual(before);
});
