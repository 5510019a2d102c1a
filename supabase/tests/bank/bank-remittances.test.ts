import {
  ask,
  createAccount,
  importLines,
  line,
  soldInTime,
  suggested,
  transaction,
  vendorNamed,
} from '../support/bank';
import { sql } from '../support/database';
import { createCustomer, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
let vendor: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
  vendor = await vendorNamed(agency, 'Meridian Star Cruises');
});

interface Saved {
  success: boolean;
  error: string | null;
  remittance: {
    id: string;
    fits: boolean;
    total: number;
    lines: { line: number; commission: { commission_id: string } | null }[];
  };
}

test('a statement is matched line by line: by reference, else by name and amount, and what is not entered stays without', async () => {
  const [a, b, c] = [
    await agency.sale({ reference: 'CR-30614', commission: 1327.5, vendor }),
    await agency.sale({ reference: 'CR-30657', commission: 1147.5, vendor }),
    await agency.sale({ reference: 'CR-30719', commission: 960, vendor }),
  ];
  await agency.sale({ reference: 'CR-30999', commission: 960.01, vendor });
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'MERIDIAN STAR CRUISES JAN STMT', '3525.00'),
  ]);
  const saved = await ask<Saved>(agency.admin, 'save_bank_remittance', {
    transaction_id: rows[0]?.id,
    file_name: 'meridian-jan.csv',
    lines: [
      { line: 1, reference: '30614', name: 'LIND/VERA', amount: '1327.50' },
      { line: 2, reference: 'CR30657', name: 'X', amount: '1102.50' },
      { line: 3, name: 'Lind, Vera', amount: '960.00' },
      { line: 4, reference: 'CR-31007', name: 'Nobody', amount: '135.00' },
    ],
  });
  expect(saved).toMatchObject({ success: true, remittance: { fits: true, total: 3525 } });
  expect(saved.remittance.lines.map(({ commission }) => commission?.commission_id ?? null)).toEqual([
    a.commissionId,
    b.commissionId,
    c.commissionId,
    null,
  ]);
  expect(await suggested(rows[0]?.id ?? '')).toEqual([a.commissionId, b.commissionId, c.commissionId]);

  // Without it the suggestion is what the text says.
  await ask(agency.admin, 'delete_bank_remittance', { remittance_id: saved.remittance.id });
  expect(await suggested(rows[0]?.id ?? '')).not.toEqual([a.commissionId, b.commissionId, c.commissionId]);
});

test('a statement that names everything and adds up is accepted as it is', async () => {
  const owes = [
    await agency.sale({ reference: 'CR-1', commission: 10.01, vendor }),
    await agency.sale({ reference: 'CR-2', commission: 20.02, vendor }),
  ];
  const { rows } = await importLines(agency.admin, account, [line(1, 'SOMEBODY', '30.03')]);
  await ask(agency.admin, 'save_bank_remittance', {
    transaction_id: rows[0]?.id,
    file_name: 'x',
    lines: owes.map(({ commissionId: id }, n) => ({
      line: n + 1,
      reference: id && `CR-${n + 1}`,
      name: 'Lind',
      amount: (10.01 * (n + 1)).toFixed(2),
    })),
  });
  expect(
    await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: rows[0]?.id, version: 1 }] }),
  ).toMatchObject({ accepted: [rows[0]?.id] });
});

test.each([[[]], ['x'], [[{ line: 1, amount: 'x' }]], [[{ amount: '1.00' }]]])(
  'rows like %j are refused',
  async (lines) => {
    const { rows } = await importLines(agency.admin, account, [line(1, 'X', '1.00')]);
    expect(
      await ask<Saved>(agency.admin, 'save_bank_remittance', {
        transaction_id: rows[0]?.id,
        file_name: 'x',
        lines,
      }),
    ).toMatchObject({ success: false });
  },
);

/** Puts a statement beside a deposit of this amount, and answers how it is explained. */
async function explained(amount: string, lines: object[], text = 'SOMEBODY ELSE') {
  const { rows } = await importLines(agency.admin, account, [line(1, text, amount)]);
  const id = rows[0]?.id ?? '';
  await ask(agency.admin, 'save_bank_remittance', {
    transaction_id: id,
    file_name: 'statement.csv',
    lines: lines.map((each, n) => ({ line: n + 1, ...each })),
  });
  return { ...(await transaction(id)), suggested: await suggested(id) };
}

async function customerNamed(first: string, last: string): Promise<string> {
  const id = await createCustomer(agency.organizationId);
  await sql('update public.customers set first_name = $2, last_name = $3 where id = $1', [id, first, last]);
  return id;
}

