/** @jest-environment jsdom */
import type { RemoteManifest } from '@paperplane/shared/platform';
import { cardsOn, matchingRoute } from './matching-route';
import { parseRegistry } from './registry';
import type { Registry, RegistryEntry } from './registry-types';
import { remoteRoutes } from './remote-routes';
import { choose, shareOf } from './rollout';
import { fullEntry } from './testing';

const CASES = 2000;
const NAMES = ['mf_sales', 'mf_hotels', 'mf_offers'] as const;
/** Lists whose items stand for themselves. */
const LISTS = ['routes', 'nav', 'quickActions', 'findable', 'slots'] as const;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Path = (string | number)[];

const JUNK: readonly Json[] = [
  ...[null, true, false, 0, -1, 1e308, '', 'x', '/', '//x', '/(', '/*x', ':id', '__proto__', '\u0000'],
  ...[[], {}, [null], [[]], { length: 3 }, { path: '/x' }, { js: null, css: {} }, ['/sales', null, 7]],
];

/** Numbers below a bound, always the same for a case. */
function drawn(round: number): (below: number) => number {
  let count = 0;
  return (below) => Math.floor((shareOf(`case ${round} draw ${count++}`) / 100) * below);
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const isParent = (value: unknown): value is Record<string | number, Json> =>
  typeof value === 'object' && value !== null;

/** Damages one place of a value, at any depth, and says which. */
function damage(root: Json, below: (bound: number) => number): Path {
  const path: Path = [];
  let parent = root as Record<string | number, Json>;
  for (;;) {
    const keys = Object.keys(parent).map((key) => (Array.isArray(parent) ? Number(key) : key));
    const key = keys[below(keys.length)];
    if (key === undefined) return path;
    path.push(key);
    const value = parent[key];
    const isDeepEnough = !isParent(value) || Object.keys(value).length === 0 || below(3) === 0;
    if (isDeepEnough) {
      const junk = copyOf(JUNK[below(JUNK.length)] ?? null);
      if (below(6) === 0 && !Array.isArray(parent)) Reflect.deleteProperty(parent, key);
      else if (below(6) === 0) parent[key] = [value ?? null, junk];
      else parent[key] = junk;
      return path;
    }
    parent = value;
  }
}

/** What everybody does with a registry; none of it may meet something it cannot take. @returns the items that must not be in it */
function use(registry: Registry): unknown[] {
  const routes = remoteRoutes(registry);
  for (const { path } of routes) matchingRoute(registry, path);
  for (const type of ['sale', 'vendor'] as const) cardsOn(registry, type);
  return registry.remotes.flatMap(({ nav = [], quickActions = [], findable = [], slots = [] }) => [
    ...[...nav, ...quickActions, ...findable, ...slots].filter(
      ({ access }) => access !== 'user' && access !== 'admin',
    ),
    ...[...nav, ...quickActions, ...findable].filter(({ path }) => !path.startsWith('/')),
  ]);
}

/** The items of a list that a path does not lead into. */
const others = (list: readonly unknown[] | undefined, index: string | number | undefined) =>
  (list ?? []).filter((_, at) => at !== index);

// Holds platform-76
it('loses nothing but what is bad, in 2,000 damaged registries', () => {
  window.paperplaneBoot = { registry: Promise.resolve({ remotes: [] }), manifests: {}, choose };
  let left = 0;
  for (let round = 0; round < CASES; round++) {
    const below = drawn(round);
    const good = NAMES.map(fullEntry);
    const at = below(NAMES.length);
    const remotes = copyOf(good) as unknown as Json[];
    if (below(4) === 0) {
      const staged = { percent: below(101), entry: copyOf(good[at]) as unknown as Json };
      remotes[at] = { ...(remotes[at] as object), staged };
    }
    const path = below(20) === 0 ? [] : damage(remotes[at] ?? null, below);
    if (path.length === 0) remotes[at] = copyOf(JUNK[below(JUNK.length)] ?? null);

    const parsed = parseRegistry({ remotes });
    const where = `case ${round}: ${path.join('.')} in ${JSON.stringify(remotes[at])}`;
    const find = (entry: RegistryEntry | undefined) =>
      parsed.remotes.find(({ name }) => name === entry?.name);
    const neighbours = good.filter((_, index) => index !== at);
    expect([where, use(parsed), neighbours.map(find)]).toEqual([where, [], neighbours]);

    const [part, index] = path;
    const list = LISTS.find((name) => name === part);
    if (list === undefined || index === undefined) continue;
    left++;
    const kept = find(good[at])?.[list] as readonly unknown[] | undefined;
    expect([where, kept]).toEqual([where, expect.arrayContaining(others(good[at]?.[list], index))]);
  }
  // Otherwise nothing was said of single items.
  expect(left).toBeGreaterThan(CASES / 10);
  delete window.paperplaneBoot;
});

/** True for types that are one and the same, up to what is optional in them. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

it('checks what the contract says of a manifest, no more and no less', () => {
  type Checked = Pick<RegistryEntry, keyof RemoteManifest>;
  const same: { [Part in keyof RemoteManifest]-?: Same<Checked[Part], RemoteManifest[Part]> } = {
    name: true,
    version: true,
    contract: true,
    routes: true,
    nav: true,
    quickActions: true,
    findable: true,
    slots: true,
  };
  expect(Object.values(same)).not.toContain(false);
});
