import { REPORT_KINDS } from '../report-kinds';
import { mailedReport } from './mailed-report';

const figures = {
  n: 2,
  total: 1000,
  expected: 100,
  received_n: 1,
  received: 80,
  taken_back: 10,
  net: 70,
  agents: 48,
  agency: 22,
  short_n: 1,
  short: 20,
  written_off: 0,
  open: 20,
  due_n: 1,
  late_n: 1,
  late_days: 9,
  paid: 48,
};
const answer = {
  report: 'commissions',
  range: { first: '2027-01-01', last: '2027-01-31', today: '2027-02-03' },
  rows: [{ key: 'v1', label: { name: '=Blue, Fleet' }, figures, before: null }],
  total: figures,
  before: null,
};
const definition = { report: 'commissions', range: 'last_month', group: 'vendor' };

// Holds mail-41
it('has the columns and words of the screen', async () => {
  const { subject, body, attachment, attachmentName } = await mailedReport(
    { name: 'Monday figures', definition, answer, today: '2027-02-03' },
    'https://app.test',
  );
  expect(subject).toBe('Monday figures, Feb 3, 2027');
  const heads = REPORT_KINDS.commissions.columns.map(({ label }) => label);
  expect(attachment).toBe(`\uFEFFVendor,${heads.join(',')}\r\n"'=Blue, Fleet",2,100,20,80,10,70,48,22\r\n`);
  expect(attachmentName).toBe('paperplane-commissions-2027-02-03.csv');
  expect(body).toContain('Commissions, last month by vendor.\nJan 1 – 31, 2027');
  expect(body).toContain('https://app.test/reports/commissions?group=vendor&range=last_month');
});

it('names what vendors owe by age', async () => {
  const vendor = {
    vendor: { id: 'v1', name: 'Blue Fleet', email: null, logo_url: null },
    count: 1,
    amount: 100,
    oldest_due_on: '2026-12-01',
    buckets: { not_due: 5, '0-30': 0, '31-60': 0, '61-90': 100, '90+': 0, no_due_day: 7 },
    agents_paid: { count: 1, amount: 60, advanced: 60 },
    paid_short: { count: 0, amount: 0 },
    deposit_waits: false,
    asked_on: '2027-01-02',
  };
  const { attachment, body } = await mailedReport(
    {
      name: 'Owed',
      definition: { report: 'aging' },
      answer: { report: 'aging', today: '2027-02-03', vendors: [vendor] },
      today: '2027-02-03',
    },
    undefined,
  );
  expect(attachment).toBe(
    '\uFEFFVendor,Not due,Up to 30 days,31 to 60,61 to 90,Over 90,No due day agreed,Overdue,Agents already paid,Oldest due,Asked on\r\n' +
      'Blue Fleet,5,0,0,100,0,7,100,60,2026-12-01,2027-01-02\r\n',
  );
  expect(body).toContain('The report is in Paperplane, under Reports.');
});
