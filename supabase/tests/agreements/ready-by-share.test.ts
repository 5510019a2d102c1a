import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { pageOf, type Done } from '../support/payouts';
import { toldOfReady, type Told } from '../support/ready';
import { override, sharePayment, shareSale } from '../support/shares';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

/** `Ready to pay` counts what waits to be paid: one amount wherever it is read, whoever of those who share a sale was paid already. */
let agency: TestAgency;
/** 300 of which the agent has three quarters (135.00) and the rival one (60.00). */
let shared: { id: string; commissionId: string; share: string; payment: object };
beforeEach(async () => {
  agency = await createTestAgency();
  const sale = await agency.sale({ reference: 'TOGETHER-1', commission: 300 });
  const [share = ''] = await shareSale(agency, sale.id, [{ person: agency.rival, percent: 25 }]);
  shared = { ...sale, share, payment: await readyToPay(agency, sale.id) };
  await agency.sale({ reference: 'ALONE-1', commission: 100, paid: true });
});

/** What the admin, the seller and the co-seller read, in currency units: each of them in every place the same. */
async function ready(): Promise<Record<'agency' | 'seller' | 'other', [count: number, amount: number]>> {
  const one = async (of: Person | null): Promise<[number, number]> => {
    const told = await toldOfReady(agency, of);
    const [first = { count: 0, cents: 0 }] = Object.values(told);
    expect(told).toEqual(
      Object.fromEntries(Object.keys(told).map((place): [string, Told] => [place, first])),
    );
    return [first.count, first.cents / 100];
  };
  return { agency: await one(null), seller: await one(agency.agent), other: await one(agency.rival) };
}

const payShare = (amount = 60) =>
  ask<Done>(agency.admin, 'record_share_payment', sharePayment(shared.share, amount));
const paySeller = () => ask<Done>(agency.admin, 'record_agent_payment', shared.payment);

const BOTH = { agency: [2, 255], seller: [2, 195], other: [1, 60] };
const SELLER_LEFT = { agency: [2, 195], seller: [2, 195], other: [0, 0] };
const OTHER_LEFT = { agency: [2, 120], seller: [1, 60], other: [1, 60] };

// Holds payouts-2
test('what one of them was paid is counted no more, whoever it was, until the last is paid', async () => {
  expect(await ready()).toEqual(BOTH);
  await payShare();
  expect(await ready()).toEqual(SELLER_LEFT);
  await paySeller();
  expect(await ready()).toEqual({ agency: [1, 60], seller: [1, 60], other: [0, 0] });
});

// Holds payouts-2
test('nor is the seller’s, once the seller was paid first', async () => {
  await paySeller();
  expect(await ready()).toEqual(OTHER_LEFT);
});

// Holds payouts-4
test('a payment that came back, and what the vendor took back, are lines of their own and change nothing of it', async () => {
  await payShare();
  const { id } = await sqlOne<{ id: string }>('select id from public.agent_payments where share_id = $1', [
    shared.share,
  ]);
  await ask(agency.admin, 'void_agent_payment', { payment_id: id, reason: 'Closed account' });
  expect(await ready()).toEqual(SELLER_LEFT);
  await ask(agency.admin, 'record_recall', {
    ...{ commission_id: shared.commissionId, share_id: shared.share, amount: 20, note: 'Taken back' },
  });
  expect(await ready()).toEqual(SELLER_LEFT);
});

// Holds payouts-5
test('a share that is held waits by itself, and so does its seller’s', async () => {
  const payout = await agency.payout();
  const { lines } = await pageOf(agency.admin, payout);
  const hold = (part: string | undefined) =>
    ask(agency.admin, 'hold_payout_lines', {
      ...{ batch_id: payout, reason: 'Dispute' },
      line_ids: lines
        .filter((line) => line.booking_reference === 'TOGETHER-1' && line.part === part)
        .map((line) => line.id),
    });
  await hold('share');
  expect(await ready()).toEqual(SELLER_LEFT);
  await ask(agency.admin, 'release_share', { share_id: shared.share });
  await hold(undefined);
  expect(await ready()).toEqual(OTHER_LEFT);
});

