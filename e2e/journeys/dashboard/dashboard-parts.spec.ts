/**
 * Only a browser draws: what fails on the dashboard fails alone; numbers come before charts, nothing moves, and everything is reached by
 * keyboard.
 */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { DEVICES, expectAccessible, expectAccessibleEverywhere, settled } from '../../support/axe';
import { card, drawn, expectDrawn, readable, RPC } from '../../support/dashboard';
import { demo, logIn, signIn } from '../../support/people';
import { trackLayoutShifts, layoutShift } from '../../support/layout-shifts';

test.describe.configure({ mode: 'parallel' });

/** What is on its way when a test ends is nobody's fault. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const CHART_CODE = '**/js/lazy-chart.*.js*';
const paid = (page: Page) => page.getByRole('link', { name: /^Paid: \$/ });
const picker = (page: Page) => page.getByRole('button', { name: /^Sale date: / });

test('without the code that draws, everything else stands; it is asked for again', async ({ page }) => {
  await page.route(CHART_CODE, (route) => route.abort());
  await logIn(page, demo.owner);
  await expect(paid(page)).toBeVisible();
  await expect(card(page, 'Sales trends').getByRole('alert')).toContainText('Network connection issue.');
  await expect(card(page, 'Recent customers').getByRole('row')).toHaveCount(6);
  await page.getByRole('button', { name: 'Show Sales trends as a table' }).click();
  await expect(card(page, 'Sales trends').getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'Show Sales trends as a chart' }).click();
  // Shown again, it asks again: in vain, as long as the code is away.
  await expect(card(page, 'Sales trends').getByRole('alert')).toBeVisible();

  await page.unroute(CHART_CODE);
  for (const title of ['Sales trends', 'Top agents']) {
    await card(page, title).getByRole('button', { name: 'Try again' }).click();
    await expectDrawn(page, title);
  }
});

test('a part that fails is asked for again alone', async ({ page }) => {
  const asked: (string[] | undefined)[] = [];
  await page.route(RPC, async (route) => {
    const { parts } = (route.request().postDataJSON() ?? {}) as { parts?: string[] };
    if (route.request().method() === 'POST') asked.push(parts);
    if (parts) return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as object;
    const error = { error: true };
    await route.fulfill({
      response,
      json: { ...json, sales: error, top_vendors: error, recent_customers: error },
    });
  });
  await logIn(page, demo.owner);
  const failed = page.getByRole('alert');
  await expect(failed).toHaveCount(3);
  await expect(failed.first()).toContainText('Server error. Please try again later.');
  await expect(page.getByRole('link', { name: /^Unpaid: \$/ })).toBeVisible();
  await expectDrawn(page, 'Commission trends');

  await page
    .getByRole('region', { name: 'Sales', exact: true })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect(paid(page)).toBeVisible();
  await expect(failed).toHaveCount(2);
  await card(page, 'Top vendors').getByRole('button', { name: 'Try again' }).click();
  await expectDrawn(page, 'Top vendors');
  await card(page, 'Recent customers').getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toHaveCount(0);
  expect(asked).toEqual([undefined, ['sales'], ['top_vendors'], ['recent_customers']]);
});

