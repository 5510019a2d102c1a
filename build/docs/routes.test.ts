import fs from 'node:fs';
import type { RemoteManifest } from '@paperplane/shared/platform';
import type { RouteRule } from '../../shell/src/router/route-table';
import { PAGE, readManifests, readRouteTable, routesTable, withTable } from './routes';

let table: readonly RouteRule[];
let manifests: Map<string, RemoteManifest>;

beforeAll(async () => {
  [table, manifests] = await Promise.all([readRouteTable(), readManifests()]);
}, 60_000);

const mounted = () => [...manifests.values()].flatMap(({ routes }) => routes);

// `npm run gen` writes it.
// Holds platform-2
test('the table of routes is what shell and manifests say', () => {
  const page = fs.readFileSync(PAGE, 'utf8');
  expect(page).toBe(withTable(page, routesTable(table, manifests)));
});

test('every route that the shell leaves to a remote is served by one, once', () => {
  const left = table.filter(({ own }) => !own).map(({ path }) => path);
  const served = mounted().map(({ path }) => path as string);
  expect(left.length).toBeGreaterThan(25);
  expect(served.filter((path) => left.includes(path)).sort()).toEqual(left.sort());
  expect(served).toEqual([...new Set(served)]);
  expect(table.filter(({ path, own }) => own && served.includes(path))).toEqual([]);
});

test('shell and manifests say the same of access and title', () => {
  const ofManifests = mounted().map(({ path, access, title }) => ({ path, access, title }));
  const ofShell = ofManifests.map(({ path, ...known }) => {
    const { access, title } = table.find((rule) => rule.path === path) ?? known;
    return { path, access, title };
  });
  expect(ofShell).toEqual(ofManifests);
});
