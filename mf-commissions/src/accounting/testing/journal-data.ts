import type { JournalLine } from '../accounting-types';
import type { JournalData } from '../formats/journal-entries';

const line = (
  entry: number,
  amount: number,
  account: JournalLine['account'],
  [number, name]: [string, string],
  more: Partial<JournalLine> = {},
): JournalLine => ({
  line: 0,
  entry,
  day: '2027-01-20',
  kind: 'deposit',
  sourceId: '00000000-0000-4000-8000-000000000001',
  text: 'Bank transaction of 2027-01-20',
  account,
  number,
  name,
  amount,
  reference: null,
  party: null,
  ...more,
});

const sale = {
  kind: 'sale',
  day: '2027-01-04',
  text: 'Sale CR-31102, Café "Zoë" & Łódź Rail',
  reference: 'CR-31102',
} as const;
const payment = {
  kind: 'statement',
  day: '2027-01-31',
  text: 'Statement 2027-01-01',
} as const;

/** A month of three entries: a sale, a deposit of two bookings with a fee, and a statement that carries something over. */
export const journalData = (more: Partial<JournalData> = {}): JournalData => ({
  id: '00000000-0000-4000-8000-000000000002',
  number: 3,
  month: '2027-01-01',
  lastDay: '2027-01-31',
  format: 'csv',
  currency: 'EUR',
  exportedAt: '2027-02-03T09:20:30.123+00:00',
  lines: 10,
  settings: {
    quickbooksNames: false,
    xeroTaxRate: 'Tax Exempt',
    datevConsultant: 29_098,
    datevClient: 55_003,
    datevFirstMonth: 7,
    datevAccountLength: 4,
  },
  rows: [
    line(1, 1000, 'receivable', ['1200', 'Receivable, vendors'], sale),
    line(1, 700, 'agents_expense', ['5010', 'Commissions to agents'], { ...sale, reference: null }),
    line(1, -1000, 'commission_income', ['4000', '=Commission'], sale),
    line(1, -700, 'agents_payable', ['2150', 'Agents’ balances'], { ...sale, reference: null }),
    line(2, 1465, 'bank', ['1010', 'Operating']),
    line(2, 35, 'bank_fees', ['6100', 'Bank charges']),
    line(2, -1000, 'receivable', ['1200', 'Receivable, vendors'], { reference: 'CR-31102' }),
    line(2, -500, 'receivable', ['1200', 'Receivable, vendors'], { reference: '-CR 7' }),
    line(3, 700.1, 'agents_payable', ['2150', 'Agents’ balances'], payment),
    line(3, -700.1, 'bank', ['1010', 'Operating'], payment),
  ].map((row, n) => ({ ...row, line: n + 1 })),
  ...more,
});
