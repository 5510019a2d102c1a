import { ask, createAccount, importLines, line, vendorNamed } from '../support/bank';
import { createTestAgency, type TestAgency } from '../support/test-agency';

interface Inbox {
  rows: {
    text: string;
    certainty: string | null;
    marks: [number, number][];
    lump: { bookings: number | null; open: number } | null;
    suggestion: { reasons: { code: string; text: string; reference?: string }[] } | null;
  }[];
  counts: Record<string, number>;
  strip: { matched: { count: number; amount: number; amount_before: number } };
}

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});
const inbox = (view = 'review') => ask<Inbox>(agency.admin, 'get_bank_inbox', { view });
const only = async (text: string, amount: string) => {
  await importLines(agency.admin, account, [line(1, text, amount)]);
  const { rows } = await inbox();
  const [row] = rows;
  if (!row) throw new Error('Nothing is to be reviewed');
  return { ...row, marked: row.marks.map(([from, length]) => row.text.slice(from, from + length)) };
};

// Holds bank-55
test.each([
  ['with two digits exchanged', 'CORAL LINE AGY COMM CR-26701', 'CR-26701'],
  ['with its number, but other letters', 'CORAL LINE AGY COMM HT26710', 'HT26710'],
  ['of another booking', 'CORAL LINE CR 30001 COMM', 'CR 30001'],
])('a reference %s is never certain: it is said, and marked first', async (_, text, says) => {
  await agency.sale({
    reference: 'CR-26710',
    commission: 312,
    vendor: await vendorNamed(agency, 'Coral Line'),
  });
  const row = await only(text, '312.00');
  expect(row.certainty).toBe('possible');
  expect(row.suggestion?.reasons).toContainEqual({
    code: 'bank_says',
    weight: -2,
    text: `Bank says ${says}`,
    params: { reference: says },
    reference: says,
  });
  expect(row.marked[0]).toBe(says);
});

test('a text with the booking’s own reference names no other', async () => {
  await agency.sale({
    reference: 'CR-26710',
    commission: 312,
    vendor: await vendorNamed(agency, 'Coral Line'),
  });
  const row = await only('CORAL LINE CR-26701 FOR CR-26710', '312.00');
  expect(row.certainty).toBe('certain');
  expect(row.suggestion?.reasons.map(({ code }) => code)).not.toContain('bank_says');
  expect(row.marked[0]).toBe('CR-26710');
});

test('of a deposit for several bookings that are open the vendor’s open ones are counted', async () => {
  const vendor = await vendorNamed(agency, 'Silk Gate Journeys');
  for (const [n, amount] of [101.11, 202.22, 303.33].entries())
    await agency.sale({ reference: `SG-3064${n}`, commission: amount, vendor });
  await importLines(agency.admin, account, [
    line(1, 'SILK GATE JOURNEYS 12 BOOKINGS', '9012.40'),
    line(2, 'SILK GATE JOURNEYS STMT', '511.17'),
    line(3, 'SILK GATE JOURNEYS STMT', '99999.00'),
    line(4, 'DEPOSIT BRANCH 0212', '250.00'),
  ]);
  const { rows } = await inbox();
  const lumps = Object.fromEntries(rows.map(({ text, lump }, n) => [`${text} ${n}`, lump]));
  expect(Object.values(lumps)).toHaveLength(4);
  expect(Object.values(lumps)).toEqual(
    expect.arrayContaining([{ bookings: 12, open: 3 }, { bookings: null, open: 3 }, null, null]),
  );
});

// Holds bank-109
test('what is left unclaimed as a whole is in no figure and no list of what is matched', async () => {
  await agency.sale({ reference: 'CR-26710', commission: 300 });
  const today = new Date().toISOString().slice(0, 10);
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'NOBODY KNOWS', '135.00', { booked_on: today }),
    line(2, 'PARTLY CR26710', '310.00', { booked_on: today }),
  ]);
  const commission = await agency.sale({ reference: 'CR-26711', commission: 10 });
  for (const [row, parts, unclaimed] of [
    [rows[0], [], 135],
    [rows[1], [{ commission_id: commission.commissionId, amount: 10 }], 300],
  ] as const)
    expect(
      await ask(agency.admin, 'match_bank_transaction', {
        transaction_id: row?.id,
        expected_version: row?.version,
        parts,
        unclaimed,
      }),
    ).toMatchObject({ success: true });
  const { counts, strip } = await inbox();
  expect(counts).toEqual({ review: 0, matched: 1, unclaimed: 2, set_aside: 0, all: 2 });
  expect(strip.matched).toEqual({ count: 1, amount: 10, amount_before: 0 });
  expect((await inbox('matched')).rows.map(({ text }) => text)).toEqual(['PARTLY CR26710']);
  expect((await inbox('unclaimed')).rows).toHaveLength(2);
  const { decisions } = await ask<{ decisions: { details: object }[] }>(
    agency.admin,
    'get_bank_transaction',
    {
      transaction_id: rows[0]?.id,
    },
  );
  expect(decisions[0]?.details).toMatchObject({ placed: 0 });
});

test('lists of commissions and payouts say to admins how many transactions wait, to agents nothing of the bank', async () => {
  await agency.sale({ reference: 'CR-26710', commission: 300 });
  await importLines(agency.admin, account, [
    line(1, 'CORAL LINE CR26710', '300.00'),
    line(2, 'NOBODY KNOWS', '135.00'),
  ]);
  for (const list of ['list_commissions', 'list_payouts'])
    expect(await ask(agency.admin, list)).toMatchObject({ to_review: 2 });
  expect(await ask(agency.agent, 'list_commissions')).toMatchObject({ to_review: null });
});

// Holds core-7
test('the search finds a transaction by its amount as the agency writes it', async () => {
  const { error } = await agency.owner.api
    .from('organizations')
    .update({ amount_notation: 'comma' })
    .eq('id', agency.organizationId);
  expect(error).toBeNull();
  await importLines(agency.admin, account, [
    line(1, 'CORAL LINE COMM', '1234.56'),
    line(2, 'SILK GATE COMM', '1234.00'),
    line(3, 'TIDEWATER COMM', '1.23'),
  ]);
  const found = async (search: string) =>
    (await ask<Inbox>(agency.admin, 'get_bank_inbox', { view: 'all', search })).rows.map(({ text }) => text);
  expect(await found('1.234,56')).toEqual(['CORAL LINE COMM']);
  expect(await found('1.234')).toEqual(['SILK GATE COMM']);
  expect(await found('USD 1,23')).toEqual(['TIDEWATER COMM']);
});