test('when nothing comes the page says why, and tries again', async ({ page }) => {
  // It asks by itself, too, when somebody has written something meanwhile: nothing comes before the button is pressed.
  const pressed = () => page.evaluate(() => 'pressed' in window);
  await page.route(RPC, async (route) =>
    (await pressed()) ? route.continue() : route.fulfill({ status: 500, json: {} }),
  );
  await logIn(page, demo.owner);
  const failed = page.getByRole('alert').filter({ hasText: 'The figures did not load' });
  await expect(failed).toContainText('Server error. Please try again later.');
  await expect(page.getByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  await page.evaluate(() =>
    addEventListener('click', () => Object.assign(window, { pressed: true }), { capture: true }),
  );
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(paid(page)).toBeVisible();
});

for (const [who, width] of [
  ['owner', 1440],
  ['owner', 390],
  ['agent', 1440],
  ['agent', 390],
] as const) {
  test(`numbers come before charts and nothing moves: ${who}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await trackLayoutShifts(page);
    await logIn(page, demo[who]);
    await expect(paid(page)).toBeVisible();
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
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
  });
}

for (const who of ['owner', 'agent'] as const) {
  test(`axe finds nothing, charts and tables alike: ${who}`, async ({ page }) => {
    // Six looks at a long page.
    test.setTimeout(240_000);
    await signIn(page, demo[who]);
    await page.goto('/dashboard');
    const trends = ['Sales trends', 'Commission trends'];
    for (const title of who === 'owner' ? [...trends, 'Top agents', 'Top vendors'] : trends)
      await expectDrawn(page, title);
    await expect(readable(page)).toBeAttached();
    await expect(page).toHaveTitle('Dashboard · Paperplane');
    await expect(page.locator('h1')).toHaveCount(1);
    await expectAccessibleEverywhere(page, `${who}, charts`);
    await page.getByRole('button', { name: 'Show Sales trends as a table' }).click();
    await page.getByRole('button', { name: 'Show Commission trends as a table' }).click();
    if (who === 'owner') await page.getByRole('button', { name: 'Show Top agents as a table' }).click();
    await expectAccessibleEverywhere(page, `${who}, tables`);
    for (const [device, viewport, themes] of DEVICES) {
      await page.setViewportSize(viewport);
      await picker(page).click();
      await expect(page.getByRole('list', { name: 'Presets' })).toBeVisible();
      await expectAccessible(page, `${who}, range of dates on ${device}`, themes);
      await page.keyboard.press('Escape');
    }
  });
}

test('by keyboard: range, points of a chart, table', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await logIn(page, demo.owner);
  await expectDrawn(page, 'Sales trends');
  await picker(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Last 365 days', pressed: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=/);
  await expect(picker(page)).toHaveText(/Last 90 days/);
  await expect(picker(page)).toBeFocused();

  const points = card(page, 'Sales trends').locator('.highcharts-point[aria-label]');
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
  await expect(card(page, 'Sales trends').getByRole('table')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Shift+Tab');
  expect(errors).toEqual([]);
});

test('a point says what it is', async ({ page }) => {
  await logIn(page, demo.owner);
  await expectDrawn(page, 'Sales trends');
  const chart = card(page, 'Sales trends').locator('.highcharts-plot-background');
  const tooltip = card(page, 'Sales trends').locator('div.highcharts-tooltip');
  // The first movement tells the chart where its points are.
  await expect(async () => {
    await chart.hover({ force: true, position: { x: 200, y: 100 } });
    await chart.hover({ force: true, position: { x: 210, y: 110 } });
    await expect(tooltip).toContainText(/^[A-Z][a-z]{2} \d{4}Paid\$[\d,]+Booked\$[\d,]+Cancelled\$[\d,]+$/, {
      timeout: 500,
    });
  }).toPass();
  await expectDrawn(page, 'Top vendors');
  await card(page, 'Top vendors')
    .locator('.highcharts-point')
    .first()
    .hover({ position: { x: 12, y: 14 } });
  const { 0: first } = await card(page, 'Top vendors').getByRole('link').allTextContents();
  const words = card(page, 'Top vendors').locator('div.highcharts-tooltip');
  await expect(words).toContainText(first ?? '?');
  const [box, room] = [await words.boundingBox(), await card(page, 'Top vendors').boundingBox()];
  if (!box || !room) throw new Error('nothing is shown');
  expect(box.x).toBeGreaterThanOrEqual(room.x);
  expect(box.x + box.width).toBeLessThanOrEqual(room.x + room.width);
});

test('a chart below waits until one scrolls to it, and is drawn for paper', async ({ page }) => {
  await logIn(page, demo.owner);
  await card(page, 'Commission trends').scrollIntoViewIfNeeded();
  await expect(drawn(page, 'Commission trends')).toBeVisible();
  await settled(page);
  for (const title of ['Top agents', 'Top vendors']) await expect(drawn(page, title)).toHaveCount(0);
  await page.pdf();
  for (const title of ['Top agents', 'Top vendors']) await expect(drawn(page, title)).toBeAttached();
});

test('charts follow the theme at once, and stand still where that is asked for', async ({ page }) => {
  const { email, sale } = await newTradingAgency('Dusk');
  await sale({ reference: 'DU-1' });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await logIn(page, email);
  await expectDrawn(page, 'Sales trends');
  const line = card(page, 'Sales trends').locator('.highcharts-series-1 .highcharts-zone-graph-1');
  const light = await line.getAttribute('stroke');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(line).not.toHaveAttribute('stroke', light ?? '');
});