// Holds bank-69
test('a statement is certain where each line names its booking beyond doubt and the sum is the deposit', async () => {
  agency = soldInTime(agency);
  const [rosa, hugo] = [await customerNamed('Rosa', 'Quigley'), await customerNamed('Hugo', 'Bramwell')];
  const [a, b] = [
    await agency.sale({ reference: 'CR-30614', commission: 100, vendor, customer: rosa }),
    await agency.sale({ reference: 'CR-30657', commission: 200, vendor, customer: hugo }),
  ];
  const both = [a.commissionId, b.commissionId];
  const whole = { reference: 'CR-30614', name: 'Quigley', amount: '100.00' };
  const certainty = async (amount: string, second: object) => {
    const row = await explained(amount, [whole, second]);
    await sql('delete from public.bank_transactions where id = $1', [row.id]);
    return [row.certainty, row.suggested.join() === both.join()];
  };
  expect(await certainty('300.00', { reference: '30657', amount: '200.00' })).toEqual(['certain', true]);
  // By its traveler and the amount alone; short, with traveler and reference.
  expect(await certainty('300.00', { name: 'BRAMWELL/H', amount: '200.00' })).toEqual(['certain', true]);
  expect(await certainty('290.00', { reference: 'CR-30657', name: 'BRAMWELL/H', amount: '190.00' })).toEqual([
    'certain',
    true,
  ]);
  // Short without the traveler, far too short, or almost the reference.
  expect(await certainty('290.00', { reference: 'CR-30657', amount: '190.00' })).toEqual(['likely', true]);
  expect(await certainty('120.00', { reference: 'CR-30657', name: 'Bramwell', amount: '20.00' })).toEqual([
    'likely',
    true,
  ]);
  expect(await certainty('290.00', { reference: 'CR-30675', name: 'Bramwell', amount: '190.00' })).toEqual([
    'likely',
    true,
  ]);
  // Another sum than the deposit.
  expect(await certainty('301.00', { reference: 'CR-30657', amount: '200.00' })).toEqual(['possible', true]);
  // Another of that traveler and amount.
  await agency.sale({ reference: 'CR-30658', commission: 200, vendor, customer: hugo });
  expect((await certainty('300.00', { name: 'BRAMWELL/H', amount: '200.00' }))[0]).toBe('likely');
});

test('a first name tells travelers of one family apart; a reference that is not here finds nothing by its amount', async () => {
  agency = soldInTime(agency);
  const [priya, marcus] = [
    await customerNamed('Priya', 'Whitaker'),
    await customerNamed('Marcus', 'Whitaker'),
  ];
  await agency.sale({ reference: 'CR-43494', commission: 774, vendor, customer: marcus });
  const hers = await agency.sale({ reference: 'CR-43495', commission: 774, vendor, customer: priya });
  expect((await explained('774.00', [{ name: 'Priya Whitaker', amount: '774.00' }])).suggested).toEqual([
    hers.commissionId,
  ]);
  const other = await explained(
    '774.00',
    [{ reference: '990077', name: 'Solis', amount: '774.00' }],
    'OTHER',
  );
  expect(other.certainty).not.toBe('likely');
});

// Holds bank-70
test('what a statement takes back makes the deposit smaller, and is matched as taken back', async () => {
  agency = soldInTime(agency);
  const [a, b] = [
    await agency.sale({ reference: 'CR-30614', commission: 300, vendor }),
    await agency.sale({ reference: 'CR-30657', commission: 50, vendor }),
  ];
  const paid = await explained('50.00', [{ reference: 'CR-30657', amount: '50.00' }]);
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: [{ id: paid.id, version: paid.version }],
  });
  const netted = await explained(
    '250.00',
    [
      { reference: 'CR-30614', amount: '300.00' },
      { reference: 'CR-30657', amount: '-50.00' },
    ],
    'SOMEBODY ELSE AGAIN',
  );
  expect(netted).toMatchObject({ certainty: 'certain', suggested: [a.commissionId, b.commissionId] });
  expect(
    await ask(agency.admin, 'accept_bank_suggestions', {
      transactions: [{ id: netted.id, version: netted.version }],
    }),
  ).toMatchObject({ accepted: [netted.id] });
  expect(
    await sql(
      'select commission_id, amount from public.bank_allocations where transaction_id = $1 order by amount',
      [netted.id],
    ),
  ).toEqual([
    { commission_id: b.commissionId, amount: '-50.00' },
    { commission_id: a.commissionId, amount: '300.00' },
  ]);
});

test('a deposit that was set aside comes back when a statement is put beside it', async () => {
  agency = soldInTime(agency);
  const sale = await agency.sale({ reference: 'CR-30614', commission: 100, vendor });
  const { rows } = await importLines(agency.admin, account, [line(1, 'SOMEBODY', '100.00')]);
  const row = await transaction(rows[0]?.id ?? '');
  await ask(agency.admin, 'set_aside_bank_transactions', {
    transactions: [{ id: row.id, version: row.version }],
    category: 'other',
  });
  await ask(agency.admin, 'save_bank_remittance', {
    transaction_id: row.id,
    file_name: 'x',
    lines: [{ line: 1, reference: 'CR-30614', amount: '100.00' }],
  });
  expect(await transaction(row.id)).toMatchObject({ status: 'suggested', certainty: 'certain' });
  expect(await suggested(row.id)).toEqual([sale.commissionId]);
});
