/** @jest-environment jsdom */
import { paths } from '@paperplane/shared/platform';
import { decide } from './guard';
import { documentTitle, ROUTE_TABLE, type RouteAccess } from './route-table';
import { SHELL_PAGES } from './shell-pages';

const PEOPLE: Record<'visitor' | 'agent' | 'admin' | 'owner' | 'inactive', Parameters<typeof decide>[1]> = {
  visitor: { isAuthenticated: false, isActive: false, isAdmin: false },
  agent: { isAuthenticated: true, isActive: true, isAdmin: false },
  admin: { isAuthenticated: true, isActive: true, isAdmin: true },
  owner: { isAuthenticated: true, isActive: true, isAdmin: true },
  inactive: { isAuthenticated: true, isActive: false, isAdmin: true },
};
const NAMES = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[];

const outcome = (pathname: string, access: RouteAccess, who: keyof typeof PEOPLE) => {
  const decision = decide(access, PEOPLE[who], { pathname });
  return decision.allow ? 'shown' : decision.redirect;
};

/** Whom a page is for. */
type For = 'guests' | 'everybody' | 'inactive' | 'members' | 'admins';

/** Written out by hand, not derived from the code under test; tsc asks for every address of the product. */
const WHOM: Record<keyof typeof paths, For> = {
  home: 'guests',
  login: 'guests',
  signup: 'guests',
  emailConfirmation: 'guests',
  resetPassword: 'guests',
  createPassword: 'guests',
  terms: 'everybody',
  privacy: 'everybody',
  emailChange: 'everybody',
  offline: 'everybody',
  inactive: 'inactive',
  dashboard: 'members',
  profile: 'members',
  security: 'members',
  notifications: 'members',
  reports: 'members',
  report: 'members',
  team: 'members',
  teamInvite: 'admins',
  teamMember: 'admins',
  memberTerms: 'members',
  sales: 'members',
  saleCreate: 'members',
  salesImport: 'members',
  saleGroups: 'members',
  saleGroup: 'members',
  sale: 'members',
  saleEdit: 'members',
  customers: 'members',
  customerCreate: 'members',
  customersImport: 'members',
  customer: 'members',
  customerEdit: 'members',
  commissions: 'members',
  otherCommissions: 'admins',
  commission: 'members',
  bank: 'admins',
  bankAccounts: 'admins',
  bankImport: 'admins',
  bankRules: 'admins',
  mailbox: 'admins',
  bankTransaction: 'admins',
  payouts: 'members',
  myPayouts: 'members',
  payout: 'admins',
  statement: 'members',
  auditLog: 'admins',
  takeout: 'admins',
  integrations: 'admins',
  apiReference: 'admins',
  webhooks: 'admins',
  accounting: 'admins',
  taxForms: 'admins',
  movingIn: 'admins',
  documents: 'members',
  vendors: 'admins',
  vendorCreate: 'admins',
  vendorsImport: 'admins',
  vendor: 'admins',
  vendorEdit: 'admins',
  vendorStatement: 'admins',
};

const whomOf = (path: string): For | undefined =>
  (Object.keys(paths) as (keyof typeof paths)[]).flatMap((name) =>
    paths[name].pattern === path ? [WHOM[name]] : [],
  )[0];

function expected(path: string, who: keyof typeof PEOPLE): string {
  const inside = who === 'agent' || who === 'admin' || who === 'owner';
  const whom = whomOf(path);
  if (whom === 'everybody') return 'shown';
  if (whom === 'inactive') return inside ? '/dashboard' : 'shown';
  if (whom === 'guests') {
    if (who === 'visitor') return 'shown';
    return inside ? '/dashboard' : '/inactive';
  }
  if (who === 'visitor') return `/login?${new URLSearchParams({ redirect: path }).toString()}`;
  if (who === 'inactive') return '/inactive';
  return whom === 'admins' && who === 'agent' ? '/dashboard' : 'shown';
}

// docs/product/platform.md, Routes
// Holds platform-1
test('the table holds every route of the product, once', () => {
  const all = Object.values(paths).map(({ pattern }) => pattern as string);
  expect(ROUTE_TABLE.map(({ path }) => path).sort()).toEqual(all.sort());
});

