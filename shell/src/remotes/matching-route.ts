import type { Registry, RegistryEntry } from './registry-types';

/** `/sales/:id` matches `/sales/17`. */
const matches = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname);

/** The remote and its page that answer an address; the registry lists fixed paths before parameters. */
export function matchingRoute(
  { remotes }: Registry,
  pathname: string,
): { remote: RegistryEntry; page: string } | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find(({ path }) => matches(path, pathname));
    if (route) return { remote, page: route.page };
  }
  return undefined;
}
