import { matchingRoute } from './matching-route';
import { entryOf } from './testing';

const sales = entryOf('mf_sales', {
  routes: [
    { path: '/sales', page: 'list', title: 'Sales', access: 'user' },
    { path: '/sales/create', page: 'create', title: 'Create sale', access: 'user' },
    { path: '/sales/:id', page: 'detail', title: 'Sale', access: 'user' },
  ],
});
const registry = { remotes: [entryOf('mf_directory'), sales] };

it.each([
  ['/sales', 'list'],
  ['/sales/', 'list'],
  ['/sales/create', 'create'],
  ['/sales/17', 'detail'],
])('%s is the page %s', (pathname, page) => {
  expect(matchingRoute(registry, pathname)).toEqual({ remote: sales, page });
});

it.each(['/', '/sales/17/history', '/sales-report', '/login'])('%s is nobody’s', (pathname) => {
  expect(matchingRoute(registry, pathname)).toBeUndefined();
});
