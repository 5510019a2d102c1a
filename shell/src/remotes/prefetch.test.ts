/** @jest-environment jsdom */
import type { Registry, RegistryEntry } from './registry-types';
import { startPrefetching, mayPrefetch } from './prefetch';
import { entryOf } from './testing';

const nav = (label: string, path: `/${string}`) => ({
  nav: [{ label, path, access: 'user' as const, order: 1 }],
});
const fetched = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(({ href }) =>
    href.replace('http://localhost/remotes/', ''),
  );

function connection(value: object | undefined): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value });
}

let counter = 0;
/** A remote nobody has asked for in another test. */
const fresh = () => `mf_test${String.fromCharCode(97 + counter++)}` as const;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(performance, { getEntriesByName: () => [], getEntriesByType: () => [] });
});
afterEach(() => {
  connection(undefined);
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  jest.useRealTimers();
});

/** Looks ahead with one remote, whose tab leads to its only page. */
function start(busy = '', change: Partial<RegistryEntry> = {}) {
  const name = fresh();
  const path = `/${name.slice(3)}` as const;
  document.body.innerHTML = `<a href="${path}">There</a><a href="/elsewhere">Elsewhere</a>${busy}`;
  const registry: Registry = { remotes: [entryOf(name, { ...nav('There', path), ...change })] };
  startPrefetching({ registry: () => Promise.resolve(registry) });
  const at = (file: string) => `${name}/0.1.0-a/${file}`;
  return [at('mf-manifest.json'), at('remoteEntry.js'), at('js/list.js')];
}

const pointAt = (text: string) =>
  [...document.querySelectorAll('a')]
    .find(({ textContent }) => textContent === text)
    ?.dispatchEvent(new Event('pointerover', { bubbles: true }));

it('fetches the tabs’ pages once the page is usable and quiet', async () => {
  const files = start('<p aria-busy="true">Loading</p>');
  await jest.advanceTimersByTimeAsync(5000);
  expect(fetched()).toEqual([]);
  document.querySelector('p')?.remove();
  await jest.advanceTimersByTimeAsync(5000);
  expect(fetched()).toEqual(files);
});

it('fetches the page behind a link at once when it is pointed at, and only once', async () => {
  const files = start('<p aria-busy="true">Loading</p>');
  pointAt('Elsewhere');
  await jest.advanceTimersByTimeAsync(0);
  expect(fetched()).toEqual([]);
  pointAt('There');
  pointAt('There');
  await jest.advanceTimersByTimeAsync(0);
  expect(fetched()).toEqual(files);
});

it.each([[{ saveData: true }], [{ effectiveType: '2g' }], [{ effectiveType: 'slow-2g' }]])(
  'fetches nothing ahead on a connection that is %j',
  async (value) => {
    connection(value);
    start();
    pointAt('There');
    await jest.advanceTimersByTimeAsync(5000);
    expect(fetched()).toEqual([]);
  },
);

it('fetches nothing of a remote that would be refused', async () => {
  start('', { contract: { major: 99, minor: 0 } });
  pointAt('There');
  await jest.advanceTimersByTimeAsync(5000);
  expect(fetched()).toEqual([]);
});

it('may fetch ahead where the browser says nothing of the connection', () => {
  expect(mayPrefetch()).toBe(true);
});
