import type { BrowserContext, Page, Route } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { hangFiles } from './hang';
import { contractOf, type SiteCopy } from './site-copy';

/** A remote as somebody at a screen knows it. */
export interface KnownRemote {
  name: `mf_${string}`;
  /** Its tabs, and the heading of each one's page. */
  tabs: Readonly<Record<string, string | RegExp>>;
  /** The page behind its first tab, by the manifest's name. */
  page: string;
}

/** All remotes; the first is the one that meets every failure when not all of them do. */
export const REMOTES: readonly KnownRemote[] = [
  { name: 'mf_sales', tabs: { Sales: 'Sales' }, page: 'list' },
  { name: 'mf_commissions', tabs: { Commissions: 'Commission Management' }, page: 'list' },
  {
    name: 'mf_directory',
    tabs: { Customers: 'Customers', Team: 'Team', Vendors: 'Vendors' },
    page: 'customers',
  },
  { name: 'mf_dashboard', tabs: { Dashboard: /Welcome/ }, page: 'dashboard' },
];

/** Where something goes wrong. */
export interface Place {
  site: SiteCopy;
  page: Page;
  context: BrowserContext;
  remote: KnownRemote;
}

type Repair = () => Promise<void> | void;

/** One way in which a remote can fail its page. */
export interface Failure {
  what: string;
  /** Brings it about, before the page asks for the remote. @returns repairs it */
  cause: (place: Place) => Promise<Repair>;
  /** What the page says of it: first to people, then in the small print. */
  says: { people: RegExp; small: RegExp };
}

const NETWORK = /internet connection|network/i;
const SERVER = /server|try again later/i;
const UNKNOWN = /unexpected|went wrong/i;

/** Answers what matches in its own way until it is repaired. */
async function intercept(
  { context }: Place,
  files: RegExp,
  answer: (route: Route) => unknown,
): Promise<Repair> {
  await context.route(files, (route) => void answer(route));
  return () => context.unroute(files);
}

const filesOf = ({ name }: KnownRemote, file: string) => new RegExp(`/remotes/${name}/.*/${file}`);

/** Takes one file of the current version away, with its compressed copies. */
async function takeAway({ site, remote }: Place, pattern: RegExp): Promise<Repair> {
  const folder = site.versionFolder(remote.name);
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => path.join(folder, file));
  if (files.length === 0) throw new Error(`${remote.name} has no file ${pattern.source}`);
  for (const file of files) fs.renameSync(file, `${file}.away`);
  return () => files.forEach((file) => fs.renameSync(`${file}.away`, file));
}

const pageChunk = ({ page }: KnownRemote) => new RegExp(`^js/${page}\\.\\w+\\.js`);

/** The same chunk, with the same modules, each of which does something else. */
function withModules(code: string, body: string): string {
  const globals: Record<string, [unknown[], Record<string, unknown>][]> = {};
  runInNewContext(code, globals);
  const [[name, pushed] = []] = Object.entries(globals);
  const [ids, modules] = pushed?.[0] ?? [];
  if (!name || !ids || !modules) throw new Error('this is not a chunk of webpack');
  const broken = Object.keys(modules).map((id) => `${JSON.stringify(id)}:function(module,exports){${body}}`);
  return `(globalThis.${name}||=[]).push([${JSON.stringify(ids)},{${broken.join()}}]);`;
}

/** Deploys a version whose first page does something else. Repairing it is rolling back. */
const release =
  (body: string) =>
  async ({ site, remote }: Place): Promise<Repair> =>
    site.redeploy(remote.name, pageChunk(remote), (code) => withModules(code, body));

/** The browser's own "Slow 3G": 2 s until the first byte, then 50 kB a second. @returns makes the line fast again */
export async function slowDown(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const set = (latency: number, throughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  await set(2000, 50_000);
  return async () => void (await set(0, -1));
}

/** Every way in which a remote may fail, in the order in which it is loaded: to meet the next one, a page has got over the one before. */
export const FAILURES: readonly Failure[] = [
  {
    what: 'higher contract',
    cause: async ({ site, remote }) =>
      site.editRegistry(remote.name, { contract: { ...contractOf(site.folder), minor: 999 } }),
    says: { people: /Reload the page to get the newest/, small: /contract: .* needs platform \d+\.999/ },
  },
  {
    what: 'files gone',
    cause: async ({ site, remote }) => site.removeRemote(remote.name),
    says: { people: SERVER, small: /manifest: answered 404 for mf-manifest/ },
  },
  {
    what: 'manifest 500',
    cause: (place) =>
      intercept(place, filesOf(place.remote, 'mf-manifest.json'), (route) =>
        route.fulfill({ status: 500, body: 'broken' }),
      ),
    says: { people: SERVER, small: /manifest: answered 500 for mf-manifest/ },
  },
  {
    what: 'manifest that hangs',
    cause: ({ context, remote }) => hangFiles(context, filesOf(remote, 'mf-manifest.json')),
    says: { people: NETWORK, small: /manifest: no answer in time/ },
  },
  {
    what: 'entry 404',
    cause: (place) => takeAway(place, /^remoteEntry\.\w+\.js/),
    says: { people: SERVER, small: /entry: answered 404 for remoteEntry/ },
  },
  {
    what: 'entry that hangs',
    cause: ({ context, remote }) => hangFiles(context, filesOf(remote, 'remoteEntry')),
    says: { people: NETWORK, small: /entry:/ },
  },
  {
    what: 'chunk missing',
    cause: (place) => takeAway(place, pageChunk(place.remote)),
    says: { people: SERVER, small: /page: answered 404 for js\// },
  },
  {
    what: 'web page in place of a chunk',
    cause: (place) =>
      intercept(place, filesOf(place.remote, `js/${place.remote.page}\\.\\w+\\.js`), (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Hello</p>' }),
      ),
    says: { people: SERVER, small: /page: wrong hash of js\// },
  },
  {
    what: 'wrong hash',
    cause: async ({ site, remote }) => site.tamper(remote.name, pageChunk(remote)),
    says: { people: SERVER, small: /page: wrong hash of js\// },
  },
  {
    what: 'throws at load',
    cause: release('throw new Error("broken by its author")'),
    says: { people: UNKNOWN, small: /page: broken by its author/ },
  },
  {
    what: 'throws in render',
    cause: release(
      'Object.defineProperty(exports,"default",{enumerable:true,value:function(){throw new Error("lost in render")}})',
    ),
    says: { people: UNKNOWN, small: /render: lost in render/ },
  },
];
