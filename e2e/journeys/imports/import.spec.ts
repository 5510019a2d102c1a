/**
 * Only a browser reads a file beside the page: of customers and vendors what is good comes in once, what is bad is listed, and all of it
 * can be taken back.
 */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newTradingAgency } from '../../support/agency';
import { expectAccessibleEverywhere, visit } from '../../support/axe';
import { stack } from '../../support/environment';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';
import { serveRemotes } from '../../support/remotes-elsewhere';
import { readRegistry, test as anywhere } from '../../support/site-copy';
import { SOAK } from '../../support/soak';

test.describe.configure({ mode: 'parallel' });

/** As many as a file may have in the soak. */
const ROWS = SOAK ? 50_000 : 600;
/** As many good ones go to the database at a time. */
const PORTION = 250;
/** One row in so many has no e-mail address worth the name. */
const BAD_EVERY = 20;
const BAD = ROWS / BAD_EVERY;
const GOOD = ROWS - BAD;
const counted = (count: number) => count.toLocaleString('en-US');

const manyPeople = (): string =>
  [
    'Given Name;Surname;E-mail;Mobile;Date of birth;Country;Tags;Loyalty',
    ...Array.from({ length: ROWS }, (_, index) => {
      const number = index + 1;
      const email = number % BAD_EVERY === 0 ? `nobody ${number}` : `p${number}@many.test`;
      return `Person ${number};Ångström;${email};+43 1 ${100_000 + number};${(number % 28) + 1}.03.1980;Österreich;"VIP, cruise";x`;
    }),
  ].join('\r\n');

const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** A row of the table of verdicts, by its number in the file. */
const row = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Rows' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: counted(number), exact: true }) });
const column = (page: Page, name: string) => page.getByLabel(`Field for ${name}`);

async function downloaded(page: Page, name: string | RegExp): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFile(await download.path(), 'utf8');
}

/** Holds back the n-th portion of rows on its way to the database, and every one after it, until the result is called. */
async function holdPortion(page: Page, nth: number): Promise<() => void> {
  let seen = 0;
  let released = () => {};
  const held = new Promise<void>((resolve) => (released = resolve));
  await page.route('**/rpc/import_rows', async (route) => {
    if (++seen >= nth) await held;
    await route.continue();
  });
  return () => released();
}