// Holds payouts-6
test('who gets less than the minimum waits, and the others of the same commission do not', async () => {
  await sql('update public.organizations set payout_minimum_amount = 100 where id = $1', [
    agency.organizationId,
  ]);
  expect(await ready()).toEqual(SELLER_LEFT);
});

test('a trip that is waited for keeps all of them', async () => {
  await sql(`update public.organizations set payout_hold_until = 'departure' where id = $1`, [
    agency.organizationId,
  ]);
  await sql(`update public.sales set travel_date = '2199-01-01' where id = $1`, [shared.id]);
  expect(await ready()).toEqual({ agency: [1, 60], seller: [1, 60], other: [0, 0] });
});

// Holds payouts-7
test('an override counts until it is paid, also of a commission whose people were paid', async () => {
  const id = await override(agency, shared.commissionId, { person: agency.owner, amount: 15 });
  expect(await ready()).toEqual({ ...BOTH, agency: [2, 270] });
  await payShare();
  await paySeller();
  expect(await ready()).toEqual({ agency: [2, 75], seller: [1, 60], other: [0, 0] });
  const { rows } = await ask<{ rows: { status: string; agent_amount: number }[] }>(
    agency.admin,
    'list_commissions',
    { ready: true, search: 'TOGETHER-1' },
  );
  expect(rows).toMatchObject([{ status: 'agent_paid', agent_amount: 15 }]);
  await ask(agency.admin, 'record_share_payment', sharePayment(id, 15));
  expect((await ready()).agency).toEqual([1, 60]);
});

// Holds payouts-8
test('commissions of other kinds count, and are named beside the list that does not hold them', async () => {
  await sql(
    `select private.write_other_commission($1, 'penalty', $2, $3, null, null, 50, '2026-08-01', '2026-05-04', 'Kept deposit')`,
    [
      agency.organizationId,
      (await agency.sale({ reference: 'GONE-1', cancelled: true })).id,
      agency.vendorId,
    ],
  );
  expect(await ready()).toEqual(BOTH);
  await sql(
    `update public.other_commissions set status = 'funds_received', received_amount = amount, received_on = '2026-05-05'
     where organization_id = $1`,
    [agency.organizationId],
  );
  expect(await ready()).toEqual({ agency: [3, 285], seller: [3, 225], other: [1, 60] });
  const list = (person: Person, more: object = {}) =>
    ask(person, 'list_commissions', { ready: true, ...more });
  expect(await list(agency.admin)).toMatchObject({ count: 2, ready_beside: { count: 1, amount: 30 } });
  expect(await list(agency.rival)).toMatchObject({ count: 1, ready_beside: { count: 0, amount: 0 } });
});

// Holds agreements-79
test('the rows and files of the agency say a split where one person has the commission alone', async () => {
  const { rows } = await ask<{ rows: { booking_reference: string; divided?: true }[] }>(
    agency.admin,
    'list_commissions',
  );
  const divided = (of: typeof rows) => of.filter((row) => row.divided).map((row) => row.booking_reference);
  expect(divided(rows)).toEqual(['TOGETHER-1']);
  expect(divided((await ask<{ rows: typeof rows }>(agency.rival, 'list_commissions')).rows)).toEqual([]);
  const splits = async (person: Person) => {
    const file = await ask<{ columns: string[]; rows: unknown[][] }>(person, 'export_commissions');
    const [at, reference] = [
      file.columns.indexOf('commission_split'),
      file.columns.indexOf('booking_reference'),
    ];
    return Object.fromEntries(file.rows.map((row) => [row[reference], row[at]]));
  };
  expect(await splits(agency.admin)).toEqual({ 'TOGETHER-1': null, 'ALONE-1': 60 });
  expect(await splits(agency.rival)).toEqual({ 'TOGETHER-1': 80 });
});
