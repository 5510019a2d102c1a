import { remoteRoutes } from './remote-routes';
import { SECTIONS, sectionOf } from './sections';
import { entryOf } from './testing';

describe('remoteRoutes', () => {
  it('grafts the routes of every manifest', () => {
    const sales = entryOf('mf_sales', {
      routes: [
        { path: '/sales', page: 'list', title: 'Sales', access: 'user' },
        { path: '/sales/:id', page: 'detail', title: 'Sale', access: 'admin' },
      ],
    });
    expect(remoteRoutes({ remotes: [sales] })).toEqual(
      expect.arrayContaining([
        { path: '/sales', page: 'list', title: 'Sales', access: 'user', remote: 'mf_sales' },
        { path: '/sales/:id', page: 'detail', title: 'Sale', access: 'admin', remote: 'mf_sales' },
      ]),
    );
  });

  it('keeps a route for every section of a remote that is not there', () => {
    const paths = remoteRoutes({ remotes: [entryOf('mf_sales')] }).filter(({ page }) => page === null);
    expect(paths.map(({ path }) => path).sort()).toEqual([
      '/commissions/*',
      '/customers/*',
      '/dashboard/*',
      '/documents/*',
      '/reports/*',
      '/team/*',
      '/vendors/*',
    ]);
  });

  it('keeps all of them when the registry cannot be read', () => {
    const routes = remoteRoutes(null);
    expect(routes).toHaveLength(SECTIONS.length);
    expect(routes.find(({ path }) => path === '/vendors/*')?.access).toBe('admin');
  });
});

it.each([
  ['/sales', 'Sales'],
  ['/sales/17/edit', 'Sales'],
  ['/vendors', 'Vendors'],
  ['/documents', 'Documents'],
  ['/salesforce', undefined],
  ['/profile', undefined],
])('knows the section of %s', (pathname, label) => {
  expect(sectionOf(pathname)?.label).toBe(label);
});
