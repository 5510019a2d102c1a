import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useParams } from '@paperplane/shared/platform';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../contract';
import TermsPage from './terms-page';

// The page and its form are compiled when they are first imported.
jest.setTimeout(60_000);
jest.mock('@paperplane/shared/platform', () => ({
  ...jest.requireActual<object>('@paperplane/shared/platform'),
  useParams: jest.fn(),
}));

const MARGARET = { id: idOf('u9'), first_name: 'Margaret', last_name: 'Vale' };
const version = (number: number, more: object) => ({
  id: idOf(`v${number}`),
  number,
  valid_from: '2026-01-01',
  default_split: 65,
  vendor_splits: [],
  category_splits: [],
  tiers: null,
  created_at: '2025-12-29T10:00:00Z',
  created_by: MARGARET,
  replaced_at: null,
  ...more,
});
const TIERS = {
  basis: 'sales_booked',
  year_start: '01-01',
  mode: 'from_there_on',
  steps: [
    { from: 0, split: 65 },
    { from: 50_000, split: 67 },
  ],
};
const halcyon = { vendor_id: idOf('h1'), split: 68 };
const AGREEMENT = {
  member: { id: idOf('u1'), first_name: 'Grace', last_name: 'Lindgren', role: 'agent' },
  commission_split: 65,
  today: '2027-02-03',
  split: 65,
  in_force: idOf('v2'),
  volume: 41_280,
  year_from: '2027-01-01',
  next: { from: 50_000, split: 67, missing: 8720 },
  versions: [
    version(3, {
      valid_from: '2027-04-01',
      tiers: TIERS,
      vendor_splits: [halcyon],
      category_splits: [{ category: 'insurance', split: 55 }],
    }),
    version(2, {
      valid_from: '2027-01-01',
      tiers: TIERS,
      vendor_splits: [halcyon],
      category_splits: [{ category: 'insurance', split: 50 }],
    }),
    version(1, { valid_from: '1900-01-01', default_split: 60, created_by: null }),
  ],
  vendors: [{ id: idOf('h1'), name: 'Halcyon Ocean Lines' }],
};

let saved: unknown;
let answer: object;
beforeEach(() => {
  saved = undefined;
  answer = { success: true, error: null, field: null };
  jest.mocked(useParams).mockReturnValue({ id: idOf('u1') });
});

function show(role: 'owner' | 'admin' | 'agent', agreement: object | null = AGREEMENT) {
  pretendDatabase(contract, (name, args) => {
    if (name === 'get_agreement') return agreement;
    if (name === 'save_agreement') {
      saved = args;
      return answer;
    }
    return [];
  });
  return renderSignedIn(<TermsPage />, role);
}
const texts = (label: string) =>
  within(screen.getByRole('table', { name: label }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

it('says what is in force, which split applies now and next, and all versions', async () => {
  show('admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of Grace Lindgren' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'In force now' })).toHaveTextContent(
    'Split now65%To the next tier$8,720.00for 67%In forceVersion 2since Jan 1, 2027',
  );
  expect(screen.getByRole('region', { name: 'Tiers by sales booked' })).toHaveTextContent(
    '65%Nowuntil $50,00067%over $50,000$41,280.00 sold since Jan 1, 2027, $8,720.00 to 67%.',
  );
  expect(texts('Split')).toEqual([
    'Applies toNowFrom Apr 1',
    'Vendor',
    'Halcyon Ocean Lines68%–',
    'Category',
    'Insurance50%50% → 55%',
    'Everything else',
    'By tier65%–',
  ]);
  expect(screen.getByRole('region', { name: 'Changes on Apr 1' })).toHaveTextContent('Insurance50% → 55%');
  expect(
    within(screen.getByRole('list', { name: 'Versions' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('3, from Apr 1, 2027Planned: By tier, 1 vendor, 1 categoryMargaret Vale'),
    expect.stringContaining('2, Jan 1, 2027 to Mar 31, 2027In force: By tier, 1 vendor, 1 category'),
    expect.stringContaining('1, until Dec 31, 202660% of everythingPaperplane'),
  ]);
});

it('compares two versions by what differs', async () => {
  show('agent');
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(texts('What differs')).toEqual(['WhatVersion 2Version 3', 'Insurance50%55%']);
  await userEvent.selectOptions(screen.getByLabelText('Version'), idOf('v1'));
  expect(texts('What differs')).toEqual([
    'WhatVersion 1Version 3',
    'Halcyon Ocean Lines60%, as the rest68%',
    'Insurance60%, as the rest55%',
    'TiersNoneSales booked, year from Jan 1: 65% until $50,000, 67% over $50,000',
    'Default60%65%',
  ]);
});

it.each([
  ['agent', 'agent'],
  ['admin', 'owner'],
] as const)('is only read by %ss of the terms of an %s', async (role, of) => {
  show(role, { ...AGREEMENT, member: { ...AGREEMENT.member, role: of } });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: /version/i })).toBeNull();
});

it('says of somebody without versions what holds', async () => {
  const none = {
    in_force: null,
    volume: null,
    year_from: null,
    next: null,
    versions: [],
    vendors: [],
    split: 60,
    commission_split: 60,
  };
  show('owner', { ...AGREEMENT, ...none });
  await screen.findByRole('heading', { level: 1 });
  expect(texts('Split')).toEqual(['Applies toNow', 'Everything else', 'Default60%']);
  expect(screen.getByText('None yet. The split of the team’s page holds, for everything.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
});

it('saves a new version, names whose and when, and shows a refusal at its field', async () => {
  show('admin');
  await userEvent.click(await screen.findByRole('button', { name: 'New version' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New version for Grace Lindgren' }));
  expect(dialog.getByText('It takes the place of version 3, which is planned.')).toBeVisible();
  const split = dialog.getByLabelText(/^Default split/);
  await userEvent.clear(split);
  await userEvent.type(split, '70');
  answer = {
    success: false,
    error: 'Choose today or a later day: what was recorded keeps its terms.',
    field: 'valid_from',
    code: 'agreement_in_the_past',
    params: {},
  };
  const save = dialog.getByRole('button', { name: 'Save version for Grace Lindgren on Feb 3, 2027' });
  await userEvent.click(save);
  expect(
    await dialog.findByText('Choose today or a later day: what was recorded keeps its terms.'),
  ).toBeVisible();
  expect(split).toHaveValue('70');
  expect(saved).toMatchObject({
    member_id: idOf('u1'),
    valid_from: '2027-02-03',
    terms: {
      default_split: 70,
      vendor_splits: [halcyon],
      category_splits: [{ category: 'insurance', split: 50 }],
      tiers: TIERS,
    },
  });
  answer = { success: true, error: null, field: null };
  await userEvent.click(save);
  await screen.findByRole('button', { name: 'New version' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps what was typed until it is saved', async () => {
  const { unmount } = show('admin');
  await userEvent.click(await screen.findByRole('button', { name: 'New version' }));
  await userEvent.type(await screen.findByLabelText(/^Default split/), '.5');
  await userEvent.click(screen.getByRole('button', { name: 'Add category' }));
  unmount();
  show('admin');
  await userEvent.click(await screen.findByRole('button', { name: 'New version' }));
  expect(await screen.findByText('What you typed is back')).toBeVisible();
  expect(screen.getByLabelText(/^Default split/)).toHaveValue('65.5');
  expect(screen.getByRole('group', { name: 'Categories 2' })).toBeVisible();
});

it('is nobody else’s', async () => {
  show('agent', null);
  expect(await screen.findByText(/not found/i)).toBeVisible();
});
