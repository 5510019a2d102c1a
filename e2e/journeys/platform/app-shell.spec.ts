/** Only a browser scrolls, sticks and turns: the frame around every signed-in page (docs/product/platform.md, App shell). */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent, type AgencyWithAgent } from '../../support/agency';
import { demo, logIn, signIn } from '../../support/people';
import { TABS } from '../../support/tabs';

test.describe.configure({ mode: 'parallel' });

/** An agent gets one notification for each sale that somebody else assigns to them. */
async function assign(
  { agent, sale }: Pick<AgencyWithAgent, 'agent' | 'sale'>,
  count: number,
): Promise<void> {
  for (let number = 1; number <= count; number += 1) await sale({ reference: `NTF-${number}`, agent });
}

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const scroller = (page: Page) => page.locator('.shell-drop-scroll');

// Holds notifications-2, notifications-4, notifications-5, platform-16, platform-17
test('the frame of an agent: a bell that loads 20, marks as read and leads on, the user menu, and the menu of a phone', async ({
  page,
}) => {
  const { agent, sale } = await newAgencyWithAgent('Bell Travel');
  await assign({ agent, sale }, 21);
  await logIn(page, agent.email);

  await test.step('the menu of a phone has a badge, too, and no Vendors', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open menu, 9+ unread notifications' }).click();
    const menu = page.locator('#mobile-menu');
    await expect(menu.getByRole('link', { name: 'Notifications' })).toContainText('9+');
    await expect(menu.getByRole('link', { name: 'Vendors' })).toHaveCount(0);
    await expect(menu).toContainText('Milo Reyes');
    await expect(menu).toContainText(agent.email);
    await menu.getByRole('link', { name: 'Your Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(menu).toBeHidden();
  });

  await test.step('a toast there has buttons for a thumb', async () => {
    await page.getByRole('button', { name: 'Save name' }).click();
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    const side = async () => {
      const box = await dismiss.boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    };
    await expect.poll(side).toBeGreaterThanOrEqual(44);
    await dismiss.click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const bell = page.getByRole('button', { name: 'Notifications, 9+ unread' });
  await expect(bell).toContainText('9+');
  const asked = page.waitForRequest(/rest\/v1\/notifications.*limit=/);
  await bell.click();
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('20');
  // 21 of one kind, 20 of them loaded, are one line that opens.
  await scroller(page).getByRole('button', { name: '20+ sales were assigned to you' }).click();
  const items = scroller(page).getByRole('link');
  await expect(items).toHaveCount(20);
  await expect(scroller(page)).toHaveCSS('max-height', '384px');
  await expect(items.first().locator('time')).toHaveText(/^\d{1,2}:\d\d [AP]M$/);

  await test.step('a click marks one as read, closes the list and goes there', async () => {
    await items.first().click();
    await expect(page).toHaveURL(/\/sales\/[0-9a-f-]{36}$/);
    await expect(scroller(page)).toBeHidden();
    await page.locator('.pp-bell').click();
    await scroller(page)
      .getByRole('button', { name: /sales were assigned to you/ })
      .click();
    await expect(items.first()).not.toHaveClass(/is-unread/);
    await expect(items.nth(1)).toHaveClass(/is-unread/);
  });

  await test.step('all at once, and never below zero', async () => {
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await items.nth(1).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });

  await test.step('the page loads more than the bell', async () => {
    await page.locator('.pp-bell').click();
    await page.getByRole('link', { name: 'View all notifications' }).click();
    await expect(page).toHaveURL('/notifications');
    await page.getByRole('button', { name: '20+ sales were assigned to you' }).click();
    const all = page.getByRole('main').locator('a[href^="/sales/"]');
    await expect(all).toHaveCount(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(all).toHaveCount(21);
  });

  await test.step('the user menu, and signing out on a phone', async () => {
    await page.locator('.pp-usermenu').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Your Profile', 'Sign out']);
    await page.getByRole('menuitem', { name: 'Your Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Open menu/ }).click();
    await page.locator('#mobile-menu').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
  });
});

// Holds platform-13, platform-19, platform-22
test('the frame of an admin: tabs by the beginning of the path, a header that sticks, a logo that turns for 800 ms and leads home', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await signIn(page, demo.admin);
  await page.goto('/team/invite');
  const active = page.locator('.pp-tabs [aria-current="page"]');
  await expect(tabs(page)).toHaveText(TABS);
  await expect(active).toHaveText('Team');
  await tabs(page).filter({ hasText: 'Sales' }).click();
  await expect(active).toHaveText('Sales');

  await test.step('the header of a page sticks under the top bar, with its actions', async () => {
    const head = page.locator('.pp-pagehead');
    await expect(head.getByRole('heading', { name: 'Sales', exact: true })).toBeVisible();
    await expect(head).toHaveCSS('position', 'sticky');
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? 0)).toBe(56);
  });

  await test.step('the logo turns, and home is the dashboard for whoever is signed in', async () => {
    const home = page.getByRole('link', { name: 'Paperplane home' });
    // Stands still, so that the turn is not over before anybody has looked.
    await page.clock.pauseAt(Date.now() + 60_000);
    await home.click();
    await expect(page.locator('.pp-topbar .is-spinning svg')).toHaveCSS('animation-duration', '0.8s');
    await page.clock.runFor(800);
    await expect(page).toHaveURL('/dashboard');
  });
});
