import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { SOAK } from './soak';

export type Theme = 'light' | 'dark';

/** Where screens are looked at, and in which themes: the first of them always, and the others in a soak. */
export const DEVICES = [
  ['a desk', { width: 1440, height: 900 }, ['light', 'dark']],
  ['a phone', { width: 390, height: 844 }, ['dark', 'light']],
] as const satisfies [string, object, [Theme, ...Theme[]]][];

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page, only?: string[]): Promise<string[]> {
  // Once into each document: half a megabyte of script. The product has no frames that would need it, too.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly = only ? { type: 'rule' as const, values: only } : { type: 'tag' as const, values: TAGS };
  return page.evaluate(
    async (options) => {
      const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(
        document,
        options,
      );
      return found.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
      );
    },
    // Nobody reads what passed.
    { runOnly, resultTypes: ['violations' as const] },
  );
}

/** Nothing is being loaded any more, neither code nor data. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Shows the screen in a theme, as a system that changes over at dusk does. */
async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/**
 * Looks at the screen as it stands: no violation in the first theme, in a soak no poor contrast in the others, nothing wider than the window.
 * Soft, so that one run names everything.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  [first, ...others]: readonly [Theme, ...Theme[]],
): Promise<void> {
  await showTheme(page, first);
  expect.soft(await violations(page), `${screen}, ${first}`).toEqual([]);
  for (const theme of SOAK ? others : []) {
    await showTheme(page, theme);
    const poor = await violations(page, ['color-contrast', 'link-in-text-block']);
    expect.soft(poor, `${screen}, ${theme}`).toEqual([]);
  }
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect.soft(wide, `${screen}: nothing is wider than the window`).toBeLessThanOrEqual(room);
}

/** Looks at the screen as on each device: it follows the window, as it does when somebody turns a tablet. Leaves it on the first one. */
export async function expectAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    // From the top, as it opens: wherever it was scrolled to, some button may just then pass below the bar.
    await page.evaluate(() => window.scrollTo(0, 0));
    await settled(page);
    await expectAccessible(page, `${screen} on ${device}`, themes);
  }
  await page.setViewportSize(DEVICES[0][1]);
}

/** A page by its address. */
export interface Screen {
  path: string;
  /** What the browser's tab says before "· Paperplane". */
  title: string;
}

/** Opens a page and looks at it on each device: its title, one `h1`, and what `expectAccessible` says. */
export async function visit(page: Page, { path, title }: Screen): Promise<void> {
  await page.setViewportSize(DEVICES[0][1]);
  await page.goto(path);
  await settled(page);
  await expect.soft(page, path).toHaveTitle(title ? `${title} · Paperplane` : 'Paperplane');
  await expect.soft(page.locator('h1'), `one h1 on ${path}`).toHaveCount(1);
  await expectAccessibleEverywhere(page, path);
}
