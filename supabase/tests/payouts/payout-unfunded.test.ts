import { ask } from '../support/bank';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { approve, pageOf, type Done, type PayoutPage } from '../support/payouts';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** docs/product/payouts.md, Not received from vendors. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

interface Unfunded extends PayoutPage {
  unfunded: { count: number; amount: number };
  lines: (PayoutPage['lines'][number] & { commission_id: string; funded?: boolean })[];
}
const open = async (id: string) => (await pageOf(agency.admin, id)) as Unfunded;
const hold = (id: string, lineIds: string[], reason: string | null = 'The vendor has not paid') =>
  ask<Done & { held: number }>(agency.admin, 'hold_payout_lines', {
    batch_id: id,
    line_ids: lineIds,
    reason,
  });

/** Two commissions of 100, the agent's share 60: one that the vendor has paid, one that it has not; and a bonus. */
async function draft() {
  await agency.sale({ reference: 'UF-1', paid: true, received: '2026-05-20' });
  await agency.sale({ reference: 'UF-2', paid: true });
  await ask(agency.admin, 'add_payout_adjustment', {
    ...{ agent_id: agency.agent.id, kind: 'bonus', amount: 5, note: 'Said why' },
  });
  return agency.payout();
}

// Holds payouts-60
test('a payout says what vendors have not paid: the agents’ share, and on each line', async () => {
  const id = await draft();
  const page = await open(id);
  expect(page.unfunded).toEqual({ count: 1, amount: 60 });
  expect(page.lines.map(({ booking_reference: name, kind, funded }) => [name ?? kind, funded])).toEqual([
    ['UF-1', true],
    ['UF-2', false],
    ['bonus', undefined],
  ]);
  // What the vendor pays meanwhile is in the next answer; part of it leaves the rest open.
  const { id: waiting } = await sqlOne<{ id: string }>(
    `select c.id from public.commissions c join public.sales s on s.id = c.sales_id
     where c.organization_id = $1 and s.booking_reference = 'UF-2'`,
    [agency.organizationId],
  );
  const receive = (amount: number) =>
    ask(agency.admin, 'record_receipt', {
      commission_id: waiting,
      received_on: '2026-05-21',
      received_amount: amount,
    });
  await receive(99.99);
  expect((await open(id)).unfunded).toEqual({ count: 1, amount: 60 });
  await receive(100);
  expect((await open(id)).unfunded).toEqual({ count: 0, amount: 0 });
});

// Holds payouts-61
test('an agent is told what the payout pays, not what the vendor still owes', async () => {
  await draft();
  const { lines } = await ask<Unfunded>(agency.agent, 'get_my_payouts');
  expect(lines.map((line) => Object.hasOwn(line, 'funded'))).toEqual([false, false, false]);
});

// Holds payouts-62
test('all of these are held in one step, with one reason that their agents read', async () => {
  const id = await draft();
  const { lines } = await open(id);
  const waiting = lines.filter(({ funded }) => funded === false).map((line) => line.id);
  for (const reason of [null, ' '])
    expect(await hold(id, waiting, reason)).toMatchObject({ success: false, field: 'reason' });
  expect(await hold(id, waiting, 'x'.repeat(501))).toMatchObject({ field: 'reason' });
  expect(await hold(id, waiting)).toMatchObject({ success: true, held: 1 });
  const after = await open(id);
  expect(after).toMatchObject({
    unfunded: { count: 0, amount: 0 },
    held: [{ booking_reference: 'UF-2', reason: 'The vendor has not paid' }],
  });
  expect(after.lines.map(({ booking_reference: name, kind }) => name ?? kind)).toEqual(['UF-1', 'bonus']);
  expect(await hold(id, waiting)).toMatchObject({
    success: false,
    ...CODED,
    error: 'These commissions are no longer in this payout.',
  });
  // An adjustment is nothing to hold.
  expect(
    await hold(
      id,
      lines.filter(({ kind }) => kind === 'bonus').map((line) => line.id),
    ),
  ).toMatchObject({
    success: false,
  });
  const { waiting: told } = await ask<{ waiting: { obstacle: string; rows: { reason: string }[] }[] }>(
    agency.agent,
    'get_my_payouts',
  );
  expect(told).toMatchObject([{ obstacle: 'held', rows: [{ reason: 'The vendor has not paid' }] }]);
});

test('only in a draft, only admins, only their own', async () => {
  const id = await draft();
  const { lines } = await open(id);
  const all = lines.map((line) => line.id);
  const other = await createTestAgency();
  expect(
    await ask<Done>(other.admin, 'hold_payout_lines', { batch_id: id, line_ids: all, reason: 'No' }),
  ).toMatchObject({ success: false, ...CODED, error: 'This payout does not exist.' });
  await expect(
    ask(agency.agent, 'hold_payout_lines', { batch_id: id, line_ids: all, reason: 'No' }),
  ).rejects.toThrow('permission denied');
  await approve(agency.admin, id);
  expect(await hold(id, all)).toMatchObject({
    success: false,
    ...CODED,
    error: 'This payout is approved. Take it back to a draft first.',
  });
  expect(
    await sql('select 1 from public.payout_holds where organization_id = $1', [agency.organizationId]),
  ).toEqual([]);
});
