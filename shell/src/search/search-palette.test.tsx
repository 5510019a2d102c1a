import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import {
  api,
  connect,
  initializeAuth,
  registryRead,
  store,
  type RemoteManifest,
} from '@paperplane/shared/platform';
import { answerOf, idOf } from '@paperplane/shared/testing';
import { contract } from '../contract';
import { SearchButton } from './search-button';

/** docs/product/platform.md, Search: the box itself, by role and text. Only the network is not real. */
const USER = {
  id: 'u1',
  email: 'nora@agency.test',
  first_name: 'Nora',
  last_name: 'Quist',
  role: 'admin',
  avatar_url: null,
  organization_id: 'o1',
  is_active: true,
  organizations: { id: 'o1', name: 'Quist', logo_url: null, currency: 'USD', time_zone: 'UTC' },
};
const found = contract.search_everything.answer;
const FOUND = answerOf(found, {
  customers: [
    {
      id: idOf('c1'),
      first_name: 'Lucas',
      last_name: 'Thornton',
      email: 'lucas@mail.test',
      sales_count: 2,
    },
  ],
  exact: [
    {
      id: idOf('s1'),
      booking_reference: 'THOR-1',
      status: 'paid',
      amount: 3490,
      vendor: 'Halcyon',
      customer: { first_name: 'Lucas', last_name: 'Thornton' },
    },
  ],
});
const MANIFEST = {
  name: 'mf_directory',
  version: '1.0.0',
  contract: { major: 3, minor: 1 },
  routes: [
    { path: '/customers', page: 'a', title: 'Customers', access: 'user' },
    { path: '/customers/create', page: 'b', title: 'Add customer', access: 'user' },
    { path: '/customers/:id', page: 'c', title: 'Customer', access: 'user' },
    { path: '/commissions/bank', page: 'd', title: 'Bank', access: 'admin' },
  ],
  nav: [{ label: 'Customers', path: '/customers', access: 'user', order: 20 }],
  findable: [
    { label: 'Export customers', words: 'download csv', path: '/customers', access: 'user' },
    { label: 'Bank accounts', path: '/commissions/bank', access: 'admin' },
  ],
} as const satisfies RemoteManifest;

class SomeHeaders extends Map<string, string> {
  constructor(from: Record<string, string> | Map<string, string> = {}) {
    super(from instanceof Map ? from : Object.entries(from));
  }
}

interface Asked {
  query: string;
  signal: AbortSignal;
  answer: (rows: object, status?: number) => Promise<void>;
}
let asked: Asked[];

const reply = (body: object, status = 200) =>
  ({
    ok: status < 400,
    status,
    headers: new Headers(),
    text: () => Promise.resolve(JSON.stringify(body)),
  }) as unknown as Response;

const Address = () => <output aria-label="address">{useLocation().pathname + useLocation().search}</output>;

beforeAll(async () => {
  // Downloaded by the first press otherwise, which takes its time.
  await import('./search-palette');
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input as string);
    if (pathname.endsWith('/users')) return Promise.resolve(reply([USER]));
    if (!pathname.endsWith('/search_everything')) return new Promise(() => undefined);
    return new Promise((resolve) => {
      const { query } = JSON.parse(init?.body as string) as { query: string };
      asked.push({
        query,
        signal: init?.signal as AbortSignal,
        answer: (rows, status) => act(async () => resolve(reply(rows, status))),
      });
    });
  };
  const texts = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...texts });
  const session = { access_token: 't', refresh_token: 'r', expires_at: 9_999_999_999, user: { id: USER.id } };
  localStorage.setItem('paperplane.auth', JSON.stringify(session));
  await initializeAuth();
  store.dispatch(registryRead([MANIFEST]));
  Element.prototype.scrollIntoView = () => undefined;
});

beforeEach(() => {
  asked = [];
  store.dispatch(api.util.resetApiState());
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <SearchButton />
        <Address />
      </MemoryRouter>
    </Provider>,
  );
});

const field = () => screen.findByRole('combobox', { name: 'Search' });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const active = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '');
const address = () => screen.getByLabelText('address').textContent;
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(screen.getByRole('combobox'), { key, ...more });
async function type(text: string) {
  fireEvent.change(await field(), { target: { value: text } });
}
const question = (query: string) =>
  waitFor(() => {
    const found = asked.find((each) => each.query === query);
    if (!found) throw new Error(`nobody asked for ${query}`);
    return found;
  });
async function open() {
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  await field();
}

