/** Only a browser draws: numbers come before charts, nothing moves, and each point is reached by keyboard. */
import { expect, test, type Page } from '@playwright/test';
import { settled } from '../../support/axe';
import { card, drawn, expectDrawn, readable } from '../../support/dashboard';
import { demo, logIn, signIn } from '../../support/people';
import { trackLayoutShifts, layoutShift } from '../../support/layout-shifts';

test.describe.configure({ mode: 'parallel' });

/** What is on its way when a test ends is nobody's fault. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const CHART_CODE = '**/js/lazy-chart.*.js*';
const paid = (page: Page) => page.getByRole('link', { name: /^Paid: \$/ });
const picker = (page: Page) => page.getByRole('button', { name: /^Sale date: / });

for (const who of ['owner', 'agent'] as const) {
  // Holds dashboard-4
  test(`numbers come before charts and nothing moves: ${who}`, async ({ page }) => {
    test.slow();
    await trackLayoutShifts(page);
    await signIn(page, demo[who]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The code that draws is not even asked for before the numbers can be seen.
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let askedFor = false;
      await page.route(CHART_CODE, async (route) => {
        askedFor = true;
        await held;
        await route.continue();
      });
      await page.goto('/dashboard');
      await expect(paid(page)).toBeVisible();
      await expect(card(page, 'Sales trends').getByRole('status')).toHaveText('Drawing Sales trends');
      await expect.poll(() => askedFor).toBe(true);
      release();
      await expectDrawn(page, 'Sales trends');
      await settled(page);
      await expect(readable(page)).toBeAttached();
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.05);
      await page.unroute(CHART_CODE);
    }
    if (who === 'agent') return;

    await test.step('a chart below waits until one scrolls to it, and is drawn for paper', async () => {
      await expectDrawn(page, 'Commission trends');
      await settled(page);
      for (const title of ['Top agents', 'Top vendors']) await expect(drawn(page, title)).toHaveCount(0);
      await page.pdf();
      for (const title of ['Top agents', 'Top vendors']) await expect(drawn(page, title)).toBeAttached();
    });
  });
}

test('charts come without their code once it is there, say what each point is, by keyboard too, and follow the theme', async ({
  page,
}) => {
  test.slow();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const trends = card(page, 'Sales trends');

  await test.step('without the code that draws, everything else stands; it is asked for again', async () => {
    await page.route(CHART_CODE, (route) => route.abort());
    await logIn(page, demo.owner);
    await expect(paid(page)).toBeVisible();
    await expect(trends.getByRole('alert')).toContainText('Network connection issue.');
    await expect(card(page, 'Recent customers').getByRole('row')).toHaveCount(6);
    await page.unroute(CHART_CODE);
    for (const title of ['Sales trends', 'Top agents', 'Top vendors']) {
      await card(page, title).getByRole('button', { name: 'Try again' }).click();
      await expectDrawn(page, title);
    }
    expect(errors.splice(0)).toEqual([]);
  });

  await test.step('a point says what it is', async () => {
    await trends.scrollIntoViewIfNeeded();
    const chart = trends.locator('.highcharts-plot-background');
    const tooltip = trends.locator('div.highcharts-tooltip');
    // The first movement tells the chart where its points are.
    await expect(async () => {
      await chart.hover({ force: true, position: { x: 200, y: 100 } });
      await chart.hover({ force: true, position: { x: 210, y: 110 } });
      await expect(tooltip).toContainText(
        /^[A-Z][a-z]{2} \d{4}Paid\$[\d,]+Booked\$[\d,]+Cancelled\$[\d,]+$/,
        { timeout: 500 },
      );
    }).toPass();
    const vendors = card(page, 'Top vendors');
    await vendors.scrollIntoViewIfNeeded();
    await vendors
      .locator('.highcharts-point')
      .first()
      .hover({ position: { x: 12, y: 14 } });
    const { 0: first } = await vendors.getByRole('link').allTextContents();
    const words = vendors.locator('div.highcharts-tooltip');
    await expect(words).toContainText(first ?? '?');
    const [box, room] = [await words.boundingBox(), await vendors.boundingBox()];
    if (!box || !room) throw new Error('nothing is shown');
    expect(box.x).toBeGreaterThanOrEqual(room.x);
    expect(box.x + box.width).toBeLessThanOrEqual(room.x + room.width);
  });

  await test.step('colours follow the theme at once', async () => {
    const line = trends.locator('.highcharts-series-1 .highcharts-zone-graph-1');
    const light = await line.getAttribute('stroke');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(line).not.toHaveAttribute('stroke', light ?? '');
  });

  await test.step('range, points of a chart and table by keyboard', async () => {
    await picker(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Last 365 days', pressed: true })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/from=/);
    await expect(picker(page)).toHaveText(/Last 90 days/);
    await expect(picker(page)).toBeFocused();

    const points = trends.locator('.highcharts-point[aria-label]');
    // Until the days of the range have come, the chart of the months before it stands there.
    const year = new URL(page.url()).searchParams.get('from')?.slice(0, 4) ?? '';
    await expect(points.first()).toHaveAttribute('aria-label', new RegExp(`^[A-Z][a-z]{2} \\d+, ${year}`));
    await page.getByRole('button', { name: 'Show Sales trends as a table' }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toMatch(new RegExp(`^[A-Z][a-z]{2} \\d+, ${year}, Paid: \\$`));
    const first = await focused();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).not.toBe(first);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Show Sales trends as a table' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(trends.getByRole('table')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Shift+Tab');
    expect(errors).toEqual([]);
  });
});
