import { cardsOn, matchingRoute } from './matching-route';
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

it('is of the remote that names the address, also where an earlier one has a parameter there', () => {
  const tracks = entryOf('mf_tracks', {
    routes: [{ path: '/sales/tracks', page: 'tracks', title: 'Tracks', access: 'user' }],
  });
  const both = { remotes: [sales, tracks] };
  expect(matchingRoute(both, '/sales/tracks')).toEqual({ remote: tracks, page: 'tracks' });
  expect(matchingRoute(both, '/sales/17')).toEqual({ remote: sales, page: 'detail' });
});

it('knows the cards on the page of a record, also of releases that list none', () => {
  const slot = { slot: 'record', place: 'main', title: 'Talk', access: 'user', order: 1 } as const;
  const assets = { js: ['js/card-talk.js'], css: [] };
  const older = entryOf('mf_older');
  const remote = entryOf('mf_directory', {
    slots: [
      { ...slot, card: 'talk', types: ['sale', 'vendor'] },
      { ...slot, card: 'terms', types: ['vendor'] },
    ],
    cards: { talk: assets },
  });
  const registry = { remotes: [older, remote] };
  expect(cardsOn(registry, 'sale')).toEqual([{ remote, assets }]);
  expect(cardsOn(registry, 'vendor')).toEqual([
    { remote, assets },
    { remote, assets: undefined },
  ]);
  expect(cardsOn(registry, undefined)).toEqual([]);
});
