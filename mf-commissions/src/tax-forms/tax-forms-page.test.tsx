import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { contract } from './contract';
import { contract as headContract } from '../parts/contract';
import TaxFormsPage from './tax-forms-page';

jest.setTimeout(30_000);

const DETAILS = {
  kind: 'individual' as const,
  tax_class: 'individual' as const,
  legal_name: 'Sofia Alvarez',
  street: '7 Pine St',
  city: 'Bangor',
  region: 'ME',
  postal_code: '04401',
  country: 'US',
  number_kind: 'ssn' as const,
  last_four: '9999',
};
const SOFIA = {
  id: idOf('p1'),
  first_name: 'Sofia',
  last_name: 'Alvarez',
  is_active: true,
  paid: 2400,
  by_card: 100,
  state: 'changed' as const,
  exported_amount: 2000,
  is_whole: true,
  details: DETAILS,
};
const DIEGO = {
  id: idOf('p2'),
  first_name: 'Diego',
  last_name: 'Chan',
  is_active: true,
  paid: 3000,
  state: 'missing' as const,
};
const GONE = {
  id: idOf('p3'),
  first_name: 'Nina',
  last_name: 'Keller',
  is_active: false,
  paid: 10,
  state: 'below' as const,
};
const US = {
  year: 2026,
  this_year: 2026,
  settings: {
    scheme: 'us' as const,
    legal_name: 'Harbour & Vale LLC',
    tax_number: '123456789',
    country: 'US',
    city: 'Portland',
    region: 'ME',
  },
  threshold: {
    amount: 2000,
    source: 'Public Law 119-21',
    usual_amount: 2000,
    usual_source: 'Public Law 119-21',
    is_usual: true,
  },
  people: [SOFIA, DIEGO, GONE],
  sums: { reported: 2, amount: 5400, ready: 0, missing: 1, changed: 1 },
};

const asked: [name: string, args: unknown][] = [];

/** Shows the page of this year; a function answers by its name. */
function show(
  year: object,
  role: 'owner' | 'admin' = 'owner',
  answers: Readonly<Record<string, unknown>> = {},
) {
  asked.length = 0;
  pretendDatabase({ ...contract, ...headContract }, (name, args) => {
    if (name === 'count_failing_webhooks') return 0;
    asked.push([name, args]);
    if (name === 'get_tax_year') return answerOf(contract.get_tax_year.answer, year);
    return answers[name] ?? { success: true };
  });
  return renderSignedIn(<TaxFormsPage />, role);
}
const argsOf = (name: string) => asked.filter(([each]) => each === name).map(([, args]) => args);
const table = async (name = 'Agents') => within(await screen.findByRole('table', { name }));
/** The row that begins with it. */
const rowOf = async (start: string, of?: string) =>
  within((await table(of)).getByRole('row', { name: new RegExp(`^(.. )?${start}`) }));
