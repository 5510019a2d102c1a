/** Only a browser has a focus: everything with a keyboard alone. No test in this file touches the pointer. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { newAgencyWithAgent, newTradingAgency } from '../../support/agency';
import { logIn, newEmail } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

/** Presses Tab until something has the focus, as a person would. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    if (await hasFocus()) return;
  }
  throw new Error(`${target.toString()} is not reached by ${key}`);
}

const press = (page: Page, key: string) => page.keyboard.press(key);
const type = (page: Page, text: string) => page.keyboard.type(text);

test('sign up, log in, record a sale, mark it paid, think twice about a payment, sign out', async ({
  page,
}) => {
  const { email, password, api } = await newTradingAgency('Keys');

  await test.step('sign up', async () => {
    await page.goto('/');
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign up!' }));
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: /agency/i, level: 1 })).toBeVisible();
    for (const [label, text] of [
      ['First name', 'Nora'],
      ['Last name', 'Quist'],
      ['Organization name', 'Keyboard Travel'],
      ['Email', newEmail('keys')],
      ['Password', 'flight-plan-26'],
      ['Password confirmation', 'flight-plan-26'],
    ] as const) {
      await tabTo(page, page.getByRole('textbox', { name: label, exact: true }));
      await type(page, text);
    }
    await press(page, 'Enter');
    const terms = page.getByRole('checkbox');
    await expect(terms).toBeFocused();
    await press(page, 'Space');
    await expect(terms).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Create agency' }));
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: 'Verification Required' })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Resend Confirmation Email' }));
    await tabTo(page, page.getByRole('link', { name: 'Back to log in' }));
    await press(page, 'Enter');
    await expect(page).toHaveURL('/login');
  });

  await test.step('log in', async () => {
    await tabTo(page, page.getByLabel('Email'));
    await type(page, email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await type(page, password);
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: /^Welcome.*, Nora Quist$/ })).toBeVisible();
  });

  await test.step('the focus follows to a new page, and the skip link leads past the top bar', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Sales', exact: true }), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: 'Sales', exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await expect(page.getByText('Record your first sale')).toBeVisible();
    await press(page, 'Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await press(page, 'Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create sale' }).first());
    await press(page, 'Enter');
  });

  await test.step('choose customer and vendor', async () => {
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await tabTo(page, customer);
    await type(page, 'albr');
    await expect(page.getByRole('listbox', { name: 'Customer' }).getByRole('option')).toHaveText(/Ines/);
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await expect(customer).toHaveValue('Ines Albrecht');
    await expect(customer).toHaveAttribute('aria-expanded', 'false');

    const vendor = page.getByRole('combobox', { name: 'Vendor' });
    await tabTo(page, vendor);
    await press(page, 'ArrowDown');
    await expect(vendor).toHaveAttribute('aria-expanded', 'true');
    await press(page, 'Escape');
    await expect(vendor).toHaveAttribute('aria-expanded', 'false');
    await press(page, 'ArrowDown');
    await expect(page.getByRole('listbox', { name: 'Vendor' }).getByRole('option')).toHaveCount(1);
    await press(page, 'End');
    await press(page, 'Enter');
    await expect(vendor).toHaveValue('Fjordline Cruises');
  });

  await test.step('an empty field is found through the summary', async () => {
    await press(page, 'Control+Enter');
    const summary = page.getByRole('alert').filter({ hasText: 'Fix 2 fields to create this sale' });
    await expect(summary).toBeFocused();
    await tabTo(page, summary.getByRole('link', { name: 'Enter the booking reference.' }));
    await press(page, 'Enter');
    await expect(page.getByLabel('Booking reference')).toBeFocused();
    await type(page, 'KEY-1');
    await tabTo(page, page.getByLabel('Total amount'));
    await type(page, '1250');
    await press(page, 'Control+Enter');
    await expect(page.getByRole('heading', { name: 'KEY-1' })).toBeVisible();
  });

  await test.step('a dialog keeps the focus, and gives it back on Esc', async () => {
    const opener = page.getByRole('button', { name: 'Mark as paid' });
    await tabTo(page, opener);
    await press(page, 'Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Mark sale KEY-1 as paid?' });
    await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused();
    for (let presses = 0; presses < 8; presses += 1) {
      await press(page, 'Tab');
      // Between the last and the first stop the browser's own bar has the focus.
      const outside = await page.evaluate(() => {
        const active = document.activeElement;
        return active !== document.body && !active?.closest('dialog');
      });
      expect(outside).toBe(false);
    }
    await press(page, 'Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await press(page, 'Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Mark as paid' }));
    await press(page, 'Enter');
    await expect(page.getByText('Funds received').first()).toBeVisible();
  });

  await test.step('what was typed into a dialog is not lost by an Esc', async () => {
    const { id } = await api.one<{ id: string }>('commissions?select=id');
    await page.goto(`/commissions/${id}`);
    const opener = page.getByRole('button', { name: 'Record payment' });
    await tabTo(page, opener);
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog.getByLabel('Amount')).toBeFocused();
    await tabTo(page, dialog.getByLabel('Reference'));
    await type(page, 'TR-9');
    await press(page, 'Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await expect(question).toBeVisible();
    await press(page, 'Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Reference')).toHaveValue('TR-9');
    await expect(dialog.getByLabel('Reference')).toBeFocused();
    await press(page, 'Escape');
    await tabTo(page, question.getByRole('button', { name: 'Discard' }));
    await press(page, 'Enter');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('the user menu', async () => {
    const face = page.getByRole('button', { name: 'Nora Quist' });
    await tabTo(page, face, 'Shift+Tab');
    await press(page, 'Enter');
    const profile = page.getByRole('menuitem', { name: 'Your Profile' });
    await expect(profile).toBeFocused();
    await press(page, 'End');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await press(page, 'Home');
    await expect(profile).toBeFocused();
    await press(page, 'ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Agency settings' })).toBeFocused();
    await press(page, 'ArrowDown');
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused();
    // The menu moves the focus a turn after the key: quicker than any hand, two presses would count as one.
    await press(page, 'ArrowDown');
    await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
    await press(page, 'ArrowDown');
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
    await press(page, 'Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await press(page, 'Escape');
    await expect(face).toBeFocused();
    await expect(page.getByRole('menu')).toBeHidden();
    await press(page, 'ArrowDown');
    await expect(profile).toBeFocused();
    await press(page, 's');
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused();
    await press(page, 'End');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await press(page, 'Enter');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('the bell and the menu of a small screen', async ({ page }) => {
  const { agent, sale } = await newAgencyWithAgent('Bell Keys');
  await sale({ reference: 'BELL-1', agent });
  await logIn(page, agent.email);

  await test.step('the bell opens, closes with Esc, and leads to what it tells', async () => {
    const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
    await tabTo(page, bell, 'Shift+Tab');
    await press(page, 'Enter');
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect(list).toBeFocused();
    await press(page, 'Escape');
    await expect(list).toBeHidden();
    await expect(bell).toBeFocused();
    await press(page, 'Enter');
    await tabTo(page, list.getByRole('link', { name: /BELL-1/ }));
    await press(page, 'Enter');
    await expect(page).toHaveURL(/\/sales\/[0-9a-f-]{36}$/);
    await expect(list).toBeHidden();
  });

  await test.step('the mobile menu opens, closes with Esc, changes the theme and leads on', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const burger = page.getByRole('button', { name: /^(Open|Close) menu/ });
    await tabTo(page, burger, 'Shift+Tab');
    await press(page, 'Enter');
    const menu = page.locator('#mobile-menu');
    await tabTo(page, menu.getByRole('link', { name: 'Sales' }));
    await press(page, 'Escape');
    await expect(menu).toBeHidden();
    await expect(burger).toBeFocused();
    await press(page, 'Enter');
    await tabTo(page, menu.getByRole('button', { name: 'Dark' }));
    await press(page, 'Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await tabTo(page, menu.getByRole('link', { name: 'Notifications' }), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(page).toHaveURL('/notifications');
    await expect(page.getByRole('main')).toBeFocused();
  });
});
