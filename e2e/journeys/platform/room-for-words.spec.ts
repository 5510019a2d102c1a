/** Only a browser has room or not: names of buttons and messages in full, and keys that come faster than the screen. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { demo, logIn, signIn } from '../../support/people';

const meet = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('one of them is not on the page');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test('quick actions say their names in full at every width', async ({ page }) => {
  await logIn(page, demo.admin);
  const actions = page.getByRole('navigation', { name: 'Quick actions' });
  await expect(actions.getByRole('link', { name: /Manage Vendors/ })).toBeVisible();
  // 640 and 720 px are 1280 and 1440 at 200 %.
  for (const width of [320, 390, 640, 641, 720, 860, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await actions.getByRole('link').evaluateAll((links) =>
      links
        .filter((link) => {
          const room = link.getBoundingClientRect();
          const text = document.createRange();
          text.selectNodeContents(link.querySelector('b') ?? link);
          return [...text.getClientRects()].some(({ right }) => right > room.right - 8);
        })
        .map(({ textContent }) => textContent),
    );
    expect.soft(cut, `at ${width} px`).toEqual([]);
  }
});

test('on a phone the primary action of a list keeps its words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, demo.owner);
  for (const [path, words] of [
    ['/sales', 'Create sale'],
    ['/customers', 'Add customer'],
    ['/vendors', 'Add vendor'],
    ['/team', 'Invite agent'],
  ] as const) {
    await page.goto(path);
    const label = page.locator('main').getByRole('link', { name: words }).locator('span');
    expect((await label.boundingBox())?.width ?? 0, path).toBeGreaterThan(50);
    const cut = await page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) =>
        [heading, ...heading.querySelectorAll('*')].some(
          ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
        ),
      );
    expect(cut, path).toBe(false);
  }
});

async function markPaid(page: Page, id: string): Promise<Locator> {
  await page.goto(`/sales/${id}`);
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
  const toast = page.getByRole('region', { name: 'Messages' }).locator('.pp-toast');
  await expect(toast).toBeVisible();
  return toast;
}

test('a message covers neither the history nor the header of a record', async ({ page }) => {
  const { email, sale } = await newTradingAgency('Messages');
  const [wide, narrow] = [await sale({ reference: 'MSG-1' }), await sale({ reference: 'MSG-2' })];
  await signIn(page, email);
  const history = page.getByRole('list', { name: 'History' });
  const header = page.locator('.pp-pagehead');
  const toast = await markPaid(page, wide.id);
  await history.scrollIntoViewIfNeeded();
  expect(await meet(toast, history)).toBe(false);
  await page.setViewportSize({ width: 390, height: 800 });
  const onPhone = await markPaid(page, narrow.id);
  expect(await meet(onPhone, header)).toBe(false);
  expect(await meet(onPhone, page.locator('.pp-topbar'))).toBe(false);
});

test('keys that come faster than the screen reach the search of a filter', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/sales');
  await page.getByRole('button', { name: 'Agent', exact: true }).click();
  const search = page.getByRole('combobox', { name: 'Search agents' });
  await expect(search).toBeFocused();
  await page.evaluate(() => {
    // All of them before the next frame.
    for (const letter of 'sofia') document.execCommand('insertText', false, letter);
  });
  await expect(search).toHaveValue('sofia');
  await expect(page.getByRole('listbox', { name: 'Agent' }).getByRole('option')).toHaveCount(1);
});

test('Tab leads from the e-mail address to the password', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});
