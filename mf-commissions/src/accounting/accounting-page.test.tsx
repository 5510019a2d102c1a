import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import AccountingPage from './accounting-page';
import type { JournalAccount } from './accounting-types';
import { contract } from './contract';
import { contract as headContract } from '../parts/contract';

/** docs/product/books.md: the page of the journal. Only the database is not real. */
const account = (name: JournalAccount['account'], more: object = {}) => ({
  account: name,
  bank_account_id: null,
  bank_account: null,
  last_four: null,
  number: null,
  name: null,
  debit: 0,
  credit: 0,
  ...more,
});
const JANUARY = {
  month: '2026-01-01',
  last_day: '2026-01-31',
  ended: true,
  next_month: '2026-01-01',
  first_month: '2025-11-01',
  this_month: '2026-11-01',
  closed_through: null,
  currency: 'USD',
  exported: false,
  settings: {
    quickbooks_names: false,
    basis: 'received',
    since: '2025-11-01',
    paying_account_id: null,
    xero_tax_rate: 'Tax Exempt',
    datev_consultant: null,
    datev_client: null,
    datev_first_month: 1,
    datev_account_length: 4,
  },
  entries: 61,
  debit: 32_161.16,
  credit: 32_161.16,
  accounts: [
    account('bank', {
      bank_account_id: idOf('a1'),
      bank_account: 'Operating',
      last_four: '4410',
      number: '1010',
      name: 'Operating',
      debit: 20_429.12,
      credit: 11_633.24,
    }),
    account('recalled', { debit: 424.8 }),
    account('voided'),
  ],
  exports: [
    {
      id: idOf('e1'),
      number: 1,
      month: '2025-12-01',
      format: 'quickbooks',
      entries: 12,
      by: 'Daniel Okafor',
      at: '2026-01-06T12:00:00Z',
    },
  ],
};
const mapped = (name: string | null, number: string | null) => ({
  ...JANUARY,
  accounts: JANUARY.accounts.map((row) => (row.account === 'recalled' ? { ...row, name, number } : row)),
});

let journal: object;
let answers: Record<string, unknown>;
let sent: [name: string, args: unknown][];
beforeEach(() => {
  journal = mapped('Recalls', '4090');
  answers = {};
  sent = [];
  pretendDatabase({ ...contract, ...headContract }, (name, args) => {
    if (name === 'count_failing_webhooks') return 0;
    if (name === 'get_journal') return journal;
    if (name === 'list_journal') return answerOf(contract.list_journal.answer, { rows: [], count: 0 });
    sent.push([name, args]);
    return name in answers ? answers[name] : { success: true };
  });
});

const show = async (role: 'owner' | 'admin' = 'owner') => {
  answerOf(contract.get_journal.answer, journal as never);
  renderSignedIn(<AccountingPage />, role);
  await screen.findByRole('heading', { name: 'Journal of January 2026' });
};
const leave = () => screen.getByRole('button', { name: 'Export and close January' });
const choice = (name: string) => screen.getByRole('radio', { name });
/** jsdom has no width: the table and the rows of a phone are both there. */
const field = () =>
  within(screen.getByRole('table')).getByRole('combobox', { name: 'Account for Recalled commission' });

it('shows what each account is debited and credited, and that both come to the same', async () => {
  await show();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'In PaperplaneIn QuickBooksDebitCredit',
    expect.stringMatching(/^Operating ••4410.*20,429\.1211,633\.24$/),
    expect.stringMatching(/^Recalled commission.*424\.80–$/),
    expect.stringMatching(/^Voided payouts.*––$/),
    'Total$32,161.16$32,161.16',
  ]);
  expect(screen.getByText('61 entries')).toBeVisible();
  expect(screen.getByText(/Commission counts when it is received\.$/)).toBeVisible();
  expect(screen.getByText('0.00')).toBeVisible();
  expect(screen.getByText('Exporting closes January. Later changes are entries of February.')).toBeVisible();
});

