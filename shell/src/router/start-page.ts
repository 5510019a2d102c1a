import { matchRoutes, type LoaderFunctionArgs } from 'react-router-dom';
import { expectedUser, initializeAuth } from '@paperplane/shared/platform';
import { isAdmin } from '@paperplane/shared/domain';
import { remoteLoader, remoteRoutes } from '../remotes';
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

/**
 * Loads the page that answers an address and, as soon as it is there, starts its data by the page's own `loader`. At the first load both go on
 * while the person's row is still asked for, by who was here last: row-level security decides what comes, the guard what is shown. Where that
 * person may not see the page, or it is for admins, the row is waited for.
 */
export async function startPage({ request, ...args }: LoaderFunctionArgs): Promise<void> {
  const { pathname, search } = new URL(request.url);
  const mounted = remoteRoutes(await remoteLoader.registry());
  const match = matchRoutes(
    mounted.map((route) => ({ path: route.path, handle: route })),
    pathname,
  )?.at(-1);
  if (!match || match.route.handle.page === null) return;
  const { remote, page } = match.route.handle;
  const { access } = mountedRule(match.route.handle, pathname);

  if (!isExpected(access)) await initializeAuth();
  if (!isExpected(access)) return;
  const isAtHand = remoteLoader.loaded(remote, page) !== undefined;
  const { loader } = await remoteLoader.begin(remote, page);
  if (!loader) return;
  if (access === 'admin') await initializeAuth();
  // Meanwhile the person may have gone elsewhere. The address of a page that was at hand may still be on its way into the browser.
  const isLeft = !isAtHand && (location.pathname !== pathname || location.search !== search);
  if (!isLeft && isExpected(access)) await loader({ ...args, request, params: match.params });
}
