/** @jest-environment jsdom */
import { SESSION_KEY } from '../api/session-storage';
import { markPasswordDue } from '../auth/password-due';
import { authActions, type CurrentUser } from '../auth/auth-slice';
import { CONTRACT } from '../contract';
import { store } from '../store';
import { keepAnswers, ownerOf, readKept } from './keeper';
import type { OfflineReading } from './may-keep';
import { getKept, putKept } from './vault';

jest.mock('./vault');

// docs/product/platform.md, Reading offline
const token = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`;
const FACTOR = { status: 'verified' };

interface Situation {
  role?: CurrentUser['role'];
  isActive?: boolean;
  offlineReading?: OfflineReading;
  claims?: object;
  factors?: { status: string }[];
  storage?: Storage;
}

function given({
  role = 'agent',
  isActive = true,
  offlineReading = 'agents',
  claims = { session_id: 's1', aal: 'aal1' },
  factors = [],
  storage = localStorage,
}: Situation) {
  const organization = {
    id: 'o',
    name: 'A',
    logoUrl: null,
    currency: 'USD',
    timeZone: 'UTC',
    offlineReading,
  };
  const user = {
    id: 'u1',
    email: 'a@b.test',
    firstName: 'A',
    lastName: 'B',
    avatarUrl: null,
    organizationId: 'o',
  };
  storage.setItem(SESSION_KEY, JSON.stringify({ access_token: token(claims), user: { id: 'u1', factors } }));
  store.dispatch(
    authActions.signedIn({
      session: { userId: 'u1', email: 'a@b.test' },
      user: { ...user, role, isActive, organization },
    }),
  );
}

afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  store.dispatch(authActions.signedOut());
});

it.each<[string, Situation]>([
  ['an agent, by default', {}],
  ['an owner whose agency lets everybody', { role: 'owner', offlineReading: 'everybody' }],
  [
    'somebody who has given the second factor',
    { factors: [FACTOR], claims: { session_id: 's1', aal: 'aal2' } },
  ],
])('keeps for %s, under their session and this contract', (_who, situation) => {
  given(situation);
  expect(ownerOf()).toEqual({
    sessionId: 's1',
    userId: 'u1',
    contract: `${CONTRACT.major}.${CONTRACT.minor}`,
  });
});

// Holds platform-51
it.each<[string, Situation]>([
  ['an admin, by default', { role: 'admin' }],
  ['an owner, by default', { role: 'owner' }],
  ['an agent whose agency keeps nothing', { offlineReading: 'off' }],
  ['somebody who was deactivated', { isActive: false }],
  ['somebody whose second factor is still to come', { factors: [FACTOR] }],
  ['a session of this tab alone', { storage: sessionStorage }],
  ['a session without an id', { claims: {} }],
])('keeps nothing for %s', (_who, situation) => {
  given(situation);
  expect(ownerOf()).toBeNull();
});

it('keeps nothing for a session that has to set its password, nor where another person’s is stored', () => {
  given({});
  markPasswordDue(token({ session_id: 's1' }), 'reset');
  expect(ownerOf()).toBeNull();
  localStorage.clear();
  given({});
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ access_token: token({ session_id: 's2' }), user: { id: 'u2' } }),
  );
  expect(ownerOf()).toBeNull();
});

const OWN = { id: 's', agentId: 'u1', totalAmount: 5 };
const answersTo = (rows: object[], arg = {}) =>
  new Map([
    [`listSales(${JSON.stringify(arg)})`, { at: 7, data: { rows, count: rows.length, byStatus: {} } }],
    ['getPassportReveals("c")', { at: 7, data: { number: 'C01X' } }],
  ]);

// Holds platform-47
it.each<[string, Situation, object, boolean]>([
  ['an agent’s sales', {}, {}, true],
  ['no sales of all agents', { role: 'owner', offlineReading: 'everybody' }, {}, false],
  ['an owner’s own sales', { role: 'owner', offlineReading: 'everybody' }, { agentId: 'u1' }, true],
])('keeps %s, and nothing that is not named', async (_what, situation, arg, isKept) => {
  given(situation);
  await keepAnswers(answersTo([OWN], arg));
  const [owner, texts] = jest.mocked(putKept).mock.lastCall ?? [];
  expect(owner).toMatchObject({ sessionId: 's1', userId: 'u1' });
  expect(texts).toEqual([
    {
      key: `listSales(${JSON.stringify(arg)})`,
      at: 7,
      text: isKept ? expect.stringContaining('"u1"') : null,
    },
  ]);
});

it('asks as the session that is stored now, and writes nothing for the one before', async () => {
  given({});
  await keepAnswers(answersTo([OWN]));
  const isStill = jest.mocked(putKept).mock.lastCall?.[2];
  expect(isStill?.()).toBe(true);
  given({ claims: { session_id: 's2' } });
  expect(isStill?.()).toBe(false);
  jest.mocked(getKept).mockResolvedValue(null);
  expect(await readKept('getSale("s")')).toBeNull();
  expect(getKept).toHaveBeenLastCalledWith(expect.objectContaining({ sessionId: 's2' }), 'getSale("s")');
  store.dispatch(authActions.signedOut());
  jest.mocked(getKept).mockClear();
  expect(await readKept('getSale("s")')).toBeNull();
  expect(getKept).not.toHaveBeenCalled();
});
