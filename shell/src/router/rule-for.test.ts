import type { MountedRoute } from '../remotes';
import { mountedRule, tableRule } from './rule-for';

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
  ])('%s falls under %s', (pathname, path) => {
    expect(tableRule(pathname)?.path).toBe(path);
  });

  it('knows nothing of other addresses', () => {
    expect(tableRule('/reports')).toBeUndefined();
  });
});

// Spec section 2: the product's table decides, not what a remote says of itself
describe('graftedRule', () => {
  it.each([
    ['/vendors', 'user', '/vendors', 'admin'],
    ['/vendors/:vendorId', 'user', '/vendors/4', 'admin'],
    ['/sales', 'admin', '/sales', 'user'],
    ['/reports', 'user', '/reports', 'user'],
    ['/reports', 'admin', '/reports', 'admin'],
    ['/vendors/special', 'user', '/vendors/special', 'admin'],
    ['/sales/audit', 'admin', '/sales/audit', 'admin'],
  ] as const)('%s with %s in the manifest, at %s: %s', (path, access, pathname, expected) => {
    expect(mountedRule(route(path, access), pathname).access).toBe(expected);
  });

  it('guards and names the place of a missing remote by the address', () => {
    const rule = mountedRule(route('/team/*', 'user', null), '/team/invite');
    expect(rule).toMatchObject({ access: 'admin', title: 'Invite agent' });
  });

  it('takes the title from the manifest', () => {
    expect(mountedRule(route('/sales', 'user'), '/sales').title).toBe('From the manifest');
  });
});
