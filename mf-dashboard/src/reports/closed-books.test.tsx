import { screen, within } from '@testing-library/react';
import type { CurrentUser } from '@paperplane/shared/platform';
import { answerOf, pretendDatabase, renderInApp } from '@paperplane/shared/testing';
import { AgingPage } from './aging/aging-page';
import { contract } from './contract';
import type { ReportName } from './definition';
import { ReportPage } from './report-page';

const month = (key: string) => ({ key, figures: { n: 1, received: 60, paid: 60 } });
const REPORT = {
  range: { first: '2026-04-01', last: '2026-06-30', today: '2026-06-24' },
  rows: [month('2026-04-01'), month('2026-05-01'), month('2026-06-01')],
};
const AGING = { report: 'aging', today: '2026-06-24', buckets: [] } as const;
const CLOSED = 'Books closed through May 31, 2026.';

/** The page of a report that the database answers with this last day of the closed books. */
function show(name: ReportName, search: string, through: string | null) {
  const told = { ...(name === 'aging' ? AGING : { ...REPORT, report: name }), books_closed_through: through };
  const answer = answerOf(contract.run_report.answer, told);
  const chases = answerOf(contract.get_vendor_chases.answer, { sends: false, contact: null, chases: [] });
  pretendDatabase(contract, (name) =>
    name === 'run_report' ? answer : name === 'get_vendor_chases' ? chases : [],
  );
  const organization = { id: 'o1', name: 'Quist', logoUrl: null, currency: 'USD', timeZone: 'UTC' };
  const user: Partial<CurrentUser> = { role: 'owner', organization };
  renderInApp(name === 'aging' ? <AgingPage /> : <ReportPage name={name} />, `/${search}`, user);
}

// Holds reports-15
it.each([
  ['sales', '', 'Figures by sale date follow their sales, also in closed months.'],
  ['sales', '?basis=travel', 'Figures by travel date follow their sales, also in closed months.'],
  ['commissions', '?basis=sale', 'Figures by sale date follow their commissions, also in closed months.'],
  ['short_pay', '?basis=due', 'Figures by due date follow their commissions, also in closed months.'],
  ['agents_year', '', 'Figures by payment date follow their payments, also in closed months.'],
  ['aging', '', 'Figures by due date follow their commissions, also in closed months.'],
  ['commissions', '?group=vendor', ''],
  ['performance', '?basis=paid', ''],
  ['punctuality', '', ''],
] as const)(
  '%s%s names the closed books, and whether its figures follow their rows',
  async (name, search, follow) => {
    show(name, search, '2026-05-31');
    const closed = await screen.findByText(CLOSED);
    expect(closed.parentElement?.textContent.trim()).toBe(`${CLOSED} ${follow}`.trim());
  },
);

const marks = async () => {
  const table = await screen.findByRole('table', { name: 'Figures' });
  const phone = screen.getByRole('list', { name: 'Figures' });
  const [months, lines] = [within(table).getAllByRole('row').slice(1, 4), within(phone).getAllByRole('link')];
  return [months, lines.slice(0, 3)].map((rows) =>
    rows.map((row) => [row.textContent.slice(0, 3), within(row).queryByText('closed') !== null]),
  );
};

// Holds reports-16
it.each([
  ['2026-05-31', ['May', 'Apr']],
  ['2026-05-30', ['Apr']],
  ['2026-06-30', ['Jun', 'May', 'Apr']],
])('marks the months that lie wholly in the books closed through %s', async (through, closed) => {
  show('commissions', '?group=month', through);
  const expected = ['Jun', 'May', 'Apr'].map((name) => [name, closed.includes(name)]);
  expect(await marks()).toEqual([expected, expected]);
});

it('says nothing where no books are closed', async () => {
  show('commissions', '?group=month', null);
  expect((await marks()).flat().some(([, closed]) => closed)).toBe(false);
  expect(screen.queryByText(/closed/i)).toBeNull();
});

it('marks no vendor', async () => {
  show('commissions', '?group=vendor', '2026-05-31');
  await screen.findByText(CLOSED);
  expect(screen.queryByText('closed')).toBeNull();
});
