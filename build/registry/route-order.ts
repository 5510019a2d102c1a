import type { RemoteRoute } from '@paperplane/shared/platform';

const isParameter = (segment: string) => segment.startsWith(':');

/** Fixed segments before parameters, so that the first match is the right one: `/sales/create` before `/sales/:id`. */
function compareSegments(a: readonly string[], b: readonly string[]): number {
  for (const [index, segment] of a.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Routes in the order in which a simple first-match reader (the boot script) may try them. */
export const inMatchOrder = (routes: readonly RemoteRoute[]): RemoteRoute[] =>
  [...routes].sort((a, b) => compareSegments(a.path.split('/'), b.path.split('/')));
