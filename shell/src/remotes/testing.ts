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

/** One that brings two or three of everything a manifest can name. */
export function fullEntry(name: `mf_${string}`): Required<RegistryEntry> {
  const home = `/${name.slice(3)}` as const;
  const files = { js: ['js/a.js', 'js/b.js'], css: ['css/a.css'] };
  const link = { label: 'List', path: home, access: 'user', order: 10 } as const;
  const card = {
    slot: 'record',
    place: 'main',
    types: ['sale', 'vendor'],
    card: 'talk',
    title: 'Talk',
  } as const;
  return {
    ...entryOf(name),
    routes: [
      { path: home, page: 'list', title: 'List', access: 'user' },
      { path: `${home}/create`, page: 'create', title: 'Create', access: 'admin' },
      { path: `${home}/:id`, page: 'detail', title: 'Detail', access: 'user', record: 'sale' },
    ],
    nav: [link, { ...link, label: 'More', path: `${home}/more`, access: 'admin', order: 20 }],
    quickActions: [
      { ...link, description: 'First', icon: 'users' },
      { ...link, description: 'Second', icon: 'ticket', order: 20 },
    ],
    findable: [
      { label: 'Import', words: 'upload', path: `${home}/import`, access: 'user' },
      { label: 'Export', path: home, access: 'admin' },
    ],
    slots: [
      { ...card, access: 'user', order: 10 },
      { ...card, place: 'side', card: 'files', access: 'admin', order: 20 },
    ],
    pages: { list: files, create: files, detail: files },
    cards: { talk: files, files },
    integrity: { 'mf-manifest.json': 'sha256-a', 'js/a.js': 'sha256-b' },
  };
}