test('the shell has a page for each route that it calls its own', () => {
  const own = ROUTE_TABLE.filter((rule) => rule.own).map(({ path }) => path);
  expect(Object.keys(SHELL_PAGES).sort()).toEqual(own.sort());
});

// docs/product/platform.md, Navigation guard
// Holds tenancy-23
describe.each(ROUTE_TABLE.map(({ path, access }) => ({ path, access })))('$path', ({ path, access }) => {
  // Holds platform-4
  it.each(NAMES)('as %s', (who) => {
    expect(outcome(path, access, who)).toBe(expected(path, who));
  });
});

describe('the way back', () => {
  // `redirect` holds the full requested path
  // Holds platform-8
  it('keeps path, query and hash', () => {
    const target = { pathname: '/sales', search: '?status=paid&page=2', hash: '#x' };
    expect(decide('user', PEOPLE.visitor, target)).toEqual({
      allow: false,
      redirect: `/login?redirect=${encodeURIComponent('/sales?status=paid&page=2#x')}`,
    });
  });

  // A path of this origin, else the dashboard
  // Holds platform-9
  it.each([
    ['?redirect=%2Fsales%3Fstatus%3Dpaid', '/sales?status=paid'],
    ['', '/dashboard'],
    ['?redirect=https%3A%2F%2Fevil.test%2F', '/dashboard'],
    ['?redirect=%2F%2Fevil.test', '/dashboard'],
    ['?redirect=javascript%3Aalert(1)', '/dashboard'],
  ])('after signing in on /login%s leads to %s', (search, redirect) => {
    expect(decide('guest', PEOPLE.agent, { pathname: '/login', search })).toEqual({ allow: false, redirect });
  });

  it('is honoured on the login page only', () => {
    const target = { pathname: '/signup', search: '?redirect=%2Fsales' };
    expect(decide('guest', PEOPLE.agent, target)).toEqual({ allow: false, redirect: paths.dashboard.href() });
  });

  it('never lets an inactive person in', () => {
    const target = { pathname: '/login', search: '?redirect=%2Fsales' };
    expect(decide('guest', PEOPLE.inactive, target)).toEqual({ allow: false, redirect: '/inactive' });
  });
});

// Recovery and invitation sessions stay until the password is set (docs/product/platform.md, Navigation guard)
describe.each([
  ['reset', '/reset-password'],
  ['create', '/create-password'],
] as const)('a session that owes a password: %s', (passwordDue, home) => {
  const person = { ...PEOPLE.visitor, passwordDue };
  it.each(ROUTE_TABLE.map(({ path, access }) => ({ path, access })))('$path', ({ path, access }) => {
    const decision = decide(access, person, { pathname: path, search: '?redirect=%2Fsales' });
    const stays = path === home || whomOf(path) === 'everybody';
    expect(decision).toEqual(stays ? { allow: true } : { allow: false, redirect: home });
  });
});

// A second factor that is owed comes before everything (docs/product/platform.md, Navigation guard)
describe.each([['code'], ['setup']] as const)('a session that owes a second factor: %s', (factorDue) => {
  it.each(ROUTE_TABLE.map(({ path, access }) => ({ path, access })))('$path', ({ path, access }) => {
    for (const person of [PEOPLE.owner, { ...PEOPLE.visitor, passwordDue: 'reset' as const }]) {
      const decision = decide(access, { ...person, factorDue }, { pathname: path });
      expect(decision).toEqual(
        whomOf(path) === 'everybody' ? { allow: true } : { allow: false, redirect: null },
      );
    }
  });
});

// Holds platform-3
test('document titles', () => {
  expect(documentTitle('Sales')).toBe('Sales · Paperplane');
  expect(documentTitle('')).toBe('Paperplane');
  const titles = Object.fromEntries(ROUTE_TABLE.map(({ path, title }) => [path, title]));
  // Two titles that differ from their tab's label
  expect(titles['/commissions']).toBe('Commission Management');
  expect(titles['/commissions/:id']).toBe('Commission Details');
});
