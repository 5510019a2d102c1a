import { matchRoutes, type LoaderFunctionArgs } from 'react-router-dom';
import { expectedUser, initializeAuth, type RecordRef, type RemoteCard } from '@paperplane/shared/platform';
import { isAdmin } from '@paperplane/shared/domain';
import { cardPart, remoteLoader, remoteRoutes, type Registry } from '../remotes';
import { nextTurn } from '../next-turn';
import { decide } from './guard';
import type { RouteAccess } from './route-table';
import { mountedRule } from './rule-for';

/** Whether the guard will show such a page, as far as is known of the person. */
function isExpected(access: RouteAccess): boolean {
  const user = expectedUser();
  if (!user) return false;
  const person = { isAuthenticated: true, isActive: user.isActive, isAdmin: isAdmin(user.role) };
  return decide(access, person, { pathname: '/' }).allow;
}

/** Starts the cards on the page of a record, and their data. None is waited for, and one that does not come says so in its place. */
function startCards({ remotes }: Registry, record: RecordRef, search: string): void {
  for (const remote of remotes) {
    for (const { types, card, access } of remote.slots ?? []) {
      if (!types.includes(record.type) || !isExpected(access)) continue;
      remoteLoader
        .begin(remote.name, cardPart(card))
        .then((loaded) => (loaded as unknown as RemoteCard).loader?.(record, new URLSearchParams(search)))
        .catch(() => undefined);
    }
  }
}

/**
 * Loads the page that answers an address and, as soon as it is there, starts its data by the page's own `loader`. At the first load both go on
 * while the person's row is still asked for, by who was here last: row-level security decides what comes, the guard what is shown. Where that
 * person may not see the page, or it is for admins, the row is waited for.
 */
export async function startPage({ request, ...args }: LoaderFunctionArgs): Promise<void> {
  const { pathname, search } = new URL(request.url);
  const registry = await remoteLoader.registry();
  const mounted = remoteRoutes(registry);
  const match = matchRoutes(
    mounted.map((route) => ({ path: route.path, handle: route })),
    pathname,
  )?.at(-1);
  if (!match || match.route.handle.page === null) return;
  const { remote, page, record } = match.route.handle;
  const { access } = mountedRule(match.route.handle, pathname);

  if (!isExpected(access)) await initializeAuth();
  if (!isExpected(access)) return;
  const isAtHand = remoteLoader.loaded(remote, page) !== undefined;
  const { loader } = await remoteLoader.begin(remote, page);
  // The page's code has just been run, in this very turn.
  await nextTurn();
  if (access === 'admin') await initializeAuth();
  // Meanwhile the person may have gone elsewhere. The address of a page that was at hand may still be on its way into the browser.
  const isLeft = !isAtHand && (location.pathname !== pathname || location.search !== search);
  if (isLeft || !isExpected(access)) return;
  await loader?.({ ...args, request, params: match.params });
  // The page has asked first: what it shows itself does not come later for what is beside it.
  if (record) startCards(registry, { type: record, id: match.params['id'] ?? '' }, search);
}
