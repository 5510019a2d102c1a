import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@paperplane/shared/testing';
import { toAging, type AgingRow } from './aging-rows';
import { AgingTable } from './aging-table';
import { WaitingNote } from './waiting-note';

const none = { not_due: 0, '0-30': 0, '31-60': 0, '61-90': 0, '90+': 0 };
const row = (name: string, more: Partial<AgingRow['vendors'][number]>): AgingRow['vendors'][number] => ({
  vendor: { id: name, name, email: null, logo_url: null },
  count: 1,
  amount: 0,
  oldest_due_on: '2027-01-13',
  buckets: none,
  deposit_waits: false,
  asked_on: null,
  ...more,
});
const ANSWER: AgingRow = {
  today: '2027-02-03',
  buckets: [
    { bucket: 'not_due', count: 2, amount: 285 },
    { bucket: '0-30', count: 7, amount: 7464.1 },
    { bucket: '31-60', count: 0, amount: 0 },
    { bucket: '61-90', count: 1, amount: 0.2 },
    { bucket: '90+', count: 4, amount: 2554.65 },
  ],
  vendors: [
    row('Halcyon Ocean', {
      count: 7,
      amount: 7464.1,
      buckets: { ...none, '0-30': 7464.1 },
      deposit_waits: true,
    }),
    row('Blue Pennant', {
      count: 5,
      amount: 2554.85,
      oldest_due_on: '2024-10-28',
      buckets: { ...none, not_due: 285, '61-90': 0.2, '90+': 2554.65 },
    }),
  ],
};

const show = (onAsk = jest.fn()) => {
  renderAt(
    <AgingTable
      aging={toAging(ANSWER)}
      currency="USD"
      today="2027-02-03"
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

it('shows by vendor and in all what is owed since when', () => {
  show();
  const [, halcyon, pennant, total] = within(screen.getByRole('table')).getAllByRole('row');
  expect(cells(halcyon!)).toEqual([
    'HOHalcyon Ocean',
    '–',
    '7,464.10',
    '–',
    '–',
    '–',
    '$7,464.10',
    '21 days',
    'Deposit waits',
  ]);
  expect(cells(pennant!)).toEqual([
    'BPBlue Pennant',
    '285.00',
    '–',
    '–',
    '0.20',
    '2,554.65',
    '$2,554.85',
    '828 days',
    'Ask',
  ]);
  expect(cells(total!)).toEqual([
    '2 vendors',
    '285.00',
    '7,464.10',
    '–',
    '0.20',
    '2,554.65',
    '$10,018.95',
    '',
    '',
  ]);
});

it('leads from a sum to its commissions', () => {
  show();
  expect(
    screen.getByRole('link', { name: '$2,554.85: overdue commissions of Blue Pennant' }),
  ).toHaveAttribute('href', '/reports/aging?row=Blue Pennant:overdue');
});

it('asks whom no deposit waits of', async () => {
  const onAsk = show();
  // In the table, and in the rows of a phone.
  const asks = screen.getAllByRole('button', { name: 'Ask Blue Pennant for $2,554.85' });
  expect(asks[0]).toHaveTextContent('Ask');
  expect(screen.getAllByText('Deposit waits')).toHaveLength(asks.length);
  expect(screen.getAllByRole('button')).toEqual(asks);
  await userEvent.click(asks[0]!);
  expect(onAsk).toHaveBeenCalledWith(expect.objectContaining({ id: 'Blue Pennant' }));
});

it('advises to match what waits before asking', () => {
  renderAt(<WaitingNote vendors={toAging(ANSWER).vendors} />);
  expect(screen.getByText(/1 vendor has a deposit waiting in/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Bank' })).toHaveAttribute('href', '/commissions/bank');
});
