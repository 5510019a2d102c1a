/** Only a browser goes the whole way: from the list of programs to records, with nothing mapped by hand and what stays behind said before. */
import { expect, test, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { newAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

const example = (name: string) =>
  fileURLToPath(new URL(`../../../shared/src/import/presets/fixtures/${name}.csv`, import.meta.url));

const button = (page: Page, name: string) => page.getByRole('button', { name });

/** From the page of programs to where a file is chosen. */
async function goFrom(page: Page, program: string, kind: string) {
  await page.goto('/settings/integrations/moving-in');
  await button(page, `Import from ${program}`).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

test('an agency moves in from Tern, at a desk and on a phone', async ({ page }) => {
  test.slow();
  const { email } = await newAgency('Moving Travel');
  await signIn(page, email);

  await test.step('what stays behind is said before a file is chosen', async () => {
    await page.goto('/settings/integrations/moving-in');
    await expect(page.getByText('Nothing is left out unsaid')).toBeVisible();
    await expectAccessible(page, 'moving in', ['light', 'dark']);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'moving in, on a phone', ['light', 'dark']);
    await button(page, 'Import from Spreadsheet').click();
    // The menu of the last row is whole, whatever is below it.
    await expect(page.getByRole('menuitem', { name: 'Sales with their commissions' })).toBeInViewport({
      ratio: 1,
    });
    await page.keyboard.press('Escape');
  });

  await test.step('customers come in, and passports are named as what does not', async () => {
    await goFrom(page, 'Tern', 'Customers');
    await expect(heading(page, 'Import customers')).toBeVisible();
    await expect(page.getByText('Customers from Tern')).toBeVisible();
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(example('tern-customers'));
    await expect(page.getByLabel('The file comes from')).toHaveValue('tern');
    await expect(page.getByRole('list', { name: 'Stays behind' })).toContainText('Passport - Number');
    await expect(page.getByLabel('Field for Passport - Date of Birth')).toHaveValue('');
    await expectAccessible(page, 'columns of a preset, on a phone', ['light', 'dark']);
    await button(page, 'Check 2 rows').click();
    await button(page, 'Import 2 customers').click();
    await expect(page.getByText('2 customers added', { exact: true })).toBeVisible();
  });
});
