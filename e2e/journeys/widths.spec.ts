import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../support/agency';
import { settled } from '../support/axe';
import { signIn } from '../support/people';
import { userMenu } from '../support/screen';

/** From the smallest phone to a desk: nothing is wider than the window, and no control sticks out of it. */
const WIDTHS = [320, 360, 390, 480, 600, 641, 768, 861, 900, 960, 1024, 1101, 1280, 1440];

const PUBLIC = [
  '/',
  '/login',
  '/signup',
  '/email-confirmation?email=an-address-that-takes-its-time%40a-domain-that-takes-longer.example',
  '/reset-password',
  '/create-password',
  '/inactive',
  '/terms-of-service',
  '/privacy-policy',
  '/offline',
];

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

async function expectRoom(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await sticksOut(page), `${path} at ${width} px`).toEqual([]);
  }
}

test('public pages have room at every width', async ({ page }) => {
  for (const path of PUBLIC) await expectRoom(page, path);
});

test('the frame has room for a long name', async ({ page }) => {
  const { email, api } = await newTradingAgency('Wide');
  await api.update(`users?id=eq.${api.userId}`, {
    first_name: 'Maximiliane Henriette',
    last_name: 'von Hohenfels',
  });
  await signIn(page, email);
  for (const path of ['/notifications', '/profile', '/profile?tab=organization', '/no-such-page'])
    await expectRoom(page, path);
  await expect(userMenu(page)).toHaveAccessibleName(/Maximiliane Henriette von Hohenfels/);
});
