import { ask, createAccount, soldInTime, vendorNamed, readLine } from '../support/bank';
import { sql } from '../support/database';
import { createCustomer, createTestAgency, type TestAgency } from '../support/test-agency';

// How a bank's texts are read: whose money it is, which bookings it names, and what it may be set aside as.

let agency: TestAgency;
let account: string;
let vendor: string;
beforeEach(async () => {
  agency = soldInTime(await createTestAgency());
  account = await createAccount(agency.admin);
  vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
});

const read = (text: string, amount: string, extra = {}) =>
  readLine(agency.admin, account, text, amount, extra);

/** Matches a deposit with these commissions, as a person does. */
const matched = (row: { id: string; version: number }, parts: { commission_id: string; amount: number }[]) =>
  ask(agency.admin, 'match_bank_transaction', {
    transaction_id: row.id,
    expected_version: row.version,
    parts,
  });

async function namedCustomer(first: string, last: string): Promise<string> {
  const id = await createCustomer(agency.organizationId);
  await sql('update public.customers set first_name = $2, last_name = $3 where id = $1', [id, first, last]);
  return id;
}

// Holds bank-65
test.each([
  ['written behind a word that leads it', 'HALCYON OCEAN LINES BKGK6YE37', 'K6YE37'],
  ['behind which somebody wrote OK', 'HALCYON OCEAN LINES K6YE37', 'K6YE-37 OK'],
  ['behind which somebody wrote a name', 'HALCYON OCEAN LINES K6YE37', 'K6YE37 / Cooper'],
  ['of letters alone', 'HALCYON OCEAN LINES MDLWJY', 'MDLWJY ok'],
  ['that a line break of the bank divides', 'HALCYON OCEAN LINES 62 53302', '6253302'],
  ['of two parts, divided in one of them', 'HALCYON OCEAN LINES KN25-5 283', 'KN25-5283 / Meier'],
  ['before which zeros stand', 'HALCYON OCEAN LINES 00062533', '62533'],
])('a reference %s is found', async (_, text, reference) => {
  const sale = await agency.sale({ reference, commission: 212.4, vendor });
  await agency.sale({ reference: 'ZZ-90001', commission: 212.4, vendor });
  expect(await read(text, '212.40')).toMatchObject({ certainty: 'certain', suggested: [sale.commissionId] });
});

// Holds bank-66
test('a payer is known again where the bank writes travelers behind it, and they tell equal amounts apart', async () => {
  const [neil, gemma, hugo] = [
    await namedCustomer('Neil', 'Blenkinsop'),
    await namedCustomer('Gemma', 'White'),
    await namedCustomer('Hugo', 'Bramwell'),
  ];
  const first = await agency.sale({ reference: 'CR-30984', commission: 80, vendor, customer: neil });
  const hers = await agency.sale({ reference: 'CR-40111', commission: 99, vendor, customer: gemma });
  await agency.sale({ reference: 'CR-40222', commission: 99, vendor, customer: hugo });
  const row = await read('GULFPORT OPERATING NEIL BLENKINSOP', '80.00');
  await matched(row, [{ commission_id: first.commissionId, amount: 80 }]);
  expect(
    await sql('select payer_key, vendor_id from public.bank_patterns where organization_id = $1', [
      agency.organizationId,
    ]),
  ).toEqual([{ payer_key: 'GULFPORT OPERATING', vendor_id: vendor }]);
  expect(await read('GULFPORT OPERATING GEMMA WHITE', '99.00')).toMatchObject({
    certainty: 'certain',
    suggested: [hers.commissionId],
    vendor_id: vendor,
  });
});

// Holds bank-67
test('others of the vendor are the rest of what a text names', async () => {
  const [named, cut, rest] = [
    await agency.sale({ reference: 'FP94780362', commission: 96.22, vendor }),
    await agency.sale({ reference: 'FP94795453', commission: 88.07, vendor }),
    await agency.sale({ reference: 'FP94830067', commission: 79.02, vendor }),
  ];
  for (const commission of [41.5, 60.25, 12.34])
    await agency.sale({ reference: `FP9600${commission * 100}`, commission, vendor });
  const row = await read('HALCYON OCEAN LINES FP94780362 FP94795', '263.31');
  expect(row.suggested.sort()).toEqual([named, cut, rest].map(({ commissionId }) => commissionId).sort());
  expect(row.certainty).not.toBe('certain');
});

// Holds bank-68
test('a vendor whose bonus was set aside once still pays commissions, and one whose money mostly was is set aside', async () => {
  const [one, two] = [
    await agency.sale({ reference: 'CR-30984', commission: 80, vendor }),
    await agency.sale({ reference: 'CR-30985', commission: 90, vendor }),
  ];
  const aside = async (day: string) => {
    const row = await read('HALCYON OCEAN LINES 4711 BONUS', '500.00', { booked_on: day });
    if (row.status !== 'set_aside')
      await ask(agency.admin, 'set_aside_bank_transactions', {
        transactions: [{ id: row.id, version: row.version }],
        category: 'other',
      });
  };
  for (const [sale, amount] of [
    [one, 80],
    [two, 90],
  ] as const) {
    const row = await read(`HALCYON OCEAN LINES ${amount}`, `${amount}.00`);
    await matched(row, [{ commission_id: sale.commissionId, amount }]);
  }
  await aside('2026-05-11');
  expect((await read('HALCYON OCEAN LINES PAYOUT', '612.00')).status).toBe('open');
  for (const day of ['2026-05-12', '2026-05-13', '2026-05-14']) await aside(day);
  expect((await read('HALCYON OCEAN LINES PAYOUT', '613.00')).status).toBe('set_aside');
});
