import {
  ask,
  createAccount,
  enteredOn,
  importLines,
  line,
  soldInTime,
  transaction,
  vendorNamed,
  readLine,
} from '../support/bank';
import { sql } from '../support/database';
import { createCustomer, createTestAgency, type TestAgency } from '../support/test-agency';

// What must never be certain, however well everything else fits: each of these texts is certain without what is said of it here.

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

const CERTAIN = { certainty: 'certain' };

// Holds bank-61
test.each([
  ['GUEST REFUND', 'HALCYON OCEAN LINES GUEST REFUND CR30984'],
  ['an override', 'HALCYON OCEAN LINES OVERRIDE CR30984'],
  ['a bonus', 'HALCYON OCEAN LINES BONUS CR30984'],
  ['marketing money', 'HALCYON OCEAN LINES CO-OP CR30984'],
  ['Erstattung', 'HALCYON OCEAN LINES ERSTATTUNG CR30984'],
  ['a count of bookings', 'HALCYON OCEAN LINES CR30984 +2 BKGS'],
  ['another sale of the agency, whatever became of it', 'HALCYON OCEAN LINES CR30984 CR40002'],
  ['nobody as the payer', 'DEPOSIT CR30984'],
  ['a payer that is no vendor known here', 'GULFPORT OPERATING CR30984'],
  ['a booking behind a word of the agency', 'HALCYON OCEAN LINES CR30984 AGY 40002'],
  ['a person as the payer', 'ZELLE FROM ROSA QUIGLEY CR30984'],
  ['a client as the payer', 'ROSA QUIGLEY CR30984'],
])('a text that names %s is not', async (_, text) => {
  const rosa = await createCustomer(agency.organizationId);
  await sql(`update public.customers set first_name = 'Rosa', last_name = 'Quigley' where id = $1`, [rosa]);
  const sale = await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  await agency.sale({ reference: 'CR-40002', commission: 75, vendor, cancelled: true });
  const row = await read(text, '488.60');
  expect(row).toMatchObject({ certainty: 'likely', suggested: [sale.commissionId] });
  // The same without it.
  expect(await read('HALCYON OCEAN LINES CR30984', '488.60', { twin: 2 })).toMatchObject({
    suggested: [sale.commissionId],
  });
});

test('by vendor and amount it is, but not where a number is left that nothing explains', async () => {
  const sale = await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  expect(await read('HALCYON OCEAN LINES AGY COMM', '488.60')).toMatchObject({
    ...CERTAIN,
    suggested: [sale.commissionId],
  });
  await sql('delete from public.bank_transactions where organization_id = $1', [agency.organizationId]);
  expect(await read('HALCYON OCEAN LINES AGY COMM 771204', '488.60')).toMatchObject({
    certainty: 'likely',
    suggested: [sale.commissionId],
  });
});

test('a number of the payer, in line after line, is no reference: it neither names nor hinders', async () => {
  const amounts = [101.1, 102.2, 103.3, 104.4, 105.5];
  for (const commission of amounts)
    await agency.sale({ reference: `CR-5${Math.round(commission * 10)}`, commission, vendor });
  const { rows } = await importLines(
    agency.admin,
    account,
    amounts.map((amount, n) =>
      line(n + 1, 'HALCYON OCEAN LINES AGY COMM 00668081', amount.toFixed(2), { booked_on: `2026-05-1${n}` }),
    ),
  );
  expect(rows.map(({ certainty }) => certainty)).toEqual(amounts.map(() => 'certain'));
});

test.each([
  [
    'an ACH',
    'ORIG CO NAME:HALCYON OCEAN ORIG ID:9120384756 DESC DATE:260510 CO ENTRY DESCR:COMMISSION SEC:CCD TRACE#:021000027712345 EED:260510 IND ID:CR30984 IND NAME:AGENCY',
  ],
  [
    'a wire',
    'FEDWIRE CREDIT VIA: FIRST BANK/021000021 B/O: HALCYON OCEAN LINES LLC REF: CR30984 IMAD: 0510B1QGC01R012345 TRN: 2026051000998877',
  ],
  ['a faster payment', 'HALCYON OCEAN LINES CR30984 RP6643420854025972 001645 10'],
])('numbers of the bank in %s name nothing', async (_, text) => {
  const sale = await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  const row = await read(text, '488.60');
  expect(row).toMatchObject({ ...CERTAIN, suggested: [sale.commissionId] });
  expect(await transaction(row.id)).toMatchObject({ vendor_id: vendor });
});

