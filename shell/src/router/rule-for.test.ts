import type { MountedRoute } from '../remotes';
import { entryOf } from '../remotes/testing';
import { ROUTE_TABLE } from './route-table';
import { mountedRule, tableRule, withinTable } from './rule-for';

const route = (path: `/${string}`, access: 'user' | 'admin', page: string | null = 'page'): MountedRoute => ({
  path,
  access,
  page,
  title: 'From the manifest',
  remote: 'mf_x',
});

describe('tableRule', () => {
  it.each([
    ['/sales', '/sales'],
    ['/sales/create', '/sales/create'],
    ['/sales/17', '/sales/:id'],
    ['/team/invite', '/team/invite'],
    ['/team/9', '/team/:id'],
    ['/sales/17/edit/', '/sales/:id/edit'],
    ['/commissions/bank', '/commissions/bank'],
    ['/commissions/bank/import', '/commissions/bank/import'],
    ['/commissions/bank/accounts', '/commissions/bank/accounts'],
    ['/commissions/bank/rules', '/commissions/bank/rules'],
    ['/commissions/payouts/9', '/commissions/payouts/:id'],
    ['/reports/sales', '/reports/:id'],
  ])('%s falls under %s', (pathname, path) => {
    expect(tableRule(pathname)?.path).toBe(path);
  });

  it('knows nothing of other addresses', () => {
    expect(tableRule('/offers')).toBeUndefined();
  });
});

const OPENED = [
  ...[
    '/vendors',
    '/vendors/create',
    '/vendors/import',
    '/vendors/:id',
    '/vendors/:id/edit',
    '/vendors/special',
  ],
  ...['/team/invite', '/team/:id', '/commissions/bank', '/commissions/bank/import', '/commissions/bank/:id'],
  ...['/commissions/payouts/:id', '/vendors/a/b/c', '/commissions/bank/a/b'],
] as const;

// The product's table decides, not what a remote says of itself (docs/product/platform.md, Navigation guard)
describe('withinTable', () => {
  const open = { title: 'Mine', page: 'list', access: 'user' } as const;
  const link = { label: 'Mine', description: '', icon: 'users', access: 'user', order: 1 } as const;

  // Holds platform-5
  it.each(OPENED)('opens nothing to agents that the product keeps for admins: %s', (path) => {
    const entry = entryOf('mf_x', {
      routes: [{ ...open, path }],
      nav: [{ ...link, path }],
      quickActions: [{ ...link, path: `${path}?from=menu` }],
      findable: [{ ...link, path }],
    });
    const { routes, nav = [], quickActions = [], findable = [] } = withinTable(entry);
    const access = [...routes, ...nav, ...quickActions, ...findable].map((item) => item.access);
    expect(access).toEqual(['admin', 'admin', 'admin', 'admin']);
  });

  it('lets a remote be stricter, and decide about what only it knows', () => {
    const routes = [
      { ...open, path: '/sales', access: 'admin' },
      { ...open, path: '/sales/audit', access: 'admin' },
      { ...open, path: '/offers' },
    ] as const;
    expect(withinTable(entryOf('mf_x', { routes })).routes).toEqual(routes);
  });

  // Holds platform-6
  it.each(ROUTE_TABLE.filter(({ own }) => own).map(({ path }) => path))(
    'mounts nothing in the place of a page of the shell: %s',
    (path) => {
      const claims = [path, path.toUpperCase(), `${path}/`].map((claim) => ({
        ...open,
        path: claim.replace('//', '/') as `/${string}`,
      }));
      expect(withinTable(entryOf('mf_x', { routes: claims })).routes).toEqual([]);
    },
  );
});

describe('mountedRule', () => {
  it.each([
    ['/:anything', '/vendors', 'admin'],
    ['/commissions/:anything', '/commissions/bank', 'admin'],
    ['/vendors/*', '/vendors/a/b/c', 'admin'],
    ['/commissions/*', '/commissions/bank/import', 'admin'],
    ['/commissions/*', '/commissions/payouts/mine', 'user'],
    ['/sales/*', '/sales/a/b', 'user'],
    ['/login/more', '/login/more', 'user'],
  ] as const)('%s, open to everybody in the manifest, at %s: %s', (path, pathname, access) => {
    expect(mountedRule(route(path, 'user'), pathname).access).toBe(access);
    expect(mountedRule(route(path, 'admin'), pathname).access).toBe('admin');
  });

  it('guards and names the place of a missing remote by the address', () => {
    const rule = mountedRule(route('/team/*', 'user', null), '/team/invite');
    expect(rule).toMatchObject({ access: 'admin', title: 'Invite agent' });
  });

  it('takes the title from the manifest', () => {
    expect(mountedRule(route('/sales', 'user'), '/sales').title).toBe('From the manifest');
  });
});
