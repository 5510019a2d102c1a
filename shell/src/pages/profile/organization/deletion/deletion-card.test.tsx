import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../../../../contract';
import { DeletionCard } from './deletion-card';

/** docs/product/tenancy.md, Deleting the agency: what an owner sees and does. Only the database is not real. */
const NOT_ASKED = {
  asked_at: null,
  due_at: null,
  asked_by: null,
  would_be_due_at: '2026-12-26T20:00:00Z',
  counts: { sales: 4812, customers: 1204, people: 13, files: 1 },
};
const ASKED = {
  ...NOT_ASKED,
  asked_at: '2026-11-26T20:00:00Z',
  due_at: '2026-12-26T20:00:00Z',
  asked_by: 'Marisol Vega',
};

let deletion: object;
let answer: object;
let sent: [name: string, args: unknown][];

beforeEach(() => {
  deletion = NOT_ASKED;
  answer = { success: true, error: null, field: null, due_at: ASKED.due_at };
  sent = [];
  pretendDatabase(contract, (name, args) => {
    if (name === 'get_agency_deletion') return deletion;
    sent.push([name, args]);
    return answer;
  });
});

const open = async () => {
  renderSignedIn(<DeletionCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the agency' }));
  return within(screen.getByRole('dialog', { name: 'Delete Harbour & Vale?' }));
};

// Holds tenancy-84
it('says how much goes, and where to take it along', async () => {
  renderSignedIn(<DeletionCard />);
  expect(await screen.findByText(/4,812 sales, 1,204 customers, 13 people and 1 file,/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Take everything along first' })).toHaveAttribute(
    'href',
    '/settings/takeout',
  );
});

// Holds tenancy-85
it('asks with the name typed and the day in the button', async () => {
  const dialog = await open();
  const button = dialog.getByRole('button', { name: 'Delete Harbour & Vale on Dec 26, 2026' });
  const name = dialog.getByLabelText('Type “Harbour & Vale” to confirm');
  await userEvent.type(name, 'harbour & vale');
  await userEvent.click(button);
  expect(name).toHaveAccessibleDescription('Type the name exactly as it is: Harbour & Vale');
  expect(sent).toEqual([]);

  deletion = ASKED;
  await userEvent.clear(name);
  await userEvent.type(name, 'Harbour & Vale');
  await userEvent.click(button);
  expect(sent).toEqual([['ask_agency_deletion', { name: 'Harbour & Vale' }]]);
  expect(await screen.findByRole('button', { name: 'Keep the agency' })).toBeVisible();
});

it('shows at the field that the database refuses the name', async () => {
  const error = 'Type the name exactly as it is: Harbour & Vale Travel';
  answer = {
    success: false,
    error,
    field: 'name',
    code: 'agency_name_differs',
    params: { name: 'Harbour & Vale Travel' },
  };
  const dialog = await open();
  const name = dialog.getByLabelText(/^Type/);
  await userEvent.type(name, 'Harbour & Vale');
  await userEvent.click(dialog.getByRole('button', { name: /^Delete Harbour/ }));
  expect(name).toHaveAccessibleDescription(error);
});

it('says until when, who asked, and keeps the agency', async () => {
  deletion = ASKED;
  answer = { success: true, error: null, field: null };
  renderSignedIn(<DeletionCard />);
  expect(await screen.findByText('Harbour & Vale is deleted on Dec 26, 2026.')).toBeVisible();
  expect(screen.getByText(/Marisol Vega asked for it on Nov 26, 2026/)).toBeVisible();
  deletion = NOT_ASKED;
  await userEvent.click(screen.getByRole('button', { name: 'Keep the agency' }));
  expect(sent).toEqual([['withdraw_agency_deletion', {}]]);
  expect(await screen.findByRole('button', { name: 'Delete the agency' })).toBeVisible();
});
