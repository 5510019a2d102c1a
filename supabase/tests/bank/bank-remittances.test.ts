import { ask, createAccount, importLines, line, suggested, vendorNamed } from '../support/bank';
import { createTestAgency, type TestAgency } from '../support/test-agency';

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