// Holds bank-62
test('a near reference is likely at most: with five digits every booking has a neighbor', async () => {
  const sale = await agency.sale({ reference: '30984', commission: 488.6, vendor });
  expect(await read('HALCYON OCEAN LINES 30985', '488.60')).toMatchObject({
    certainty: 'likely',
    suggested: [sale.commissionId],
  });
});

test('a second deposit with the same reference and amount is not', async () => {
  await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  const twin = await agency.sale({ reference: 'CR-41000', commission: 488.6, vendor });
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'HALCYON OCEAN LINES CR30984', '488.60'),
  ]);
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: rows.map(({ id, version }) => ({ id, version })),
  });
  const again = await read('HALCYON OCEAN LINES CR30984 AGAIN', '488.60', { booked_on: '2026-05-20' });
  expect(again.suggested).toEqual([twin.commissionId]);
  expect(again.certainty).not.toBe('certain');
});

test('what was entered more than three days after the money came is not, unless the text names it', async () => {
  const sale = await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  await enteredOn(sale.id, '2026-05-20');
  expect(await read('HALCYON OCEAN LINES', '488.60')).toMatchObject({
    certainty: 'likely',
    suggested: [sale.commissionId],
  });
  expect(
    await read('HALCYON OCEAN LINES CR30984', '488.60', { twin: 2, booked_on: '2026-05-11' }),
  ).toMatchObject({
    suggested: [sale.commissionId],
  });
});

test('of several named in full with their exact sum it is, with one left out it is not', async () => {
  const one = await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  const two = await agency.sale({ reference: 'CR-31999', commission: 111.4, vendor });
  expect(await read('HALCYON OCEAN LINES CR30984 CR31999', '600.00')).toMatchObject(CERTAIN);
  expect((await read('HALCYON OCEAN LINES CR30984 CR31999 X', '590.00')).certainty).toBe('possible');
  await agency.sale({ reference: 'CR-32888', commission: 50, vendor });
  expect((await read('HALCYON OCEAN LINES CR30984 CR31999 CR32888', '600.00')).certainty).not.toBe('certain');
  expect([one.commissionId, two.commissionId]).toHaveLength(2);
});

test('twins are told apart by the name of a traveler', async () => {
  const [rosa, hugo] = [
    await createCustomer(agency.organizationId),
    await createCustomer(agency.organizationId),
  ];
  await sql(`update public.customers set last_name = 'Quigley' where id = $1`, [rosa]);
  await sql(`update public.customers set last_name = 'Bramwell' where id = $1`, [hugo]);
  const hers = await agency.sale({ reference: 'CR-30984', commission: 99, vendor, customer: rosa });
  await agency.sale({ reference: 'CR-40111', commission: 99, vendor, customer: hugo });
  expect(await read('HALCYON OCEAN LINES COMM QUIGLEY/R', '99.00')).toMatchObject({
    ...CERTAIN,
    suggested: [hers.commissionId],
  });
  expect((await read('HALCYON OCEAN LINES COMM', '99.00')).certainty).toBe('likely');
});

// Holds bank-63
test('less than is open is certain only as far as the owner says, by reference and vendor, and the rest stays open', async () => {
  const within = async (percent: number) =>
    agency.owner.api
      .from('organizations')
      .update({ match_certain_within: percent })
      .eq('id', agency.organizationId)
      .select('match_certain_within');
  const short = async (text: string, amount: string) => {
    const row = await read(text, amount);
    await sql('delete from public.bank_transactions where id = $1', [row.id]);
    return row.certainty;
  };
  const sale = await agency.sale({ reference: 'CR-30984', commission: 500, vendor });
  expect(await short('HALCYON OCEAN LINES CR30984', '499.00')).toBe('likely');
  expect((await within(7)).error).not.toBeNull();
  expect((await within(3)).data).toEqual([{ match_certain_within: 3 }]);
  expect(await short('HALCYON OCEAN LINES CR30984', '485.00')).toBe('certain');
  expect(await short('HALCYON OCEAN LINES CR30984', '484.99')).toBe('likely');
  expect(await short('HALCYON OCEAN LINES CR30984', '501.00')).toBe('likely');
  expect(await short('HALCYON OCEAN LINES 30984', '485.00')).toBe('possible');
  expect(await short('HALCYON OCEAN LINES COMM', '485.00')).toBe('possible');
  expect(await short('SOMEBODY AG CR30984', '485.00')).toBe('likely');
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'HALCYON OCEAN LINES CR30984', '490.00'),
  ]);
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: rows.map(({ id, version }) => ({ id, version })),
  });
  expect(
    await sql('select deposited_amount, undeposited_amount from public.commissions where id = $1', [
      sale.commissionId,
    ]),
  ).toEqual([{ deposited_amount: '490.00', undeposited_amount: '10.00' }]);
});
