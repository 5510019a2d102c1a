/** @jest-environment jsdom */
import type { CurrentUser, RemotePage } from '@paperplane/shared/platform';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { entryOf } from '../remotes/testing';

let expected: { role: string; isActive: boolean } | null = null;
/** Lets the person's row arrive. */
let answer: (user: typeof expected) => void = () => undefined;
let answered: Promise<void>;

jest.mock('@paperplane/shared/platform', () => ({
  ...jest.requireActual<object>('@paperplane/shared/platform'),
  expectedUser: () => expected as CurrentUser | null,
  initializeAuth: () => answered,
}));

// After the mocks.
import { remoteLoader } from '../remotes';
import { startPage } from './start-page';

const routes = [
  { path: '/sales', page: 'list', title: 'Sales', access: 'user' },
  { path: '/sales/:id', page: 'detail', title: 'Sale', access: 'user' },
] as const;
const vendors = [{ path: '/vendors', page: 'vendors', title: 'Vendors', access: 'admin' }] as const;
jest.spyOn(remoteLoader, 'registry').mockResolvedValue({
  remotes: [entryOf('mf_sales', { routes }), entryOf('mf_directory', { routes: vendors })],
});
const begin = jest.spyOn(remoteLoader, 'begin');

const agent = { role: 'agent', isActive: true };
const admin = { role: 'admin', isActive: true };
const loader = jest.fn((_args: LoaderFunctionArgs) => null);
const page: RemotePage = { default: () => null, loader };

const open = (address: string, at = address) => {
  history.replaceState(null, '', at);
  void startPage({ request: { url: location.origin + address } } as LoaderFunctionArgs);
};
const turn = () => new Promise((resolve) => setTimeout(resolve));
/** A page's code and its data are a turn apart. */
const settle = async () => {
  await turn();
  await turn();
};

beforeEach(() => {
  jest.clearAllMocks();
  begin.mockResolvedValue(page);
  expected = null;
  answered = new Promise((resolve) => {
    answer = (user) => {
      expected = user;
      resolve();
    };
  });
});

it('asks for the data of a page before the person’s row is there, when they were here before', async () => {
  expected = agent;
  open('/sales/17?x=1');
  await settle();
  expect(begin).toHaveBeenCalledWith('mf_sales', 'detail');
  expect(loader).toHaveBeenCalledTimes(1);
  expect(loader.mock.calls[0]?.[0]).toMatchObject({
    params: { id: '17' },
    request: { url: 'http://localhost/sales/17?x=1' },
  });
});

// Nobody, somebody new, a session that must set a password: nothing is known of them.
it('waits for the row of a person who is not known', async () => {
  open('/sales');
  await settle();
  expect(begin).not.toHaveBeenCalled();
  answer(agent);
  await settle();
  expect(loader).toHaveBeenCalledTimes(1);
});

it.each([
  ['nobody is signed in', null],
  ['the person is inactive', { ...agent, isActive: false }],
])('loads and asks nothing where %s', async (_what, user) => {
  open('/sales');
  answer(user);
  await settle();
  expect(begin).not.toHaveBeenCalled();
  expect(loader).not.toHaveBeenCalled();
});

// Pages for admins: the server says first that they are one.
it('loads a page for admins for the admin of the last visit, and asks once it is sure', async () => {
  expected = admin;
  open('/vendors');
  await settle();
  expect(begin).toHaveBeenCalledWith('mf_directory', 'vendors');
  expect(loader).not.toHaveBeenCalled();
  answer(admin);
  await settle();
  expect(loader).toHaveBeenCalledTimes(1);
});

it.each([
  ['an agent', agent, agent],
  ['who was an admin', admin, agent],
])('asks nothing of a page for admins for %s', async (_who, before, now) => {
  expected = before;
  open('/vendors');
  answer(now);
  await settle();
  expect(loader).not.toHaveBeenCalled();
});

it('asks nothing for a page that was left while it was loading', async () => {
  expected = agent;
  open('/sales', '/profile');
  await settle();
  expect(begin).toHaveBeenCalled();
  expect(loader).not.toHaveBeenCalled();
});

it('asks at once for a page that is at hand, whatever the browser still shows', async () => {
  expected = agent;
  const loaded = jest.spyOn(remoteLoader, 'loaded').mockReturnValue(page.default);
  open('/sales', '/profile');
  await settle();
  expect(loader).toHaveBeenCalledTimes(1);
  loaded.mockRestore();
});

it.each(['/nowhere', '/commissions/1'])('leaves alone what no remote fills: %s', async (address) => {
  expected = admin;
  open(address);
  await settle();
  expect(begin).not.toHaveBeenCalled();
});

it('needs no loader', async () => {
  expected = agent;
  begin.mockResolvedValue({ default: () => null });
  open('/sales');
  await settle();
  expect(begin).toHaveBeenCalled();
});

describe('the page of a record', () => {
  const slot = {
    slot: 'record',
    place: 'main',
    card: 'talk',
    title: 'Talk',
    access: 'user',
    order: 1,
  } as const;
  const slots = [
    { ...slot, types: ['sale'] },
    { ...slot, types: ['sale'], card: 'secret', access: 'admin' },
    { ...slot, types: ['vendor'], card: 'terms' },
  ] as const;
  const cardLoader = jest.fn();
  const order: string[] = [];

  beforeEach(() => {
    order.length = 0;
    jest.spyOn(remoteLoader, 'registry').mockResolvedValue({
      remotes: [
        entryOf('mf_sales', { routes: routes.map((route) => ({ ...route, record: 'sale' as const })) }),
        entryOf('mf_directory', { routes: vendors, slots }),
      ],
    });
    loader.mockImplementation(() => (order.push('page'), null));
    cardLoader.mockImplementation(() => void order.push('card'));
    begin.mockImplementation((_name, part) =>
      Promise.resolve(part.startsWith('card:') ? { ...page, loader: cardLoader } : page),
    );
  });

  it('starts the cards that this person may see on it, and their data, behind its own', async () => {
    expected = agent;
    open('/sales/17?message=m1');
    await settle();
    expect(begin.mock.calls).toEqual([
      ['mf_sales', 'detail'],
      ['mf_directory', 'card:talk'],
    ]);
    expect(cardLoader).toHaveBeenCalledWith({ type: 'sale', id: '17' }, new URLSearchParams('message=m1'));
    expect(order).toEqual(['page', 'card']);
  });

  it('is not held by a card that does not come', async () => {
    expected = agent;
    begin.mockImplementation((_name, part) =>
      part.startsWith('card:') ? Promise.reject(new Error('lost')) : Promise.resolve(page),
    );
    open('/sales/17');
    await settle();
    expect(order).toEqual(['page']);
  });
});