const openMenu = async (name: string, item: string) => {
  fireEvent.click((await table()).getByRole('button', { name: `More for ${name}` }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

// Holds taxes-21
it('says of each agent what was paid, what is known and where the form stands', async () => {
  show(US);
  const sofia = await rowOf('Sofia Alvarez');
  expect(sofia.getByText('SSN ••9999')).toBeInTheDocument();
  expect(sofia.getByText('$2,400.00')).toBeInTheDocument();
  expect(sofia.getByText('of it by card $100.00')).toBeInTheDocument();
  expect(sofia.getByText('Changed since')).toBeInTheDocument();
  expect(sofia.getByText('exported $2,000.00')).toBeInTheDocument();
  expect((await rowOf('Diego Chan')).getByText('Missing')).toBeInTheDocument();
  expect((await rowOf('Nina Keller')).getByText('Deactivated')).toBeInTheDocument();
  expect(screen.getByText('Public Law 119-21')).toBeInTheDocument();
  expect(screen.getByText('EIN 12-3456789')).toBeInTheDocument();
  expect(screen.getByText(/It is no tax advice/)).toBeInTheDocument();
});

// Holds taxes-23
it('says of whom no form is made, and why', async () => {
  const corporation = {
    ...SOFIA,
    state: 'exempt' as const,
    exported_amount: null,
    details: { ...DETAILS, kind: 'business' as const, tax_class: 'llc_s_corporation' as const },
  };
  show({ ...US, people: [corporation], sums: { ...US.sums, exempt: 1 } });
  const sofia = await rowOf('Sofia Alvarez');
  expect(sofia.getByText('Not reported')).toBeInTheDocument();
  expect(sofia.getByText('SSN ••9999 · LLC taxed as S corporation')).toBeInTheDocument();
  expect(screen.getByText(/1 not reported/)).toBeInTheDocument();
});

// Holds taxes-12
it('asks all who are missing and can sign in, at once', async () => {
  show(US, 'admin', { ask_for_tax_details: { success: true, asked: 1 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Ask 1 agent for details' }));
  await waitFor(() => expect(argsOf('ask_for_tax_details')).toEqual([{ agent_ids: [DIEGO.id] }]));
  // What owners alone may do is not offered.
  expect(screen.queryByRole('button', { name: 'Export forms' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Change threshold' })).not.toBeInTheDocument();
});

// Holds taxes-8
it('shows a number only when it is asked for, in two calls, and forgets it with its dialog', async () => {
  show(US, 'owner', { request_tax_number: idOf('d1'), read_tax_number: '219099999' });
  await openMenu('Sofia Alvarez', 'Show number');
  fireEvent.click(await screen.findByRole('button', { name: 'Show number' }));
  expect(await screen.findByText('219-09-9999')).toBeInTheDocument();
  expect(argsOf('request_tax_number')).toEqual([{ agent_id: SOFIA.id }]);
  expect(argsOf('read_tax_number')).toEqual([{ disclosure_id: idOf('d1') }]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByText('219-09-9999')).not.toBeInTheDocument();
});

// Holds taxes-9
it('an owner writes details down: what is missing is said at its field, and the number is typed anew', async () => {
  show(US);
  await openMenu('Sofia Alvarez', 'Change details');
  const number = await screen.findByLabelText('SSN');
  expect(number).toHaveValue('');
  expect(screen.getByLabelText('Legal name')).toHaveValue('Sofia Alvarez');
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'Maine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  expect(await screen.findByText('Enter the state by its two letters, like ME.')).toBeInTheDocument();
  expect(screen.getByText('Enter the number.')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'ME' } });
  fireEvent.change(number, { target: { value: '219-09-8888' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  await waitFor(() =>
    expect(argsOf('save_tax_details')).toMatchObject([
      { agent_id: SOFIA.id, details: { tax_class: 'individual', number_kind: 'ssn', number: '219-09-8888' } },
    ]),
  );
});

// Holds taxes-10
it('what the database refuses stands at its field', async () => {
  const refusal = {
    success: false,
    error: 'This is not one.',
    field: 'number',
    code: 'ssn_wrong',
    params: {},
  };
  show(US, 'owner', { save_tax_details: refusal });
  await openMenu('Sofia Alvarez', 'Change details');
  const number = await screen.findByLabelText('SSN');
  fireEvent.change(number, { target: { value: '666-09-8888' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  await waitFor(() =>
    expect(number).toHaveAccessibleDescription(expect.stringContaining('This is not one.')),
  );
  expect(number).toHaveValue('666-09-8888');
});

// Holds taxes-4
it('where nothing is made an owner chooses it, an admin waits for one', async () => {
  const { unmount } = show({ year: 2026, this_year: 2026 }, 'admin');
  expect(await screen.findByText(/An owner chooses what is made/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Choose what is made' })).not.toBeInTheDocument();
  unmount();
  show({ year: 2026, this_year: 2026 });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose what is made' }));
  fireEvent.click(await screen.findByRole('radio', { name: /Credit notes/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter street and number.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('radio', { name: /Nothing/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(argsOf('save_tax_settings')).toEqual([{ settings: { scheme: 'none' } }]));
});

// Holds taxes-43
it('in the EU lists notes, and writes those that waited', async () => {
  const note = {
    id: idOf('n1'),
    label: '001-0002',
    kind: 'counter' as const,
    agent: 'Jonas Weber',
    issued_on: '2026-11-27',
    vat_status: 'registered' as const,
    vat_rate: 19,
    net: -504.2,
    vat: -95.8,
    gross: -600,
    currency: 'USD',
    counters: '001-0001',
  };
  const list = answerOf(contract.list_credit_notes.answer, {
    rows: [note],
    count: 1,
    page: 1,
    total_pages: 1,
    gross: -600,
  });
  show(
    {
      ...US,
      settings: { ...US.settings, scheme: 'eu', tax_number: 'DE123456789', country: 'DE' },
      notes_waiting: 2,
    },
    'admin',
    { list_credit_notes: list, write_credit_notes: { success: true, written: 1 } },
  );
  const row = await rowOf('001-0002', 'Credit notes');
  expect(row.getByText('takes 001-0001 back')).toBeInTheDocument();
  expect(row.getByText('−$600.00')).toBeInTheDocument();
  expect(row.getByRole('link', { name: '001-0002' })).toHaveAttribute(
    'href',
    `/commissions/credit-notes/${idOf('n1')}`,
  );
  expect(screen.getByText('2 payments without a credit note')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Write what can be written' }));
  await waitFor(() => expect(argsOf('write_credit_notes')).toHaveLength(1));
});
