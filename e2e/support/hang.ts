import type { BrowserContext } from '@playwright/test';

/** Longer than the app waits for any file, in milliseconds. */
const PATIENCE = 15_000;

/** Lets the browser's clock pass over the app's patience, from before the page opens: `hangFiles` needs it. */
export async function ruleClock(context: BrowserContext): Promise<void> {
  await context.clock.install();
  // The one timer that the clock does not rule.
  await context.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const end = new AbortController();
      setTimeout(() => end.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds);
      return end.signal;
    };
  });
}

/**
 * Lets requests for some files hang until they are let go: they are never answered, and the browser's clock passes over the app's patience
 * as soon as each is asked for.
 * @returns lets them go
 */
export async function hangFiles(
  context: BrowserContext,
  files: RegExp | string,
): Promise<() => Promise<void>> {
  await context.route(files, (route) => {
    // Nobody waits for what is fetched ahead. A browser that is closed has no clock.
    if (['script', 'fetch'].includes(route.request().resourceType()))
      context.clock.runFor(PATIENCE).catch(() => undefined);
  });
  return () => context.unroute(files);
}
