import { TAX_COLUMNS, taxCsv, taxFileName } from './tax-csv';
import type { TaxFile } from './tax-types';

const FILE: TaxFile = {
  year: 2026,
  scope: 'all',
  payer: {
    legalName: 'Harbour & Vale Travel LLC',
    taxNumber: '123456789',
    street: '48 Chandlers Wharf',
    city: 'Portland',
    region: 'ME',
    postalCode: '04101',
    country: 'US',
    stateNumber: null,
    phone: '+1 (207) 555-0148',
    email: 'office@harbourvale.test',
  },
  forms: [
    {
      agentId: '0b5e1c1e-0000-4000-8000-000000000001',
      kind: 'individual',
      legalName: 'Sofia Alvarez, Jr.',
      street: '7 Pine St',
      city: 'Bangor',
      region: 'ME',
      postalCode: '04401',
      country: 'US',
      numberKind: 'ssn',
      number: '219099999',
      amount: 2400.1,
      isCorrection: false,
    },
  ],
  left: [],
};
const [form] = FILE.forms as [TaxFile['forms'][number]];

/** The first form by the heads of the columns. */
function firstOf(file: TaxFile): Record<string, string> {
  const [head = '', row = ''] = taxCsv(file).replace('\uFEFF', '').split('\r\n');
  const cells = [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell);
  return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index] ?? '']));
}

// Holds taxes-30
it('has a row for each form, numbers as people write them, leading zeros and cents', () => {
  expect(taxCsv(FILE).split('\r\n')[0]).toBe(`\uFEFF${TAX_COLUMNS.join(',')}`);
  expect(firstOf(FILE)).toMatchObject({
    'Tax Year': '2026',
    Corrected: '',
    'Payer TIN': '12-3456789',
    'Payer ZIP': '04101',
    'Recipient Account Number': '0b5e1c1e000040008000',
    'Recipient TIN Type': 'SSN',
    'Recipient TIN': '219-09-9999',
    'Recipient Name': '"Sofia Alvarez, Jr."',
    'Recipient ZIP': '04401',
    'Box 1 Nonemployee Compensation': '2400.10',
    'Box 4 Federal Income Tax Withheld': '0.00',
    'Box 6 State': '',
    'Box 7 State Income': '',
  });
});

// Holds taxes-31
it('has the state’s boxes where the payer has a number of its state, and marks corrections', () => {
  const file = {
    ...FILE,
    payer: { ...FILE.payer, stateNumber: 'ME-77' },
    forms: [{ ...form, numberKind: 'ein' as const, number: '987654321', amount: 0, isCorrection: true }],
  };
  expect(firstOf(file)).toMatchObject({
    Corrected: 'X',
    'Recipient TIN Type': 'EIN',
    'Recipient TIN': '98-7654321',
    'Box 1 Nonemployee Compensation': '0.00',
    'Box 6 State': 'ME',
    'Box 6 Payer State Number': 'ME-77',
    'Box 7 State Income': '0.00',
  });
});

// Holds taxes-32
it('gives no spreadsheet a formula: names, addresses and the payer’s phone are texts', () => {
  const file = {
    ...FILE,
    forms: [
      { ...form, legalName: '=HYPERLINK("http://x")', street: '@SUM(A1)', city: '-1+1', region: '+ME' },
    ],
  };
  const row = firstOf(file);
  expect(row['Recipient Name']).toBe(`"'=HYPERLINK(""http://x"")"`);
  expect(row['Recipient Address']).toBe("'@SUM(A1)");
  expect(row['Recipient City']).toBe("'-1+1");
  expect(row['Recipient State']).toBe("'+ME");
  expect(row['Payer Phone']).toBe("'+1 (207) 555-0148");
});

it('is named by year, and by what is in it', () => {
  expect(taxFileName(FILE)).toBe('paperplane-1099-nec-2026.csv');
  expect(taxFileName({ year: 2026, scope: 'changed' })).toBe('paperplane-1099-nec-2026-changed.csv');
});
