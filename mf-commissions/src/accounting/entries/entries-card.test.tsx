import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import type { Journal } from '../accounting-types';
import { contract } from '../contract';
import type * as v from 'valibot';
import { EntriesCard } from './entries-card';

type Row = NonNullable<v.InferOutput<typeof contract.list_journal.answer>>['rows'][number];

/** docs/product/books.md, Entries of the journal: the list. Only the database is not real. */
const line = (n: number, entry: number, more: Partial<Row>) => ({
  line: n,
  entry,
  day: '2027-01-12',
  kind: 'sale' as const,
  text: 'Sale JR-1, Fjordline Cruises',
  account: 'receivable' as const,
  amount: 120,
  ...more,
});
const ROWS = [
  line(1, 1, { sales_id: idOf('s1'), reference: 'JR-1' }),
  line(2, 1, { sales_id: idOf('s1'), account: 'agents_payable', agent: 'Sofia Alvarez', amount: -120 }),
  line(3, 2, {
    day: '2027-01-20',
    kind: 'deposit',
    text: 'Bank transaction of 2027-01-19',
    transaction_id: idOf('t1'),
    account: 'bank',
    bank_account: 'Operating',
    last_four: '4410',
    amount: 80.5,
  }),
  line(4, 2, {
    day: '2027-01-20',
    kind: 'deposit',
    text: 'Bank transaction of 2027-01-19',
    transaction_id: idOf('t1'),
    reference: 'JR-2',
    amount: -80.5,
  }),
  line(5, 3, { day: '2027-01-31', kind: 'payment', text: 'Payment to an agent 2027-01-31' }),
];
const JOURNAL = { month: '2027-01-01', currency: 'USD' } as Journal;

// Holds books-17
it('lists entries with the way to what they come from, whose money each line is, and the sums of all pages', async () => {
  const asked: unknown[] = [];
  pretendDatabase(contract, (_name, args) => {
    asked.push(args);
    return answerOf(contract.list_journal.answer, {
      ...{ rows: ROWS, count: 120, page: 2, page_size: 50, total_pages: 3, debit: 1234.5, credit: 1234.5 },
    });
  });
  renderSignedIn(
    <EntriesCard journal={JOURNAL} page={2} pageTo={(page) => `?page=${page}`} onPage={() => undefined} />,
  );
  const table = within(await screen.findByRole('table', { name: 'Entries of the journal' }));
  expect(asked).toEqual([{ month: '2027-01-01', page: 2, page_size: 50 }]);
  expect(
    table.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    [],
    ['Jan 12, 2027', 'Sale JR-1, Fjordline Cruises', 'Commissions receivable', '120.00', ''],
    ['Jan 12, 2027', 'Sale JR-1, Fjordline Cruises', 'Agents’ balancesSofia Alvarez', '', '120.00'],
    ['Jan 20, 2027', 'Bank transaction of Jan 19, 2027', 'Operating ••4410', '80.50', ''],
    ['Jan 20, 2027', 'Bank transaction of Jan 19, 2027', 'Commissions receivableJR-2', '', '80.50'],
    ['Jan 31, 2027', 'Payment to an agent Jan 31, 2027', 'Commissions receivable', '120.00', ''],
  ]);
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/sales/${idOf('s1')}`,
    `/commissions/bank/${idOf('t1')}`,
  ]);
  expect(screen.getByText(/^120 lines: debit \$1,234\.50, credit \$1,234\.50$/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/?page=3');
});
