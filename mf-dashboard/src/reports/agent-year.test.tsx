import { screen, within } from '@testing-library/react';
import { idOf, renderAt, shownOf } from '@paperplane/shared/testing';
import { contract } from './contract';
import { definitionOf, REPORT_DEFAULTS } from './definition';
import { reportFile } from './export/report-table-file';
import { REPORT_KINDS } from './report-kinds';
import { ReportTable } from './report-table';
import { rowColumns } from './rows/row-columns';
import { tableSorting } from './sorting';

const kind = REPORT_KINDS.agents_year;
const parts = { n: 2, paid: 90, commissions: 180, adjustments: -90, carriedIn: -30, carriedOut: -30 };
const report = shownOf(contract.run_report.answer.options[0], {
  report: 'agents_year',
  rows: [{ key: idOf('a1'), label: { firstName: 'Sofia', lastName: 'Marino' }, figures: parts }],
  total: parts,
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

// Holds reports-33
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

// Holds reports-34
it('leads to statements and single payments, each with its parts', () => {
  const row = shownOf(contract.get_report_rows.answer.entries.rows.item, {
    status: 'paid',
    day: '2026-02-01',
    reference: '2026-02-01',
    agent: 'Sofia Marino',
    paid: 90,
    carriedIn: -30,
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
