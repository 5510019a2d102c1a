import { sql } from '../support/database';
import { call, vendorProfile } from '../support/directory';
import { checkOwed, owedOnly } from '../support/owed-checks';
import { createOwedHistory, type OwedHistory } from '../support/owed-history';
import { moneyOf, total } from '../support/owed-oracle';
import { saleRow } from '../support/sales';
import { randomOf, SEED, SOAK } from '../support/soak';
import { readyToPay } from '../support/test-agency';

/** docs/product/commissions.md, Due dates and overdue: every figure of what vendors owe, against the rows added up one by one here. */

async function checkAll({ agency, vendors, manual }: OwedHistory): Promise<void> {
  await checkOwed(agency, vendors, await moneyOf(agency.organizationId, manual));
}

const trackSince = ({ agency }: OwedHistory, day: string | null) =>
  agency.owner.api
    .from('organizations')
    .update({ receipts_tracked_since: day })
    .eq('id', agency.organizationId);

test(`every figure of what vendors owe is that of its rows, through the history of seed ${SEED}`, async () => {
  const history = await createOwedHistory(SOAK ? 40 : 16, randomOf(SEED));
  for (let round = 0; round < (SOAK ? 40 : 6); round += 1) {
    for (let n = 0; n < 12; n += 1) await history.step();
    await checkAll(history);
  }
  for (const day of [null, '2000-01-01', new Date().toISOString().slice(0, 10)]) {
    await trackSince(history, day);
    await checkAll(history);
  }
}, 240_000);

// Holds commissions-15
test('what is owed counts whatever the agent was paid, and names that and what was paid short; what is older than the day does not', async () => {
  const history = await createOwedHistory(0, randomOf(SEED));
  const { agency, vendors, manual } = history;
  const [, vendorId = ''] = vendors;
  const sale = (sold: string, reference: string) => agency.sale({ vendor: vendorId, sold, reference });
  const [old, paid, short, unpaid] = [
    await sale('2025-01-10', 'O-1'),
    await sale('2026-02-01', 'O-2'),
    await sale('2026-03-01', 'O-3'),
    await sale('2026-03-02', 'O-4'),
  ];
  for (const { id } of [old, paid])
    await call(agency.admin, 'record_agent_payment', await readyToPay(agency, id));
  const id = short.commissionId;
  await call(agency.admin, 'record_receipt', {
    commission_id: id,
    received_on: '2026-04-01',
    received_amount: 60,
  });
  manual.set(id, { amount: 60, writtenOff: 0 });
  const overdue = async () => {
    await checkAll(history);
    return (await vendorProfile(agency.admin, vendorId))?.figures.overdue;
  };
  expect(await saleRow(unpaid.id)).toMatchObject({ status: 'booked' });
  // Nobody said since when receipts are recorded.
  expect(await overdue()).toMatchObject({
    count: 1,
    amount: 100,
    agents_paid: { count: 0 },
    paid_short: { count: 0 },
  });
  await trackSince(history, '2026-01-01');
  expect(await overdue()).toMatchObject({
    count: 3,
    amount: 240,
    agents_paid: { count: 1, amount: 100, advanced: 60 },
    paid_short: { count: 1, amount: 40 },
    tracked_since: '2026-01-01',
  });
  await trackSince(history, '2025-01-01');
  expect(await overdue()).toMatchObject({ count: 4, amount: 340, agents_paid: { count: 2, advanced: 120 } });
});

// Holds commissions-16
test('asking a vendor notes what it owes, whatever the agent was paid', async () => {
  const history = await createOwedHistory(12, randomOf(SEED + 1));
  const { agency, vendors, manual } = history;
  await sql("update public.organizations set receipts_tracked_since = '2000-01-01' where id = $1", [
    agency.organizationId,
  ]);
  for (let n = 0; n < 25; n += 1) await history.step();
  await sql("update public.organizations set receipts_tracked_since = '2000-01-01' where id = $1", [
    agency.organizationId,
  ]);
  const { rows } = await moneyOf(agency.organizationId, manual);
  for (const vendor_id of vendors) {
    const owed = owedOnly(rows.filter(({ vendor }) => vendor === vendor_id));
    const answer = await call<{ success: boolean; error: string | null }>(
      agency.admin,
      'record_vendor_asked',
      {
        vendor_id,
      },
    );
    // Nothing is asked while a deposit of the vendor may hold it.
    if (answer.error?.startsWith('A deposit')) continue;
    expect(answer.success).toBe(owed.length > 0);
    if (owed.length === 0) continue;
    const [noted] = await sql<{ n: number; amount: number }>(
      'select commissions_count as n, amount::float8 from public.vendor_askings where vendor_id = $1',
      [vendor_id],
    );
    expect(noted).toEqual({ n: owed.length, amount: total(owed, (row) => row.owed) });
  }
}, 120_000);