// Holds books-29
it('holds the button while an amount has no account, and says so beside the row', async () => {
  journal = mapped(null, null);
  await show();
  expect(leave()).toBeDisabled();
  expect(leave()).toHaveAccessibleDescription('1 account with an amount is still to be chosen.');
  expect(field()).toHaveAttribute('placeholder', 'Choose an account');
  expect(field().closest('tr')).toHaveClass('need');
  await userEvent.type(field(), '4090 Recalls');
  await userEvent.click(screen.getByRole('option', { name: 'Use “4090 Recalls”' }));
  expect(sent).toEqual([['map_journal_account', { account: 'recalled', number: '4090', name: 'Recalls' }]]);
});

// Holds books-29
it('says what an account lacks for a format', async () => {
  journal = mapped('Recalls', null);
  await show();
  expect(leave()).toBeEnabled();
  await userEvent.click(choice('Xero'));
  expect(leave()).toBeDisabled();
  expect(field()).toHaveAccessibleDescription('Xero finds accounts by number: put it in front of the name.');
});

// Holds books-35
it.each([
  [{ settings: { ...JANUARY.settings, basis: null } }, /^Say first when commission is recognized\./],
  [{ next_month: '2025-12-01' }, 'Export December 2025 first.'],
  [{ next_month: '2026-02-01' }, 'The journal begins with November 2025.'],
  [{ ended: false }, 'January has not ended.'],
])('holds the button and says why: %j', async (more, reason) => {
  journal = { ...mapped('Recalls', '4090'), ...more };
  await show();
  expect(leave()).toBeDisabled();
  expect(leave()).toHaveAccessibleDescription(reason);
});

// Holds books-40
it('exports the month in the chosen format, and downloads it', async () => {
  answers = { export_journal: { success: true, id: idOf('e2'), number: 2 }, open_journal_export: null };
  await show();
  await userEvent.click(choice('CSV'));
  await userEvent.click(leave());
  await waitFor(() => expect(sent.map(([name]) => name)).toEqual(['export_journal', 'open_journal_export']));
  expect(sent).toEqual([
    ['export_journal', { month: '2026-01-01', format: 'csv', request_key: expect.any(String) as string }],
    ['open_journal_export', { export_id: idOf('e2') }],
  ]);
});

it('says above the button why the database refused', async () => {
  answers = {
    export_journal: {
      success: false,
      error: 'This month was exported already.',
      field: 'month',
      code: 'journal_exported_already',
      params: {},
    },
  };
  await show();
  await userEvent.click(leave());
  expect(await screen.findByText('This month was exported already.')).toBeVisible();
});

it('downloads what was exported again, also while another month is shown', async () => {
  answers = { open_journal_export: null };
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Download December 2025 again' }));
  await waitFor(() => expect(sent).toEqual([['open_journal_export', { export_id: idOf('e1') }]]));
});

it('an exported month says so, and has no button', async () => {
  journal = { ...mapped('Recalls', '4090'), exported: true };
  await show();
  expect(screen.getByText('January 2026 was exported. Its file is below.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Export and close/ })).toBeNull();
});

// Holds books-31
it('admins see, and neither map nor export', async () => {
  await show('admin');
  expect(field()).toHaveAttribute('readonly');
  for (const name of [/^Export and close/, 'How the books are kept', /^Download/])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

// Holds books-46
it('asks once how the books are kept; what is wrong stands at its field', async () => {
  await show();
  journal = { ...mapped('Recalls', '4090'), exports: [] };
  await userEvent.click(screen.getByRole('button', { name: 'How the books are kept' }));
  const dialog = within(screen.getByRole('dialog', { name: 'How the books are kept' }));
  const client = dialog.getByLabelText(/^DATEV client/);
  await userEvent.type(client, '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(client).toHaveAccessibleDescription('A client number is from 1 to 99999.'));
  expect(dialog.getByRole('radio', { name: /^When it is expected/ })).toBeDisabled();
  await userEvent.clear(client);
  await userEvent.type(client, '55003');
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Name vendors and agents/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    [
      'save_journal_settings',
      {
        basis: 'received',
        since: '2025-11-01',
        quickbooks_names: true,
        xero_tax_rate: 'Tax Exempt',
        datev_client: 55_003,
        datev_first_month: 1,
        datev_account_length: 4,
      },
    ],
  ]);
});
