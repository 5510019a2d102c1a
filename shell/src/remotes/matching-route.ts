import type { RecordType } from '@paperplane/shared/platform';
import type { Assets, Registry, RegistryEntry } from './registry-types';

/** `/sales/:id` matches `/sales/17`. */
const matches = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname);

const parametersIn = (path: string) => path.split(':').length;

/** The remote and its page that answer an address. Where several would, the one that names it most exactly, as the router takes it. */
export function matchingRoute(
  { remotes }: Registry,
  pathname: string,
): { remote: RegistryEntry; page: string; record: RecordType | undefined } | undefined {
  const [found] = remotes
    .flatMap((remote) => remote.routes.map((route) => ({ remote, route })))
    .filter(({ route }) => matches(route.path, pathname))
    .sort((one, other) => parametersIn(one.route.path) - parametersIn(other.route.path));
  return found && { remote: found.remote, page: found.route.page, record: found.route.record };
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
