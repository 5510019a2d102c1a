/** Only a browser has a language: an agency in euros, from the landing page to its first statement, with files as German programs write them. */
import { expect, test, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { confirmationLink, newEmail } from '../../support/people';
import { heading } from '../../support/screen';
import { SOAK } from '../../support/soak';

const SALES = fileURLToPath(
  new URL('../../../shared/src/import/fixtures/01-de-umsatzliste.csv', import.meta.url),
);
const BANK = [
  'Buchungstag;Wertstellung;Auftraggeber;Verwendungszweck;Betrag;Währung',
  '12.02.2026;12.02.2026;TUI Deutschland GmbH;PROVISION 00260417;284,88;EUR',
  '13.02.2026;13.02.2026;Stadtwerke;ABSCHLAG STROM;-112,40;EUR',
].join('\n');
const PASSWORD = 'flight-plan-26';

// With all that people have, the worker as well.
test.use({ serviceWorkers: 'allow' });

/** Clicks, choices and fields that a person makes. */
const handsOf = (page: Page) => {
  let steps = 0;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  return {
    steps: () => steps,
    press: async (name: string | RegExp) => {
      steps += 1;
      await button(name).first().click();
    },
    follow: async (name: string | RegExp) => {
      steps += 1;
      await page.getByRole('link', { name }).first().click();
    },
    type: async (name: string, text: string) => {
      steps += 1;
      await page.locator(`[name="${name}"]`).fill(text);
    },
  };
};

/** The browsers, and the last day of 2026 as their people type it. Every form of a day has its test (shared/src/domain/read-date.every-form.test.ts). */
const BROWSERS = { 'de-DE': '31.12.2026', 'en-US': '12/31/2026', 'ja-JP': '2026/12/31' };

for (const [locale, day] of Object.entries(BROWSERS).slice(0, SOAK ? 3 : 1)) {
  test.describe(locale, () => {
    test.use({ locale, timezoneId: 'Europe/Berlin' });

    // Holds payouts-99, tenancy-2
    test(`a new agency in euros reaches its first statement, with a browser set to ${locale}`, async ({
      page,
    }) => {
      test.slow();
      const hands = handsOf(page);
      const email = newEmail('owner');

      await test.step('sign up from the landing page', async () => {
        await page.goto('/');
        await page.locator('a[href="/signup"]').first().click();
        const person = { firstName: 'Nora', lastName: 'Quist', organizationName: `Reisebüro ${locale}` };
        for (const [name, text] of Object.entries({ ...person, email })) await hands.type(name, text);
        await hands.type('password', PASSWORD);
        await hands.type('passwordConfirmation', PASSWORD);
        await page.getByRole('checkbox').check({ force: true });
        await hands.press(/sign up|create/i);
        await expect(heading(page, 'Verification Required')).toBeVisible();
        await expect(page.getByText(email)).toBeVisible();
      });

      await test.step('an address that is not confirmed is sent to be, at log-in; then it is', async () => {
        await page.goto('/login');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.waitForURL(/\/email-confirmation\?email=/);
        await page.goto(await confirmationLink(email));
        await expect(heading(page, 'Welcome, Nora Quist')).toBeVisible();
        expect(page.url()).not.toContain('access_token');
      });

      await test.step('currency and notation', async () => {
        await hands.follow('Agency settings');
        await page.getByLabel('Currency').selectOption('EUR');
        await expect(page.getByLabel('Amounts are typed like')).toHaveValue('comma');
        await hands.press('Save settings');
        await expect(page.getByText('Settings saved')).toBeVisible();
      });

      await test.step('200 sales as their columns are proposed', async () => {
        await hands.follow('Sales');
        // The buttons of the page's head give way to those of an empty list: a click between them is lost.
        await expect(heading(page, 'Record your first sale')).toBeVisible();
        await hands.follow(/Import/);
        await page.getByLabel('CSV file', { exact: true }).setInputFiles(SALES);
        await hands.press('Check 200 rows');
        await hands.press('Import 200 sales');
        await expect(page.getByText('200 sales added', { exact: true })).toBeVisible();
      });

      await test.step('the first deposit finds its booking', async () => {
        await hands.follow('Commissions');
        await page
          .getByRole('navigation', { name: 'Commissions' })
          .getByRole('link', { name: 'Bank' })
          .click();
        await hands.follow(/Import/);
        await page
          .getByLabel('Bank file', { exact: true })
          .setInputFiles({ name: 'umsaetze.csv', mimeType: 'text/csv', buffer: Buffer.from(BANK) });
        await page.getByLabel('Name of the account').fill('Sparkasse');
        await hands.press('Import 2 lines');
        await expect(heading(page, '2 lines imported')).toBeVisible();
        await hands.follow(/^Review/);
        await hands.press(/^Accept 1/);
        await expect(page.getByText('1 transaction matched')).toBeVisible();
      });

      await test.step('the first payout and its statement', async () => {
        await page
          .getByRole('navigation', { name: 'Commissions' })
          .getByRole('link', { name: 'Payouts' })
          .click();
        await hands.press('Start a payout');
        const planned = page.getByLabel('Planned day');
        await planned.fill(day);
        await planned.press('Tab');
        await expect(planned).toHaveValue(locale === 'ja-JP' ? '2026-12-31' : day);
        await planned.clear();
        await hands.press('Start draft');
        await hands.press(/^Approve €/);
        await hands.press(/^Pay: /);
        await hands.press(/^Record €.* as paid/);
        await expect(heading(page, /payout/)).toContainText('Paid');
        await page.getByText('Nora Quist').first().click();
        await hands.follow(/^Statement of/);
        await expect(page.getByText(`Reisebüro ${locale}`).first()).toBeVisible();
        await expect(page.getByText('00260417').first()).toBeVisible();
      });
      // What a person does by hand, files and mail aside: few enough for a quarter of an hour.
      expect(hands.steps()).toBeLessThan(40);
    });
  });
}
