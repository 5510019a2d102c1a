import type { BrowserContext, Page } from '@playwright/test';

/** A browser remembers 250 requests of a page, unless it is told otherwise before the page opens. */
export const rememberRequests = (of: Page | BrowserContext): Promise<unknown> =>
  of.addInitScript(() => performance.setResourceTimingBufferSize(5000));
