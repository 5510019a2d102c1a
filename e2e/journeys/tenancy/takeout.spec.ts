/** Only a browser packs the archive: an owner takes the agency along, and nobody else does. */
import { expect, test, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { inDatabase } from '../../support/mail';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

/** What is on its way when a test ends is nobody's fault. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const PASSPHRASE = 'a lantern over the harbour';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
/** Whoever writes it, the job or this test, the page asks again after some seconds. */
const JOB = { timeout: 60_000 };

/** A file that a picker saves is none that a test sees: the page downloads it, as it does where there is no picker. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));

interface Manifest {
  format: number;
  parts: { path: string; size: number; hash: string }[];
  missing: object[];
}

// Holds tenancy-106
test('an owner writes the agency to files, cancels that, and saves an archive whose every file is as its manifest says', async ({
  page,
}) => {
  test.slow();
  const agency = await newTradingAgency('Harbour Takeout');
  await agency.sale({ reference: 'TO-77001' });
  await withoutPicker(page);
  await signIn(page, agency.email);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Take it with you' }).click();
  await expect(heading(page, 'Take it with you')).toBeVisible();

  await test.step('what fails says that nothing was started', async () => {
    const starting = '**/rpc/start_agency_export';
    await page.route(starting, (route) => route.fulfill({ status: 500, json: {} }));
    await button(page, 'Write all of it to files').click();
    await expect(page.getByText('It was not started')).toBeVisible();
    await page.unroute(starting);
  });
  await test.step('one that is waiting is shown, and nothing is left of one that is cancelled', async () => {
    // Before the job has come: it stays as it was answered first.
    let waiting: string | null = null;
    await page.route(/\/rpc\/get_agency_export/, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      if (text.includes('"waiting"')) waiting ??= text;
      await route.fulfill({ response: answer, body: text === 'null' ? text : (waiting ?? text) });
    });
    await button(page, 'Write all of it to files').click();
    await expect(card(page, 'Being written')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Writing' })).toBeVisible();
    await expectAccessible(page, 'An export that is written', ['light', 'dark']);
    await button(page, 'Cancel').click();
    await expect(page.getByText('Nothing of it is kept.')).toBeVisible();
    await expect(card(page, 'Write all of it to files')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await page.getByLabel('Passphrase', { exact: true }).fill('too short');
  await button(page, 'Write all of it to files').click();
  await expect(page.getByText('Use a passphrase of at least 16 characters.')).toBeVisible();
  await expectAccessible(page, 'Starting an export', ['light', 'dark']);
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Passphrase again').fill(`${PASSPHRASE}s`);
  await button(page, 'Write all of it to files').click();
  await expect(page.getByText('Type the same passphrase again.')).toBeVisible();
  await button(page, 'Draw five words').click();
  await expect(page.getByLabel('Passphrase', { exact: true })).toHaveValue(/^([a-z]+ ){4}[a-z]+$/);
  await expect(page.getByLabel('Passphrase again')).toHaveCount(0);
  await button(page, 'Write all of it to files').click();

  await expect(card(page, 'Being written').or(card(page, 'Ready to be downloaded'))).toBeVisible();
  // As the job of every ten seconds does.
  await inDatabase('select private.write_agency_exports()');
  await expect(card(page, 'Ready to be downloaded')).toBeVisible(JOB);
  await expect(page.getByText('Under the passphrase')).toBeVisible();
  await expectAccessible(page, 'An export that is ready', ['light', 'dark']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download archive').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^paperplane-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const manifest = JSON.parse(textOf('manifest.json')) as Manifest;
  expect(manifest).toMatchObject({ format: 1, missing: [] });
  for (const { path, size, hash } of manifest.parts) {
    const data = files[path] ?? new Uint8Array();
    const found = { size: data.length, hash: createHash('sha256').update(data).digest('hex') };
    expect([path, found]).toEqual([path, { size, hash }]);
  }
  expect(textOf('tables/public.sales.csv')).toContain('TO-77001');
  expect(textOf('for-import/customers.csv')).toContain('Albrecht');

  await button(page, 'Remove').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove export' }).click();
  await expect(card(page, 'Ready to be downloaded')).toHaveCount(0);
});
