import { fireEvent, screen, within } from '@testing-library/react';
import { renderInApp } from '@paperplane/shared/testing';
import type { Figures } from './report';
import { ReportChart } from './report-chart';
import { REPORT_KINDS } from './report-kinds';

const sold = (total: number) => ({ n: 1, total }) as Figures;

// Holds reports-10
it('draws what was before beside each group, and names it', async () => {
  const report = {
    report: 'sales',
    range: { first: '2026-01-01', last: '2026-12-31', today: '2027-02-01' },
    beforeRange: { first: '2025-01-01', last: '2025-12-31' },
    rows: [{ key: 'cruise', label: null, figures: sold(500), before: sold(400) }],
    total: sold(500),
    before: sold(400),
    others: null,
    booksClosedThrough: null,
  };
  renderInApp(
    <ReportChart report={report} kind={REPORT_KINDS.sales} group="category" compare="year" currency="USD" />,
  );
  expect(screen.getByText('Year before')).toBeVisible();
  fireEvent.click(await screen.findByRole('button', { name: /as a table/ }));
  const [, cruises] = within(screen.getByRole('table')).getAllByRole('row');
  expect(cruises).toHaveTextContent('Cruises$500$400');
});
