import { paths } from '@paperplane/shared/platform';
import { decide } from './guard';
import { ROUTE_TABLE, documentTitle } from './route-table';

const PEOPLE: Record<'visitor' | 'agent' | 'admin' | 'owner' | 'inactive', Parameters<typeof decide>[1]> = {
  visitor: { isAuthenticated: false, isActive: false, isAdmin: false },
  agent: { isAuthenticated: true, isActive: true, isAdmin: false },
  admin: { isAuthenticated: true, isActive: true, isAdmin: true },
  owner: { isAuthenticated: true, isActive: true, isAdmin: true },
  inactive: { isAuthenticated: true, isActive: false, isAdmin: true },
};
const NAMES = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[];

const outcome = (
  pathname: string,
  access: (typeof ROUTE_TABLE)[number]['access'],
  who: keyof typeof PEOPLE,
) => {
  const decision = decide(access, PEOPLE[who], { pathname });
  return decision.allow ? 'shown' : decision.redirect;
};

/** Written out by hand from docs/product.md, Routes; not derived from the code under test. */
const GUEST = ['/', '/login', '/signup', '/email-confirmation', '/reset-password', '/create-password'];
const OPEN = ['/terms-of-service', '/privacy-policy', '/offline'];
const USER = [
  '/dashboard',
  '/profile',
  '/notifications',
  '/team',
  '/sales',
  '/sales/create',
  '/sales/:id',
  '/sales/:id/edit',
  '/customers',
  '/customers/create',
  '/customers/:id',
  '/customers/:id/edit',
  '/commissions',
  '/commissions/:id',
];
const ADMIN = [
  '/team/:id',
  '/team/invite',
  '/vendors',
  '/vendors/create',
  '/vendors/:id',
  '/vendors/:id/edit',
];

function expected(path: string, who: keyof typeof PEOPLE): string {
  const inside = who === 'agent' || who === 'admin' || who === 'owner';
  if (OPEN.includes(path)) return 'shown';
  if (path === '/inactive') return inside ? '/dashboard' : 'shown';
  if (GUEST.includes(path)) {
    if (who === 'visitor') return 'shown';
    return inside ? '/dashboard' : '/inactive';
  }
  if (who === 'visitor') return `/login?${new URLSearchParams({ redirect: path }).toString()}`;
  if (who === 'inactive') return '/inactive';
  return ADMIN.includes(path) && who === 'agent' ? '/dashboard' : 'shown';
}

// docs/product.md, Routes
test('the table holds every route of the product, once', () => {
  const all = [...GUEST, ...OPEN, '/inactive', ...USER, ...ADMIN].sort();
  expect(ROUTE_TABLE.map(({ path }) => path).sort()).toEqual(all);
});

// docs/product.md, Navigation guard
describe.each(ROUTE_TABLE.map(({ path, access }) => ({ path, access })))('$path', ({ path, access }) => {
  it.each(NAMES)('as %s', (who) => {
    expect(outcome(path, access, who)).toBe(expected(path, who));
  });
});

describe('the way back', () => {
  // `redirect` holds the full requested path
  it('keeps path, query and hash', () => {
    const target = { pathname: '/sales', search: '?status=paid&page=2', hash: '#x' };
    expect(decide('user', PEOPLE.visitor, target)).toEqual({
      allow: false,
      redirect: `/login?redirect=${encodeURIComponent('/sales?status=paid&page=2#x')}`,
    });
  });

  // A path of this origin, else the dashboard
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

// Recovery and invitation sessions stay until the password is set (docs/product.md, Navigation guard)
describe.each([
  ['reset', '/reset-password'],
  ['create', '/create-password'],
] as const)('a session that owes a password: %s', (passwordDue, home) => {
  const person = { ...PEOPLE.visitor, passwordDue };
  it.each(ROUTE_TABLE.map(({ path, access }) => ({ path, access })))('$path', ({ path, access }) => {
    const decision = decide(access, person, { pathname: path, search: '?redirect=%2Fsales' });
    const stays = path === home || OPEN.includes(path);
    expect(decision).toEqual(stays ? { allow: true } : { allow: false, redirect: home });
  });
});

test('document titles', () => {
  expect(documentTitle('Sales')).toBe('Sales · Paperplane');
  expect(documentTitle('')).toBe('Paperplane');
  const titles = Object.fromEntries(ROUTE_TABLE.map(({ path, title }) => [path, title]));
  // Two titles that differ from their tab's label
  expect(titles['/commissions']).toBe('Commission Management');
  expect(titles['/commissions/:id']).toBe('Commission Details');
});
