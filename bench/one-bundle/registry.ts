/** What the registry would say, as part of the bundle. */
import type { RemoteManifest } from '@paperplane/shared/platform';
import { manifest as commissions } from '../../mf-commissions/src/manifest';
import { manifest as dashboard } from '../../mf-dashboard/src/manifest';
import { manifest as directory } from '../../mf-directory/src/manifest';
import { manifest as sales } from '../../mf-sales/src/manifest';
import type { Registry, RegistryEntry } from '../../shell/src/remotes/registry-types';

/** Fixed paths before parameters, as the build writes them into the real one. */
const specific = (path: string) => path.split('/').map((segment) => Number(segment.startsWith(':')));
const byPath = (a: { path: string }, b: { path: string }) =>
  specific(a.path).join().localeCompare(specific(b.path).join());

const entryOf = (manifest: RemoteManifest): RegistryEntry => ({
  ...manifest,
  routes: [...manifest.routes].sort(byPath),
  // There is no such folder: it tells the remotes apart.
  url: `/${manifest.name}/`,
  entry: '',
  assets: { js: [], css: [] },
  pages: {},
});

/** Stands for the request of `/remotes.json`. */
export const loadRegistry = (): Promise<Registry> =>
  Promise.resolve({ remotes: [dashboard, directory, sales, commissions].map(entryOf) });