test(`${counted(ROWS)} rows with ${counted(BAD)} bad ones, cancelled on the way, a second time, and back`, async ({
  page,
}) => {
  // The database takes about a thousand rows a second, three times over.
  test.setTimeout(90_000 + ROWS * 36);
  const patiently = { timeout: 30_000 + ROWS * 12 };
  const { email, api } = await newTradingAgency('Import Travel');
  const text = manyPeople();
  const count = async () => (await api.call<{ count: number }>('list_customers', { state: 'all' })).count;
  await signIn(page, email);

  await test.step('a worker reads the file, and columns find their fields', async () => {
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(heading(page, 'Import customers')).toBeVisible();
    const worker = page.waitForEvent('worker');
    await choose(page, 'sheet.xlsx.csv', 'PK\u0003\u0004\0\0\0\n\0\0');
    await expect(page.getByText('This is not a CSV file')).toBeVisible();
    expect((await worker).url()).toContain('/remotes/mf_directory/');
    await choose(page, 'people.csv', text);
    await expect(column(page, 'Given Name')).toHaveValue('first_name', { timeout: 30_000 });
    await expect(column(page, 'Mobile')).toHaveValue('phone');
    await expect(column(page, 'Date of birth')).toHaveValue('birthday');
    await expect(column(page, 'Loyalty')).toHaveValue('');
    await expect(page.getByLabel('Dates are written')).toHaveValue('dmy');
    await column(page, 'Surname').selectOption('');
    await button(page, `Check ${counted(ROWS)} rows`).click();
    await expect(page.getByText('Choose the columns with first and last name')).toBeVisible();
    await column(page, 'Surname').selectOption('last_name');
    await column(page, 'Loyalty').selectOption('notes');
  });

  await test.step('what is wrong is shown before anything is sent', async () => {
    await button(page, `Check ${counted(ROWS)} rows`).click();
    await expect(button(page, `Broken ${counted(BAD)}`)).toBeVisible(patiently);
    // What is broken stands first.
    await expect(row(page, BAD_EVERY)).toContainText('Broken');
    await expect(row(page, BAD_EVERY)).toContainText('Email: Enter a full email address');
    await button(page, `Broken ${counted(BAD)}`).click();
    await button(page, `${counted(BAD - 10)} more broken rows`).click();
    await expect(row(page, 11 * BAD_EVERY)).toBeVisible();
    expect(await count()).toBe(1);
  });

  const release = await holdPortion(page, 2);
  const there = 2 * PORTION;
  await test.step('cancelled, what came in stays, and the portion that is on its way', async () => {
    await button(page, `Import ${counted(GOOD)} customers`).click();
    await expect(page.getByRole('progressbar', { name: 'Import' })).toBeVisible();
    await expect(page.getByText(new RegExp(`^[1-9]\\d* of ${counted(ROWS)} rows$`))).toBeVisible();
    await button(page, 'Cancel import').click();
    release();
    await expect(page.getByText('Import cancelled')).toBeVisible();
    await expect(page.getByText(`${counted(there)} customers added`, { exact: true })).toBeVisible();
    expect(await count()).toBe(there + 1);
  });

  await test.step('the same file adds the rest, and remembers its columns', async () => {
    await page.goto('/customers/import');
    await choose(page, 'people.csv', text);
    await expect(page.getByText('This file has been imported before')).toBeVisible();
    await expect(column(page, 'Loyalty')).toHaveValue('notes');
    await button(page, `Check ${counted(ROWS)} rows`).click();
    await expect(button(page, `Already here ${counted(there)}`)).toBeVisible(patiently);
    await expect(row(page, 1)).toContainText(
      'Imported from this file before. The same as Person 1 Ångström.',
    );
    await expect(row(page, 2)).toContainText('Mar 3, 1980');
    await expect(button(page, `Download ${counted(there)} skipped rows`)).toBeVisible();
    await button(page, `Import ${counted(GOOD - there)} customers`).click();
    await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible(patiently);
    await expect(page.getByText(`${counted(GOOD - there)} customers added`, { exact: true })).toBeVisible();
    expect(await count()).toBe(GOOD + 1);
  });

  await test.step('good rows came in, bad ones are a file', async () => {
    const bad = await downloaded(page, `Download ${counted(BAD)} rows with problems`);
    const lines = bad.trim().split('\r\n');
    expect(lines).toHaveLength(BAD + 1);
    expect(lines[0]).toContain('Row,Problem,Given Name');
    expect(lines[1]).toMatch(new RegExp(`^${BAD_EVERY},"?Email: Enter a full email address`));
    // Each of them with its row and what the file said, so that it can be put right and sent again.
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: BAD }, (_, index) => BAD_EVERY * (index + 1)),
    );
    expect(lines[BAD]).toContain(`nobody ${ROWS}`);
    const imported = await api.one<Record<string, unknown>>(
      'customers?email=eq.p1@many.test&select=birthday,country,tags,notes,phone',
    );
    expect(imported).toEqual({
      birthday: '1980-03-02',
      country: 'AT',
      tags: ['VIP', 'cruise'],
      notes: 'x',
      phone: '+43 1 100001',
    });
  });

  await test.step('one click takes it back, but for who is used', async () => {
    const { id } = await api.one<{ id: string }>(`customers?email=eq.p${ROWS - 1}@many.test&select=id`);
    await api.update(`customers?id=eq.${id}`, { notes: 'called' });
    await page.goto('/customers/import');
    await button(page, 'Undo import of people.csv').first().click();
    const gone = counted(GOOD - there - 1);
    await expect(page.getByText(`${gone} customers removed`)).toBeVisible(patiently);
    await expect(page.getByText(/1 stayed because/)).toBeVisible();
    await expect(page.getByText(`Undone, ${gone} removed`)).toBeVisible();
    expect(await count()).toBe(there + 2);
  });

  await test.step('vendors come from a file, too, and the database has the last word', async () => {
    await page.goto('/vendors/import');
    await choose(
      page,
      'vendors.csv',
      'Supplier,Type,Commission,Web,Contact person,Alias\nNile Boats,Cruise,"12,5%",nile.test,Ali,NILE\nTwin,,,,,nile\n',
    );
    await button(page, 'Check 2 rows').click();
    const refusal = 'Names on bank statements: "nile" is already an alias of Nile Boats.';
    await expect(row(page, 2)).toContainText(refusal);
    await button(page, 'Import 1 vendor').click();
    await expect(page.getByText('1 vendor added', { exact: true })).toBeVisible();
    await expect(page.getByText(refusal)).toBeVisible();
  });
});

