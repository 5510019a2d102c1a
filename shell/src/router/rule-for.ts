import { matchRoutes } from 'react-router-dom';
import type { MountedRoute } from '../remotes';
import { ROUTE_TABLE, type RouteRule } from './route-table';

/** `/sales/:saleId` and `/sales/:id` are the same address. */
const shape = (path: string): string => path.replace(/:[^/]+/g, ':');

/** The line of the route table an address falls under. */
export const tableRule = (pathname: string): RouteRule | undefined =>
  matchRoutes(
    ROUTE_TABLE.map((rule) => ({ path: rule.path, handle: rule })),
    pathname,
  )?.at(-1)?.route.handle;

/**
 * The rule for an address that a remote fills. The product's table wins over the manifest; where only the manifest knows the
 * route, it may be stricter than the line of the table its address falls under, never more open.
 */
export function mountedRule(route: MountedRoute, pathname: string): RouteRule {
  const same = ROUTE_TABLE.find(({ path }) => shape(path) === shape(route.path));
  const { path, title } = route;
  if (same) return { path, title, access: same.access };
  const above = tableRule(pathname);
  const access = above?.access === 'admin' || route.access === 'admin' ? 'admin' : 'user';
  return { path, access, title: route.page === null && above ? above.title : title };
}
