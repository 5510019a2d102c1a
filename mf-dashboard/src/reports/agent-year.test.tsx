import { screen, within } from '@testing-library/react';
import { fromDatabase } from '@paperplane/shared/domain';
import { renderAt } from '@paperplane/shared/testing';
import { definitionOf, REPORT_DEFAULTS } from './definition';
import { reportFile } from './export/report-table-file';
import { REPORT_KINDS } from './report-kinds';
import { ReportTable } from './report-table';
import { rowColumns } from './rows/row-columns';
import { tableSorting } from './sorting';

const kind = REPORT_KINDS.agents_year;
const NOTHING = {
  ...{ total: 0, expected: 0, received_n: 0, received: 0, agents: 0, agency: 0, short_n: 0, short: 0 },
  ...{ written_off: 0, open: 0, due_n: 0, late_n: 0, late_days: 0 },
};
const parts = {
  ...NOTHING,
  ...{ n: 2, paid: 90, commissions: 180, adjustments: -90, carried_in: -30, carried_out: -30 },
};
const report = fromDatabase({
  report: 'agents_year',
  others: null,
  books_closed_through: null,
  range: { first: '2026-01-01', last: '2026-12-31', today: '2026-11-24' },
  before_range: null,
  rows: [{ key: 'a1', label: { first_name: 'Sofia', last_name: 'Marino' }, figures: parts, before: null }],
  total: parts,
  before: null,
});

it('shows the parts of what an agent was paid', () => {
  renderAt(
    <ReportTable
      report={report}
      kind={kind}
      group="agent"
      compare={undefined}
      currency="USD"
      sorting={tableSorting([], { sort: '', dir: '' }, () => '/reports/agents-year')}
      toRows={(key) => `/reports/agents-year?row=${key}`}
    />,
  );
  const [head, sofia] = within(screen.getByRole('table', { name: 'Figures' })).getAllByRole('row');
  expect(
    within(head!)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Agent', 'Payments', 'Commissions', 'Adjustments', 'Carried in', 'Carried out', 'Paid']);
  expect(sofia).toHaveTextContent(/2\$180.*90.*30.*30\$90/);
});

it('has them in its file, where they come to what was paid', async () => {
  const { columns, rows } = reportFile(report, kind, 'agent');
  const found: unknown[][] = [];
  await rows((some) => {
    found.push(...some);
    return Promise.resolve();
  });
  const [row = []] = found;
  const of = (label: string) => Number(row[columns.findIndex((column) => column.label === label)]);
  expect(of('Commissions') + of('Adjustments') + of('Carried in') - of('Carried out')).toBe(of('Paid'));
  expect(of('Paid')).toBe(90);
});

it('leads to statements and single payments, each with its parts', () => {
  const row = fromDatabase({
    id: 's1',
    sale_id: null,
    customer: null,
    vendor: null,
    status: 'paid',
    day: '2026-02-01',
    reference: '2026-02-01',
    agent: 'Sofia Marino',
    paid: 90,
    carried_in: -30,
  });
  expect(rowColumns('agents_year').map(({ label, of }) => [label, of(row)])).toEqual([
    ['Statement or booking', '2026-02-01'],
    ['Agent', 'Sofia Marino'],
    ['Paid on', '2026-02-01'],
    ['Commissions', 0],
    ['Adjustments', 0],
    ['Carried in', -30],
    ['Carried out', 0],
    ['Paid', 90],
  ]);
});

it('is asked for no vendor, whatever the address says', () => {
  const values = { ...REPORT_DEFAULTS, vendorId: '3d4fd4a8-7a6f-4f1c-9a55-2c4d0b8a9f01', category: 'cruise' };
  expect(definitionOf('agents_year', values, kind)).toEqual({ report: 'agents_year' });
});
