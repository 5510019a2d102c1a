import type { RecordType } from '@paperplane/shared/platform';
import type { Assets, Registry, RegistryEntry } from './registry-types';

/** `/sales/:id` matches `/sales/17`. */
const matches = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname);

/** The remote and its page that answer an address; the registry lists fixed paths before parameters. */
export function matchingRoute(
  { remotes }: Registry,
  pathname: string,
): { remote: RegistryEntry; page: string; record: RecordType | undefined } | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find(({ path }) => matches(path, pathname));
    if (route) return { remote, page: route.page, record: route.record };
  }
  return undefined;
}

/** What the cards on the page of a record are made of, by the remotes that bring them. */
export const cardsOn = (
  { remotes }: Registry,
  record: RecordType | undefined,
): { remote: RegistryEntry; assets: Assets | undefined }[] =>
  remotes.flatMap((remote) =>
    (remote.slots ?? [])
      .filter(({ types }) => record && types.includes(record))
      .map(({ card }) => ({ remote, assets: remote.cards?.[card] })),
  );
