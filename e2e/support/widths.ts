import { expect, type Page } from '@playwright/test';

/** From the smallest phone to a desk, in pixels. */
const WIDTHS = [320, 360, 390, 480, 600, 641, 768, 861, 900, 960, 1024, 1101, 1280, 1440];

/** What reaches beyond the right edge, by its text. */
const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const room = window.innerWidth;
    const out = [...document.querySelectorAll('h1, h2, p, a, button, input')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 30)}`);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > room ? [`the page: ${scrollWidth}`, ...out] : out;
  });

/** The open page has room at every width: nothing is wider than the window, and no control sticks out of it. Soft. */
export async function expectRoom(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await sticksOut(page), `${path} at ${width} px`).toEqual([]);
  }
}
