import type { Page } from '@playwright/test';

/** Counts how far things move on every page opened from now on, as CLS does but over a page's whole life. */
export async function trackLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as { moved: number };
    counted.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) counted.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns how far things have moved since the page was opened, in the units of CLS */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The browser tells of a shift after the frame in which it happened.
    await new Promise((told) => requestAnimationFrame(() => setTimeout(told, 100)));
    return (window as unknown as { moved: number }).moved;
  });
