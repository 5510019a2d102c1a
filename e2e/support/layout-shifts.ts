import type { Page } from '@playwright/test';

/** Counts how far things move on every page opened from now on, as CLS does but over a page's whole life. */
export async function trackLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let moved = 0;
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) moved += entry.value;
    };
    const observer = new PerformanceObserver((list) => count(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      shifted: () => {
        count(observer.takeRecords());
        return moved;
      },
    });
  });
}

/** @returns how far things have moved since the page was opened, in the units of CLS */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // A shift is known after the frame in which it happened.
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    return (window as unknown as { shifted: () => number }).shifted();
  });
