import { useMemo } from 'react';
import {
  paths,
  useAppSelector,
  useAuth,
  useQuickActions,
  type QuickAction,
  type RemoteManifest,
} from '@paperplane/shared/platform';
import { useTabs } from '../layout/tabs';
import type { Choice } from './choice';
import { settingsOf } from './settings';

/** Where one can go, what one can set and do there, and what one can add: pages without an id in their address. */
export interface Places {
  pages: Choice[];
  settings: Choice[];
  tasks: Choice[];
  actions: Choice[];
}

/** Addresses that add something, as the remotes name them. */
const ADDS = /\/(create|invite|import)$/;
const IMPORTS = /\/import$/;

interface PlacesKnown {
  manifests: readonly RemoteManifest[];
  tabs: readonly { label: string; path: string }[];
  quickActions: readonly Pick<QuickAction, 'label' | 'path'>[];
  isAdmin: boolean;
}

/** From the manifests: pages without a tab first, since tabs are in view already; what adds one thing before what adds a file of them. */
export function placesOf({ manifests, tabs, quickActions, isAdmin }: PlacesKnown): Places {
  const titles = new Map<string, string>();
  for (const { routes } of manifests)
    for (const { path, title, access } of routes)
      if (!path.includes(':') && (isAdmin || access === 'user')) titles.set(path, title);
  for (const { path, label } of quickActions) if (!titles.has(path)) titles.set(path, label);
  // A tab's name is shorter than its page's title.
  for (const { path } of tabs) titles.delete(path);

  const place =
    (kind: 'page' | 'action') =>
    ([href, title]: [string, string]): Choice => ({ kind, href, title });
  const known = [...titles];
  const actions = known.filter(([path]) => ADDS.test(path));
  return {
    pages: [
      ...known.filter(([path]) => !ADDS.test(path)),
      ...tabs.map(({ path, label }): [string, string] => [path, label]),
      [paths.notifications.href(), 'Notifications'] as [string, string],
      [paths.profile.href(), 'Your profile'] as [string, string],
    ].map(place('page')),
    settings: settingsOf(isAdmin),
    tasks: manifests
      .flatMap(({ findable }) => findable ?? [])
      .filter(({ access }) => isAdmin || access === 'user')
      .map(({ label, words, path }) => ({ kind: 'task', href: path, title: label, words })),
    actions: [
      ...actions.filter(([path]) => !IMPORTS.test(path)),
      ...actions.filter(([path]) => IMPORTS.test(path)),
    ].map(place('action')),
  };
}

/** The places of whoever is signed in. */
export function usePlaces(): Places {
  const manifests = useAppSelector((state) => state.manifests);
  const tabs = useTabs();
  const quickActions = useQuickActions();
  const { isAdmin } = useAuth();
  return useMemo(
    () => placesOf({ manifests, tabs, quickActions, isAdmin }),
    [manifests, tabs, quickActions, isAdmin],
  );
}

/** Places that have every word at the beginning of one of their own: of their name, or of what else they are found by. */
export function placesNamed(places: readonly Choice[], text: string): Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ title, words: others = '' }) => {
    const own = `${title} ${others}`.toLowerCase().split(/\s+/);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}
