import { randomUUID } from 'node:crypto';
import {
  ask,
  createAccount,
  readLine,
  rematched,
  soldInTime,
  transaction,
  vendorNamed,
} from '../support/bank';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
let vendor: string;
beforeEach(async () => {
  agency = soldInTime(await createTestAgency());
  account = await createAccount(agency.admin);
  vendor = await vendorNamed(agency, 'Northern Fjord Voyages');
});

/** Puts the sales of these commissions into a group. */
const join = (commissionIds: readonly string[], groupId: string) =>
  sql(
    `update public.sales set group_id = $2 where id in (select sales_id from public.commissions where id = any ($1))`,
    [commissionIds, groupId],
  );

/** A group of sales with these open commissions. */
async function lump(amounts: readonly number[], fields: { name: string; booking_reference?: string }) {
  const sold = [];
  for (const commission of amounts)
    sold.push(await agency.sale({ reference: `ZZ-${randomUUID().slice(0, 8)}`, commission, vendor }));
  const { id } = (
    await agency.admin.api.rpc('save_sale_group', { sale_group: { vendor_id: vendor, ...fields } } as never)
  ).data as unknown as { id: string };
  const ids = sold.map(({ commissionId }) => commissionId).sort();
  await join(ids, id);
  return ids;
}

const read = (text: string, amount: string) => readLine(agency.admin, account, text, amount);
const reasonsOf = async (transaction_id: string) =>
  (
    await ask<{ suggestions: { kind: string; reasons: { code: string; text: string }[] }[] }>(
      agency.admin,
      'get_bank_transaction',
      { transaction_id },
    )
  ).suggestions[0];

// Five and more that are no neighbours: no other set that adds up is found among them.
const CABINS = [1136.05, 1002.41, 947.33, 1311.87, 888.02, 1204.77, 1399.99];
const SUM = '7890.44';

// Holds bank-71
test('a deposit of all that is open of a group is suggested as the group, to be looked at', async () => {
  const ids = await lump(CABINS, { name: 'Fjords in May' });
  const row = await read('NORTHERN FJORD VOYAGES COMM', SUM);
  expect(row).toMatchObject({ certainty: 'likely', status: 'suggested' });
  expect([...row.suggested].sort()).toEqual(ids);
  expect((await reasonsOf(row.id))?.reasons[0]).toMatchObject({
    code: 'group',
    text: 'The open commissions of the group Fjords in May',
  });
});

test('another payer that names the group is suggested, too; one that names nothing is not', async () => {
  await lump(CABINS, { name: 'Fjords in May', booking_reference: 'GRP-77120' });
  const named = await read('WIRE TRANSFER GRP-77120', SUM);
  expect((await reasonsOf(named.id))?.reasons.map(({ code }) => code)).toEqual(['group', 'group_named']);
  const other = await read('WIRE TRANSFER', SUM);
  expect((await reasonsOf(other.id))?.reasons.map(({ code }) => code) ?? []).not.toContain('group');
});

test('a cent more or less is no lump, and neither is what another agency has', async () => {
  await lump(CABINS, { name: 'Fjords in May' });
  const row = await read('NORTHERN FJORD VOYAGES COMM', '7890.45');
  expect((await reasonsOf(row.id))?.reasons.map(({ code }) => code) ?? []).not.toContain('group');
  const foreign = soldInTime(await createTestAgency());
  const foreignAccount = await createAccount(foreign.admin);
  await vendorNamed(foreign, 'Northern Fjord Voyages');
  expect(await readLine(foreign.admin, foreignAccount, 'NORTHERN FJORD VOYAGES COMM', SUM)).toMatchObject({
    suggested: [],
  });
});

// Holds bank-72
test('a set that is certain by what the text names stays certain, group or not', async () => {
  const first = await agency.sale({ reference: 'CR-41001', commission: 300, vendor });
  const second = await agency.sale({ reference: 'CR-41002', commission: 250, vendor });
  const text = 'NORTHERN FJORD VOYAGES CR-41001 CR-41002';
  const before = await read(text, '550.00');
  const { id } = (
    await agency.admin.api.rpc('save_sale_group', {
      sale_group: { vendor_id: vendor, name: 'Two of them' },
    } as never)
  ).data as unknown as { id: string };
  await join([first.commissionId, second.commissionId], id);
  await sql('update public.bank_transactions set matching_due = true where id = $1', [before.id]);
  await rematched(agency);
  expect((await reasonsOf(before.id))?.reasons.map(({ code }) => code)).not.toContain('group');
  expect((await transaction(before.id)).certainty).toBe('certain');
});
