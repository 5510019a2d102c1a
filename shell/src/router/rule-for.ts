import { matchRoutes } from 'react-router-dom';
import type { Access } from '@paperplane/shared/platform';
import type { RegistryEntry } from '../remotes/registry-types';
import type { MountedRoute } from '../remotes/remote-routes';
import { ROUTE_TABLE, type RouteRule } from './route-table';

const TABLE = ROUTE_TABLE.map((rule) => ({ path: rule.path, handle: rule }));

/**
 * What was found, from the start the table's own lines: nearly all that a registry names is one of them, and for any other address the router reads
 * the whole table.
 */
const found = new Map<string, RouteRule | undefined>(ROUTE_TABLE.map((rule) => [rule.path, rule]));

/** The line of the route table an address falls under. */
export function tableRule(pathname: string): RouteRule | undefined {
  if (!found.has(pathname)) found.set(pathname, matchRoutes(TABLE, pathname)?.at(-1)?.route.handle);
  return found.get(pathname);
}

/** Who may see what a remote brings to an address at most: as the line of the table says that it falls under, or the nearest one above it. */
function widestAt(pathname: string): Access {
  const rule = tableRule(pathname);
  if (rule) return rule.access === 'admin' ? 'admin' : 'user';
  const end = pathname.lastIndexOf('/');
  return end > 0 ? widestAt(pathname.slice(0, end)) : 'user';
}

/** A remote may be stricter than the table, never more open. */
function narrowed<T extends { readonly path: string; readonly access: Access }>(item: T): T {
  const [pathname = ''] = item.path.split(/[?#]/);
  return widestAt(pathname) === 'admin' ? { ...item, access: 'admin' } : item;
}

/** A remote as the product lets it in: without pages in the place of the shell's own, and with nothing open to more people than the table says. */
export const withinTable = (entry: RegistryEntry): RegistryEntry => ({
  ...entry,
  routes: entry.routes.filter(({ path }) => !tableRule(path)?.own).map(narrowed),
  nav: entry.nav?.map(narrowed),
  quickActions: entry.quickActions?.map(narrowed),
  findable: entry.findable?.map(narrowed),
});

/** The rule for an address that a remote fills: its route's own, narrowed by what the table says of this very address. */
export function mountedRule(
  { path, access, title, page }: MountedRoute,
  pathname: string,
): Pick<RouteRule, 'path' | 'access' | 'title'> {
  const known = page === null ? tableRule(pathname) : undefined;
  return {
    path,
    access: widestAt(pathname) === 'admin' ? 'admin' : access,
    title: known?.title ?? title,
  };
}