anywhere(
  'on an origin of its own, where there can be no worker, the page reads the file itself',
  async ({ page, site }) => {
    anywhere.slow();
    const { email, api } = await newTradingAgency('Elsewhere Travel');
    const elsewhere = await serveRemotes(stack().site);
    const { url } = readRegistry(site.folder).remotes.find(({ name }) => name === 'mf_directory')!;
    const back = site.editRegistry('mf_directory', { url: new URL(url, elsewhere.url).href });
    try {
      await signIn(page, email);
      await page.goto('/customers/import');
      const workers: string[] = [];
      page.on('worker', (worker) => workers.push(worker.url()));
      const text = [
        'Name,Email',
        ...Array.from({ length: 300 }, (_, n) => `Person ${n},${n % 100 === 0 ? 'nobody' : `p${n}@x.test`}`),
      ].join('\n');
      await choose(page, 'elsewhere.csv', text);
      await button(page, 'Check 300 rows').click();
      await expect(button(page, 'Broken 3')).toBeVisible();
      const release = await holdPortion(page, 2);
      await button(page, 'Import 297 customers').click();
      await expect(page.getByText(/^25\d of 300 rows$/)).toBeVisible();
      release();
      await expect(page.getByText('297 customers added', { exact: true })).toBeVisible();
      const bad = await downloaded(page, 'Download 3 rows with problems');
      expect(bad.trim().split('\r\n').slice(1)).toEqual([
        expect.stringMatching(/^1,.*Person 0,nobody$/),
        expect.stringMatching(/^101,.*Person 100,nobody$/),
        expect.stringMatching(/^201,.*Person 200,nobody$/),
      ]);
      expect(workers.filter((address) => address.includes('mf_directory'))).toEqual([]);
      expect((await api.call<{ count: number }>('list_customers', {})).count).toBe(298);
    } finally {
      back();
      await elsewhere.close();
    }
  },
);

test('every step is accessible', async ({ page }) => {
  test.slow();
  const { email } = await newTradingAgency('Axe Import Travel');
  await signIn(page, email);
  await visit(page, { path: '/customers/import', title: 'Import customers' });
  await choose(
    page,
    'a.csv',
    `Name,Email,Birthday,Notes\nAda Berg,ada@berg.test,1980-01-02,${'long '.repeat(40)}\nBo,x,y,z\n`,
  );
  await expect(button(page, 'Check 2 rows')).toBeVisible();
  await expectAccessibleEverywhere(page, 'import, columns');
  await button(page, 'Check 2 rows').click();
  await expect(button(page, 'Import 1 customer')).toBeVisible();
  await expectAccessibleEverywhere(page, 'import, check');
  await button(page, 'Import 1 customer').click();
  await expect(page.getByText('1 customer added', { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, 'import, result');
  await button(page, 'Undo this import').click();
  await expect(page.getByText('1 customer removed')).toBeVisible();
  await page.goto('/customers/import');
  await expect(page.getByText('Undone, 1 removed')).toBeVisible();
  await expectAccessibleEverywhere(page, 'import, history');
});
