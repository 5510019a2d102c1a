/** Only a browser keeps a profile on disk: what is left of an agency in its folder after signing out. */
import { expect, test, type BrowserContextOptions, type Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { newTradingAgency } from '../../support/agency';
import { environment } from '../../support/environment';
import { BY_FUNCTION } from '../../support/patience';
import { signIn } from '../../support/people';
import { userMenu } from '../../support/screen';
import { twoPages } from '../../support/two-pages';

/** Words that nothing but this agency's records have. */
const PERSON = 'Quillfeather';
const PAPER = 'quillpaper';

interface Kept {
  name: string;
  bytes: Buffer;
}

/** Each file of a folder. */
const filesOf = (folder: string): Kept[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: path.relative(folder, file), bytes: fs.readFileSync(file) }));

/** The files that have a word, as UTF-8 or as UTF-16. */
const filesWith = (files: readonly Kept[], word: string): string[] =>
  files
    .filter(({ bytes }) => bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
    .map(({ name }) => name);

async function keepPaper(page: Page): Promise<void> {
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File').setInputFiles({
    name: 'Cabin plan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(twoPages(`% ${PAPER}\n`)),
  });
  await expect(dialog.getByLabel('Title')).toHaveValue(/./);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Cabin plan' }).last()).toContainText(
    'PDF',
    BY_FUNCTION,
  );
  await page.getByRole('link', { name: 'Cabin plan' }).first().click();
  await dialog.getByRole('button', { name: 'Show preview' }).click();
  await expect(dialog.getByText('Page 1 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
}

// Holds security-109
test('of a sale, a customer and a document that were open, the profile has nothing after signing out', async ({
  playwright,
}) => {
  test.slow();
  const agency = await newTradingAgency('Folder Travel');
  const customer = await agency.api.insert('customers?select=id', {
    first_name: 'Ottoline',
    last_name: PERSON,
    email: 'ottoline@folder.test',
  });
  const sale = await agency.sale({ reference: 'FOLDER-1', customer: customer.id, amount: 43_217 });

  const folder = test.info().outputPath('profile');
  const { launchOptions, viewport, locale, timezoneId } = test.info().project.use;
  const options: BrowserContextOptions = { viewport: viewport ?? null, locale, timezoneId };
  const context = await playwright.chromium.launchPersistentContext(folder, {
    ...launchOptions,
    ...options,
    baseURL: environment()?.url,
    serviceWorkers: 'allow',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, agency.email);
  for (const list of ['/sales', '/customers']) {
    await page.goto(list);
    await expect(page.getByText(PERSON).first()).toBeVisible();
  }
  await page.goto(`/customers/${customer.id}`);
  await expect(page.getByText(PERSON).first()).toBeVisible();
  await page.goto(`/sales/${sale.id}`);
  await expect(page.getByText(PERSON).first()).toBeVisible();
  await keepPaper(page);

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await context.close();

  const files = filesOf(folder);
  // The browser did write what it keeps: the sale's address stands in its history.
  expect(filesWith(files, sale.id)).not.toEqual([]);
  for (const word of [PERSON, 'ottoline@folder.test', PAPER, '43217', '43,217'])
    expect({ word, files: filesWith(files, word) }).toEqual({ word, files: [] });
});
