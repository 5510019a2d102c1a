import { CONTRACT } from '@paperplane/shared/platform';
import type { RegistryEntry } from './registry-types';

/** A registry entry for tests. */
export const entryOf = (name: `mf_${string}`, change: Partial<RegistryEntry> = {}): RegistryEntry => ({
  name,
  version: '0.1.0-a',
  contract: CONTRACT,
  routes: [{ path: `/${name.slice(3)}`, page: 'list', title: 'List', access: 'user' }],
  url: `/remotes/${name}/0.1.0-a/`,
  entry: 'mf-manifest.json',
  assets: { js: ['remoteEntry.js'], css: [] },
  pages: { list: { js: ['js/list.js'], css: [] } },
  ...change,
});
