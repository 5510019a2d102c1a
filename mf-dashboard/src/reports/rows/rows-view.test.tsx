import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../contract';
import { useRowsTable } from '../export/use-file-export';
import type { FileValue } from '../export/workbook';
import { RowsView } from './rows-view';

const row = (id: string, reference: string, received: number, corrects: boolean) => ({
  ...{ id: idOf(id), record_id: idOf(reference), sale_id: idOf('s1') },
  ...{ reference, received, corrects, day: '2026-06-01' },
  ...{
    status: 'funds_received',
    customer: 'Vera Lind',
    vendor: 'Blue Fleet',
    agent: 'Nora Quist',
    total: 1000,
  },
  ...{ expected: received, agents: received / 2, short: null, written_off: 0, open: 0, paid: 0 },
  ...{ due_on: null, received_on: '2026-05-20', late_days: null },
});
const ROWS = [row('k1', 'CR-1', -60, true), row('c1', 'CR-1', 100, false), row('k2', 'CR-2', -200, true)];

const asked = { definition: { report: 'commissions' }, key: '2026-06-01', pageSize: 50 };

type Row = ReturnType<typeof row>;
/** What is asked for the rows is answered with these. */
const answer = (rows: Row[], figures: { n?: number; received?: number }) =>
  pretendDatabase(contract, () => answerOf(contract.get_report_rows.answer, { figures, rows }));

function show(...[rows, figures]: Parameters<typeof answer>) {
  answer(rows, figures);
  renderSignedIn(
    <RowsView
      name="commissions"
      definition={asked.definition}
      rowKey={asked.key}
      title="Jun 2026"
      back={{ to: '/reports/commissions', label: 'Commissions' }}
      currency="USD"
    />,
  );
}

// Holds reports-17
it('says which rows correct a closed month, each leading to its commission', async () => {
  const warned = jest.spyOn(console, 'error');
  show(ROWS, { n: -1, received: -160 });
  const table = await screen.findByRole('table', { name: 'Bookings' });
  const lines = within(table).getAllByRole('row').slice(1);
  const amounts = [/-\$60\.00/, /\$100\.00/, /-\$200\.00/, /-1 bookings.*-\$160\.00/];
  lines.forEach((line, place) => expect(line).toHaveTextContent(amounts[place]!));
  const phone = within(screen.getByRole('list', { name: 'Bookings' })).getAllByRole('listitem');
  for (const shown of [lines.slice(0, 3), phone]) {
    expect(shown.map((line) => within(line).queryByText('Correction') !== null)).toEqual([true, false, true]);
    expect(shown.map((line) => within(line).getByRole('link').getAttribute('href'))).toEqual([
      `/commissions/${idOf('CR-1')}`,
      `/commissions/${idOf('CR-1')}`,
      `/commissions/${idOf('CR-2')}`,
    ]);
  }
  expect(
    screen.getByText('A correction takes back what its commission said on a day that is closed.'),
  ).toBeVisible();
  // One booking less than none: there are rows to save all the same.
  expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
  // React would name a key that two rows have.
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it('says what a row is that is no share of its booking', async () => {
  const beside = ['override', 'override_charge', 'tier_correction'] as const;
  const besideRows = beside.map((what, n) => ({
    ...row(`h${n}`, `CR-${n}`, 0, false),
    beside: what,
    total: 0,
  }));
  show(besideRows, { n: 0, received: 0 });
  const table = await screen.findByRole('table', { name: 'Bookings' });
  const lines = within(table).getAllByRole('row').slice(1, 4);
  expect(lines.map((line) => within(line).getByRole('cell', { name: /CR-/ }).textContent)).toEqual([
    'CR-0Override',
    'CR-1Taken for an override',
    'CR-2Correction by tier',
  ]);
});

it('says nothing of corrections where there are none', async () => {
  show([row('c1', 'CR-1', 100, false)], { n: 1, received: 100 });
  expect(await screen.findByRole('table', { name: 'Bookings' })).toHaveTextContent('$100.00');
  expect(screen.queryByText(/correction/i)).toBeNull();
});

it('never says that there are fewer rows than are shown', async () => {
  const many = Array.from({ length: 50 }, (_, n) => row(`k${n}`, `CR-${n}`, -1, n > 20));
  show(many, { n: 12, received: -50 });
  expect(await screen.findByText('50 shown')).toBeVisible();
});

// Holds reports-18
it('says so in their file, beside the status', async () => {
  answer(ROWS, {});
  const found: FileValue[][] = [];
  function Save() {
    const table = useRowsTable()('commissions', 'Rows', asked);
    const save = () => void table.rows((rows) => Promise.resolve(void found.push(...rows)));
    return <button onClick={save}>{table.columns.map(({ label }) => label).join()}</button>;
  }
  renderSignedIn(<Save />);
  const button = screen.getByRole('button', { name: /^Booking,Customer,Vendor,Agent,Date,Status,/ });
  await userEvent.click(button);
  await waitFor(() => expect(found).toHaveLength(3));
  expect(found.map(([reference, , , , , status]) => [reference, status])).toEqual([
    ['CR-1', 'Funds received, correction'],
    ['CR-1', 'Funds received'],
    ['CR-2', 'Funds received, correction'],
  ]);
});
