import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, renderAt, shownOf, type Said } from '@paperplane/shared/testing';
import { contract } from '../contract';
import { toAging } from './aging-rows';
import { tableSorting } from '../sorting';
import { AgingBar } from './aging-bar';
import { AGING_VALUES, AgingTable } from './aging-table';
import { WaitingNote } from './waiting-note';

const [, answer] = contract.run_report.answer.options;
type Answer = ReturnType<typeof shownOf<typeof answer>>;
const row = (id: string, name: string, more: Said<Answer['vendors'][number]>) => ({
  vendor: { id: idOf(id), name },
  count: 1,
  oldestDueOn: '2027-01-13',
  ...more,
});
const ANSWER = shownOf(answer, {
  today: '2027-02-03',
  trackedSince: '2024-10-01',
  booksClosedThrough: '2026-12-31',
  agentsPaid: { count: 2, amount: 1120.75, advanced: 640.5 },
  paidShort: { count: 1, amount: 0.2 },
  buckets: [
    { bucket: 'not_due', count: 2, amount: 285 },
    { bucket: '0-30', count: 7, amount: 7464.1 },
    { bucket: '31-60' },
    { bucket: '61-90', count: 1, amount: 0.2 },
    { bucket: '90+', count: 4, amount: 2554.65, agentsPaid: 1120.75 },
    { bucket: 'no_due_day', count: 2, amount: 120 },
  ],
  vendors: [
    row('v1', 'Halcyon Ocean', {
      count: 7,
      amount: 7464.1,
      buckets: { '0-30': 7464.1 },
      depositWaits: true,
    }),
    row('v2', 'Blue Pennant', {
      count: 5,
      amount: 2554.85,
      oldestDueOn: '2024-10-28',
      buckets: { not_due: 285, '61-90': 0.2, '90+': 2554.65, no_due_day: 120 },
      agentsPaid: { count: 2, amount: 1120.75, advanced: 640.5 },
      askedOn: '2027-01-25',
    }),
  ],
});

const sorting = (sort = '', dir = '') =>
  tableSorting(Object.keys(AGING_VALUES), { sort, dir }, () => '/reports/aging');
const show = (onAsk = jest.fn(), order = sorting()) => {
  renderAt(
    <AgingTable
      aging={toAging(ANSWER)}
      currency="USD"
      today="2027-02-03"
      sorting={order}
      chases={[]}
      onAsk={onAsk}
      toRows={(vendor, age) => `/reports/aging?row=${vendor ?? ''}:${age}`}
    />,
  );
  return onAsk;
};
const cells = (line: HTMLElement) =>
  within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it.each([
  ['', '', 'Halcyon Ocean'],
  ['name', 'asc', 'Blue Pennant'],
  ['0_30', 'desc', 'Halcyon Ocean'],
  ['90+', 'desc', 'Blue Pennant'],
  ['overdue', 'asc', 'Blue Pennant'],
  ['oldest', 'asc', 'Blue Pennant'],
])('sorts by any column: %s %s', (sort, dir, first) => {
  show(undefined, sorting(sort, dir));
  expect(within(screen.getByRole('table')).getAllByRole('row')[1]).toHaveTextContent(first);
  expect(within(screen.getByRole('list')).getAllByRole('listitem')[0]).toHaveTextContent(first);
});

// Holds reports-37
it('shows by vendor and in all what is owed since when', () => {
  show();
  const [, halcyon, pennant, total] = within(screen.getByRole('table')).getAllByRole('row');
  expect(cells(halcyon!)).toEqual([
    'HOHalcyon Ocean7 commissionsDeposit waits',
    'Jan 13, 202721 days',
    '–',
    '7,464.10',
    '–',
    '–',
    '–',
    '$7,464.10',
    '–',
    'Ask anyway',
  ]);
  expect(cells(pennant!)).toEqual([
    'BPBlue Pennant5 commissions · asked Jan 25$120.00 without a due day',
    'Oct 28, 2024, closed828 days',
    '285.00',
    '–',
    '–',
    '0.20',
    '2,554.65',
    '$2,554.85',
    '1,120.75',
    'Ask',
  ]);
  expect(cells(total!)).toEqual([
    '2 vendors',
    '',
    '285.00',
    '7,464.10',
    '–',
    '0.20',
    '2,554.65',
    '$10,018.95',
    '1,120.75',
    '',
  ]);
});

const bar = () =>
  renderAt(
    <AgingBar
      aging={toAging(ANSWER)}
      currency="USD"
      toRows={(vendor, age) => `/reports/aging?row=${vendor ?? ''}:${age}`}
    />,
  );

// Holds reports-36
it('names beside what is owed where agents were paid already, what was paid short, and what has no due day', () => {
  bar();
  const owed = screen.getByRole('region', { name: 'Owed' });
  expect(owed).toHaveTextContent('Owed$10,018.95');
  expect(owed).toHaveTextContent('of it $1,120.75 agents already paid2 commissions, $640.50 advanced by you');
  expect(owed).toHaveTextContent('Agent not paid yet, $8,898.20Agent already paid, $1,120.75');
  expect(owed).toHaveTextContent('of it $0.20 paid shortthe rest of 1 commission');
  expect(owed).toHaveTextContent('Over 90$2,554.65$1,120.75 agents paid');
  expect(screen.getByRole('link', { name: /^No due day agreed \$120\.00, 2 commissions$/ })).toHaveAttribute(
    'href',
    '/reports/aging?row=:no_due_day',
  );
});

it('leads from a sum to its commissions', () => {
  show();
  expect(screen.getByRole('link', { name: '$2,554.85: owed by Blue Pennant' })).toHaveAttribute(
    'href',
    `/reports/aging?row=${idOf('v2')}:overdue`,
  );
});

// Holds reports-38
it('asks whom no deposit waits of', async () => {
  const onAsk = show();
  // In the table, and in the rows of a phone.
  const asks = screen.getAllByRole('button', { name: 'Ask Blue Pennant for $2,554.85' });
  expect(asks[0]).toHaveTextContent('Ask');
  // In the table, and in the row of a phone.
  expect(screen.getAllByText(/^Deposit waits/)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Ask .* for / })).toEqual(asks);
  await userEvent.click(asks[0]!);
  expect(onAsk).toHaveBeenCalledWith(expect.objectContaining({ id: idOf('v2') }));
});

// Holds reports-39
it('asks anyway whom a deposit waits of, when told so', async () => {
  const onAsk = show();
  const [ask] = screen.getAllByRole('button', { name: 'Ask Halcyon Ocean anyway, although a deposit waits' });
  await userEvent.click(ask!);
  expect(onAsk).toHaveBeenCalledWith(expect.objectContaining({ id: idOf('v1'), depositWaits: true }));
});

it('advises to match what waits before asking', () => {
  renderAt(<WaitingNote vendors={toAging(ANSWER).vendors} />);
  expect(screen.getByText(/1 vendor has a deposit waiting in/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Bank' })).toHaveAttribute('href', '/commissions/bank');
});