it('opens by its keys with pages and what is new, and closes by them and by Esc', async () => {
  await open();
  expect(screen.getByRole('group', { name: 'Go to' })).toHaveTextContent('Bank');
  expect(within(screen.getByRole('group', { name: 'New' })).getAllByRole('option')).toHaveLength(1);
  expect(await field()).toHaveFocus();
  fireEvent.keyDown(document, { key: 'k', metaKey: true });
  expect(screen.queryByRole('combobox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

it('keeps what is typed before its code is there, and gives the focus back to where it was', async () => {
  const button = screen.getByRole('button', { name: 'Search' });
  button.focus();
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  const held = screen.getByRole('textbox', { name: 'Search' });
  expect(held).toHaveFocus();
  fireEvent.change(held, { target: { value: 'thor-1' } });
  expect(button).toHaveTextContent('thor-1');
  expect(await field()).toHaveValue('thor-1');
  expect(await field()).toHaveFocus();
  press('Escape');
  await waitFor(() => expect(button).toHaveFocus());

  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  expect(await field()).toHaveValue('');
});

it('opens what is found for an Enter that came before its code', async () => {
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  const held = screen.getByRole('textbox', { name: 'Search' });
  fireEvent.change(held, { target: { value: 'thor-1' } });
  fireEvent.keyDown(held, { key: 'Enter' });
  await (await question('thor-1')).answer(FOUND);
  await waitFor(() => expect(address()).toBe(`/sales/${idOf('s1')}`));
});

it('shows what was found by kind, an exact reference first, and says how many', async () => {
  await open();
  await type('thor');
  await (await question('thor')).answer(FOUND);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Exact reference',
    'Customers',
  ]);
  expect(options()).toEqual([
    'THOR-1 Lucas ThorntonHalcyon$3,490Paid',
    'LTLucas Thorntonlucas@mail.test · 2 trips',
  ]);
  expect(screen.getAllByText('Thor', { selector: 'mark' })).toHaveLength(2);
  expect(screen.getByText('2 found')).toBeInTheDocument();
});

it('walks with arrows, round the ends, and opens with Enter; what was opened is recent', async () => {
  await open();
  await type('thor');
  await (await question('thor')).answer(FOUND);
  press('ArrowDown');
  expect(active()).toHaveTextContent('Lucas Thornton');
  press('ArrowDown');
  expect(active()).toHaveTextContent('THOR-1');
  press('ArrowUp');
  press('Enter');
  expect(address()).toBe(`/customers/${idOf('c1')}`);
  expect(screen.queryByRole('combobox')).toBeNull();
  await open();
  const recent = screen.getByRole('group', { name: 'Recent' });
  expect(recent).toHaveTextContent('Lucas ThorntonCustomer');
  expect(recent).not.toHaveTextContent('trips');
});

it('cancels what is overtaken, and an early Enter opens what comes', async () => {
  await open();
  await type('tho');
  const first = await question('tho');
  await type('thor-1');
  const second = await question('thor-1');
  expect(first.signal.aborted).toBe(true);
  press('Enter');
  expect(address()).toBe('/dashboard');
  await second.answer(FOUND);
  await waitFor(() => expect(address()).toBe(`/sales/${idOf('s1')}`));
});

it('offers to create whom it did not find', async () => {
  await open();
  await type('mira thornbury');
  await (await question('mira thornbury')).answer({});
  expect(screen.getByText('Nothing found for “mira thornbury”', { selector: 'b' })).toBeVisible();
  // Enter alone adds nobody: it is chosen first.
  expect(active()).toBeNull();
  press('Enter');
  expect(address()).toBe('/dashboard');
  press('ArrowDown');
  expect(active()).toHaveTextContent('Customer “mira thornbury”');
  press('Enter');
  expect(address()).toBe('/customers/create?name=mira+thornbury');
});

// Holds platform-97
it('adds nothing by an Enter alone, also one that came before the answer', async () => {
  await open();
  await type('add cust');
  const asked = await question('add cust');
  press('Enter');
  await asked.answer({});
  expect(screen.getByRole('group', { name: 'New' })).toHaveTextContent('Add customer');
  expect(active()).toBeNull();
  press('Enter');
  expect(address()).toBe('/dashboard');
  press('ArrowUp');
  press('Enter');
  expect(address()).toBe('/customers/create');
});

it('takes the mouse for a choice', async () => {
  await open();
  await type('nobody');
  await (await question('nobody')).answer({});
  fireEvent.click(screen.getByRole('option', { name: /Customer/ }));
  expect(address()).toBe('/customers/create?name=nobody');
});

// Holds platform-96
it('finds settings and actions by their words, and opens the page they are on', async () => {
  await open();
  await type('time zone');
  await (await question('time zone')).answer({});
  expect(options()).toEqual([expect.stringContaining('Time zoneAgency settings')]);
  await type('download');
  await (await question('download')).answer({});
  expect(within(screen.getByRole('group', { name: 'Actions' })).getByRole('option')).toHaveTextContent(
    'Export customers',
  );
  await type('logo');
  await (await question('logo')).answer({});
  press('Enter');
  expect(address()).toBe('/profile?tab=organization');
});

it('shows an admin what a commission is worth', async () => {
  await open();
  await type('$1,482.50');
  const commission = {
    id: idOf('m1'),
    booking_reference: 'AB-1',
    status: 'unpaid' as const,
    amount: 1482.5,
    agent_amount: 889.5,
    due_on: null,
    vendor: 'Halcyon',
    customer: { first_name: 'Lucas', last_name: 'Thornton' },
  };
  await (await question('$1,482.50')).answer(answerOf(found, { commissions: [commission] }));
  expect(screen.getByRole('group', { name: 'Commissions' })).toHaveTextContent('$1,483');
});

it('says why it failed, and tries again', async () => {
  await open();
  await type('broken');
  await (await question('broken')).answer({ code: 'XX000', message: 'boom' }, 500);
  expect(await screen.findByText('The search did not run')).toBeVisible();
  asked = [];
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await (await question('broken')).answer(FOUND);
  await waitFor(() => expect(options()).toHaveLength(2));
});

it('finds pages by the beginnings of their words', async () => {
  await open();
  await type('ban');
  await (await question('ban')).answer({});
  expect(screen.getByRole('group', { name: 'Pages' })).toHaveTextContent('Bank');
});
