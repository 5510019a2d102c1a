import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../../../../contract';
import { BooksSection } from './books-section';

/** docs/product/commissions.md, Closed books: what owners and admins see and do. Only the database is not real. */
const CLOSED = {
  closed_through: '2026-05-31',
  latest: '2026-11-20',
  changed: {
    closed: true,
    by: 'Marisol Vega',
    at: '2026-06-02T14:24:00Z',
    from: null,
    to: '2026-05-31',
    reason: null,
  },
  corrections: [],
};
const OPEN = { ...CLOSED, closed_through: null, changed: null };

let books: object;
let answer: object;
let sent: [name: string, args: unknown][];

beforeEach(() => {
  books = CLOSED;
  answer = { success: true, error: null, field: null };
  sent = [];
  pretendDatabase(contract, (name, args) => {
    if (name === 'get_books') return books;
    sent.push([name, args]);
    return answer;
  });
});

const show = async (role: 'owner' | 'admin' = 'owner') => {
  renderSignedIn(<BooksSection />, role);
  await screen.findByText('Closed through');
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const day = () => screen.getByLabelText('Close through');
const dialog = () => within(screen.getByRole('dialog', { name: 'Reopen the books' }));
const confirm = () => userEvent.click(dialog().getByRole('button', { name: /^Reopen/ }));
const stays = () => dialog().getByLabelText('Stay closed through');
const reason = () => dialog().getByRole('textbox', { name: 'Reason' });

describe('closing', () => {
  // Holds commissions-26
  it('proposes the last day of the previous month, no later than yesterday, and sends the day', async () => {
    await show();
    expect(day()).toHaveValue('10/31/2026');
    expect(document.querySelector('input[type="date"]')).toHaveAttribute('max', '2026-11-20');
    books = { ...CLOSED, closed_through: '2026-10-31' };
    await press('Close books through Oct 31, 2026');
    expect(sent).toEqual([['close_books', { through: '2026-10-31' }]]);
    expect(await screen.findByText('Oct 31, 2026')).toBeVisible();
    expect(day()).toHaveValue('');
    await press('Close books');
    expect(day()).toHaveAccessibleDescription('Enter the last day to close.');
    expect(sent).toHaveLength(1);
  });

  it('keeps what is typed when the database refuses it, and says at the field why', async () => {
    await show();
    const error = 'The books are closed through May 31, 2026 already. Choose a later day.';
    answer = {
      success: false,
      error,
      field: 'through',
      code: 'books_closed_already',
      params: { through: '2026-05-31' },
    };
    await userEvent.clear(day());
    await userEvent.type(day(), '2026-04-30');
    await press('Close books through Apr 30, 2026');
    expect(await screen.findByRole('alert')).toHaveTextContent(error);
    expect(day()).toHaveAccessibleDescription(error);
    expect(day()).toHaveValue('04/30/2026');
  });

  it('says above the field what belongs to none', async () => {
    await show();
    answer = {
      success: false,
      error: 'Only an owner can close the books.',
      field: null,
      code: 'closing_is_for_owners',
      params: {},
    };
    await press(/^Close books through/);
    expect(await screen.findByText('Only an owner can close the books.')).toBeVisible();
    expect(day()).toHaveValue('10/31/2026');
  });
});

describe('reopening', () => {
  // Holds commissions-27
  it('needs a day and a reason, and sends both', async () => {
    await show();
    await press('Reopen the books, closed through May 31, 2026');
    await confirm();
    expect(stays()).toHaveAccessibleDescription(
      'Enter the last day that stays closed, or choose that nothing does.',
    );
    expect(reason()).toHaveAccessibleDescription(/^Say why\./);
    await userEvent.type(stays(), '2026-04-30');
    await confirm();
    expect(sent).toEqual([]);
    await userEvent.type(reason(), ' A receipt was missing ');
    await confirm();
    expect(sent).toEqual([['reopen_books', { through: '2026-04-30', reason: 'A receipt was missing' }]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens everything where nothing stays closed', async () => {
    await show();
    await press('Reopen the books, closed through May 31, 2026');
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Nothing stays closed' }));
    await userEvent.type(reason(), 'Wrong year');
    await confirm();
    expect(sent).toEqual([['reopen_books', { through: null, reason: 'Wrong year' }]]);
  });

  it('keeps what is typed when the database refuses it, and says at the field why', async () => {
    await show();
    const error = 'The books are closed through May 31, 2026. Choose an earlier day.';
    answer = {
      success: false,
      error,
      field: 'through',
      code: 'reopening_day_too_late',
      params: { through: '2026-05-31' },
    };
    await press('Reopen the books, closed through May 31, 2026');
    await userEvent.type(stays(), '2026-05-31');
    await userEvent.type(reason(), 'A receipt was missing');
    await confirm();
    await waitFor(() => expect(stays()).toHaveAccessibleDescription(error));
    expect(stays()).toHaveValue('05/31/2026');
    expect(reason()).toHaveValue('A receipt was missing');
  });

  it('is offered where something is closed', async () => {
    books = OPEN;
    await show();
    expect(screen.getByText('Nothing is closed')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Close books/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Reopen/ })).not.toBeInTheDocument();
  });
});

// Holds commissions-43
it('tells admins who reopened the books and why, without a button', async () => {
  const changed = {
    ...CLOSED.changed,
    closed: false,
    from: '2026-06-30',
    reason: 'A receipt was missing',
  };
  books = { ...CLOSED, changed };
  await show('admin');
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual(['May 31, 2026', 'Marisol Vega, Jun 2, 2:24 PM', 'A receipt was missing']);
  expect(screen.getByText('Reopened by')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Close through')).not.toBeInTheDocument();
});
