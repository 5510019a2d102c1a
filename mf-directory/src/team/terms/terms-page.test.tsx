import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useParams } from '@paperplane/shared/platform';
import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
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
  overrides: [],
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
  people: [],
  overrides_from: '2027-01-01',
  overrides: [],
};
const [NINA, OSCAR] = [idOf('u2'), idOf('u3')];
const lead = (percent: number, more: object = {}) => ({
  ...{ whose: [NINA, OSCAR], percent, base: 'gross', taken_from: 'agency', cap_per_year: 6000 },
  ...more,
});
const LEAD = {
  ...AGREEMENT,
  versions: AGREEMENT.versions.map((each) => ({
    ...each,
    overrides: each.number === 3 ? [lead(6, { cap_per_year: 7500 })] : each.number === 2 ? [lead(5)] : [],
  })),
  people: [
    { id: NINA, first_name: 'Nina', last_name: 'Keller' },
    { id: OSCAR, first_name: 'Oscar', last_name: 'Farrell' },
  ],
  overrides: [{ user_id: NINA, sales: 3, base: 1462, amount: 73.1 }],
};

const TRIED = {
  ...{ split: 65, by: 'tier', vendor: null, category: null, tier: 65, default: 65 },
  ...{ amount: 650, version: 2 },
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
    if (name === 'find_members_by_name')
      return [
        { id: OSCAR, first_name: 'Oscar', last_name: 'Farrell', avatar_url: null, is_active: true },
        { id: idOf('u1'), first_name: 'Grace', last_name: 'Lindgren', avatar_url: null, is_active: true },
      ];
    if (name === 'try_terms') return TRIED;
    if (name === 'preview_terms_again') return answerOf(contract.preview_terms_again.answer);
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

// Holds agreements-3
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

// Holds agreements-4
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

// Holds agreements-5
it.each([
  ['agent', 'agent'],
  ['admin', 'owner'],
] as const)('is only read by %ss of the terms of an %s', async (role, of) => {
  show(role, { ...AGREEMENT, member: { ...AGREEMENT.member, role: of } });
  await screen.findByRole('heading', { level: 1, name: 'Terms of Grace Lindgren' });
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
  await screen.findByRole('heading', { level: 1, name: 'Terms of Grace Lindgren' });
  expect(texts('Split')).toEqual(['Applies toNow', 'Everything else', 'Default60%']);
  expect(screen.getByText('None yet. The split of the team’s page holds, for everything.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
});

// Holds agreements-7
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

// Holds agreements-110
it('says of whom a lead has how much this year, and of the cap what is used', async () => {
  show('agent', LEAD);
  expect(await screen.findByRole('region', { name: 'In force now' })).toHaveTextContent('Override5%2 people');
  const card = screen.getByRole('region', { name: 'Override' });
  expect(card).toHaveTextContent('5% of the commission, from the agency’s part');
  expect(texts('Override')).toEqual([
    'PersonCommissionOverride',
    'Nina Keller3 sales since Jan 1, 2027$1,462.00$73.10',
    'Oscar Farrell0 sales since Jan 1, 2027$0.00$0.00',
    'Expected so far$1,462.00$73.10',
  ]);
  expect(card).toHaveTextContent('Cap of the year$73.10 of $6,000.00');
  expect(screen.getByRole('region', { name: 'Changes on Apr 1' })).toHaveTextContent(
    'Override: Nina Keller, Oscar Farrell5% of the commission, from the agency’s part, at most $6,000.00 a year → ' +
      '6% of the commission, from the agency’s part, at most $7,500.00 a year',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await userEvent.selectOptions(screen.getByLabelText('Version'), idOf('v1'));
  expect(texts('What differs').at(-1)).toBe(
    'Override: Nina Keller, Oscar FarrellNone6% of the commission, from the agency’s part, at most $7,500.00 a year',
  );
});

it('says by which rule, and what is left of an earlier one', async () => {
  const all = lead(2, { whose: 'all', base: 'agent', taken_from: 'agent', cap_per_year: null });
  const versions = (overrides: object[]) =>
    AGREEMENT.versions.map((each) => ({ ...each, overrides: each.number === 2 ? overrides : [] }));
  const rows = [
    { user_id: NINA, sales: 1, base: 100, amount: 5 },
    { user_id: OSCAR, sales: 1, base: 60, amount: 1.2 },
  ];
  const { unmount } = show('agent', {
    ...LEAD,
    versions: versions([lead(5, { whose: [NINA] }), all]),
    overrides: rows,
  });
  await screen.findByRole('region', { name: 'Override' });
  expect(texts('Override')).toEqual([
    'PersonOfOverride',
    '5% of the commission, from the agency’s part',
    'Nina Keller1 sale since Jan 1, 2027$100.00$5.00',
    'Everybody else: 2% of the agent’s part, from the agent’s part',
    'Oscar Farrell1 sale since Jan 1, 2027$60.00$1.20',
    'Expected so far$160.00$6.20',
  ]);
  expect(screen.getByText('Cap of the year, Nina Keller')).toBeVisible();
  unmount();
  show('agent', { ...LEAD, versions: versions([]), overrides: rows });
  await screen.findByRole('region', { name: 'Override' });
  expect(texts('Override').slice(1, 3)).toEqual([
    'By an earlier version',
    'Nina Keller1 sale since Jan 1, 2027$100.00$5.00',
  ]);
});

// Holds agreements-111
it('agrees on an override, of people who are found by name, and shows its refusal there', async () => {
  show('owner');
  await userEvent.click(await screen.findByRole('button', { name: 'New version' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add override' }));
  const save = dialog.getByRole('button', { name: /^Save version/ });
  await userEvent.click(save);
  expect(await dialog.findByText('Choose at least one person.')).toBeVisible();
  await userEvent.click(dialog.getByRole('combobox', { name: 'People' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Oscar Farrell' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'People' }));
  // Nobody has an override of their own commission, and nobody is chosen twice.
  expect(await screen.findByText('Nobody else to choose.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.type(dialog.getByLabelText('Percent'), '25');
  await userEvent.selectOptions(dialog.getByLabelText('Taken from'), 'The agent’s part');
  await userEvent.type(dialog.getByLabelText(/^Cap of a calendar year/), '6,000');
  const error = 'Oscar Farrell has 80%, and overrides take 25% of the commission: 5% more than there is.';
  const params = { name: 'Oscar Farrell', split: 80, overrides: 25, over: 5 };
  answer = { success: false, error, field: 'overrides', code: 'overrides_above_agency', params };
  await userEvent.click(save);
  expect(await dialog.findByText(error)).toBeVisible();
  expect(saved).toMatchObject({
    terms: { overrides: [lead(25, { whose: [OSCAR], taken_from: 'agent' })] },
  });
  await userEvent.selectOptions(dialog.getByLabelText('Of whom'), 'Everybody else');
  expect(dialog.queryByRole('combobox', { name: 'People' })).toBeNull();
  answer = { success: true, error: null, field: null };
  await userEvent.click(save);
  await screen.findByRole('button', { name: 'New version' });
  expect(saved).toMatchObject({
    terms: { overrides: [lead(25, { whose: 'all', taken_from: 'agent' })] },
  });
});

// Holds agreements-51
it('says that a tier counts for the whole year, and saves it', async () => {
  const year = { ...TIERS, mode: 'whole_year' };
  show('admin', {
    ...AGREEMENT,
    versions: AGREEMENT.versions.map((each, n) => (n === 1 ? { ...each, tiers: year } : each)),
  });
  expect(await screen.findByRole('region', { name: 'Tiers by sales booked' })).toHaveTextContent(
    'Each rate for the whole year',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(texts('What differs')).toContain(
    'TiersSales booked, year from Jan 1, for the whole year: 65% until $50,000, 67% over $50,000Sales booked, year from Jan 1: 65% until $50,000, 67% over $50,000',
  );
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'New version' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New version for Grace Lindgren' }));
  const counts = dialog.getByLabelText(/^A tier counts/);
  expect(counts).toHaveValue('whole_year');
  expect(dialog.getByText(/the difference comes with the next payout/)).toBeVisible();
  expect(dialog.getAllByLabelText('Split of the year')).toHaveLength(2);
  await userEvent.selectOptions(counts, 'From there on');
  expect(dialog.getByText(/one that crosses a step is divided/)).toBeVisible();
  expect(dialog.getAllByLabelText('Split from there on')).toHaveLength(2);
  await userEvent.selectOptions(counts, 'For the whole year');
  await userEvent.click(dialog.getByRole('button', { name: /^Save version/ }));
  await screen.findByRole('button', { name: 'New version' });
  expect(saved).toMatchObject({ terms: { tiers: year } });
});

// Holds agreements-8
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

// Holds agreements-22
it.each([
  ['admin', 'agent', 1],
  ['agent', 'agent', 0],
  ['admin', 'owner', 0],
] as const)('offers %ss to apply terms of an %s again %i times', async (role, of, times) => {
  show(role, { ...AGREEMENT, member: { ...AGREEMENT.member, role: of } });
  expect(await screen.findByText('65% of $1,000.00, by version 2')).toBeVisible();
  const buttons = screen.queryAllByRole('button', { name: 'Apply terms again' });
  expect(buttons).toHaveLength(times);
  for (const button of buttons) await userEvent.click(button);
  if (times > 0) expect(await screen.findByRole('dialog', { hidden: true })).toBeInTheDocument();
});

// Holds agreements-6
it('is nobody else’s', async () => {
  show('agent', null);
  expect(await screen.findByText(/not found/i)).toBeVisible();
});
