/**
 * Only a browser uploads in parts and opens a file: papers of an agency, seen by whoever may, read and confirmed, gone without a trace
 * where given up.
 */
import { expect, test, type Page } from '@playwright/test';
import fs from 'node:fs';
import { newAgent, newTradingAgency, type Agency } from '../../support/agency';
import { expectAccessible, expectAccessibleEverywhere, settled } from '../../support/axe';
import { stack } from '../../support/environment';
import { liveOf } from '../../support/live';
import { BY_FUNCTION } from '../../support/patience';
import { signIn } from '../../support/people';
import { twoPages } from '../../support/two-pages';

test.describe.configure({ mode: 'parallel' });
// An Edge Function looks into each file that arrives.
test.slow();

const PDF = twoPages();
const paper = (name = 'Agreement.pdf', contents = PDF) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(contents),
});
/** As large as a document may be; on the disk, where the browser reads it without the test's help. @returns its path */
function large(name: string): string {
  const file = test.info().outputPath(name);
  fs.writeFileSync(file, Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(25 * 1024 * 1024 - 9, 7)]));
  return file;
}

const TITLE = 'Agent agreement 2027';
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** Opens the page; it hears what becomes of files. */
async function openListening(page: Page, { id, api }: Agency) {
  const live = await liveOf(page);
  await page.goto('/documents');
  await live.joined(`user:${api.userId}`);
  await live.joined(`org:${id}`);
}
async function openUpload(page: Page, agency: Agency, file: string | ReturnType<typeof paper>) {
  await openListening(page, agency);
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  await dialog(page).getByLabel('File').setInputFiles(file);
  await expect(dialog(page).getByLabel('Title')).toHaveValue(/./);
}
const upload = (page: Page) => dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
async function act(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

// Holds records-1
test('a file that is not what it says is refused with the reason; the true one is previewed, given a version, read and confirmed by an agent', async ({
  page,
  browser,
}) => {
  const agency = await newTradingAgency('Paper Travel');
  const agent = await newAgent(agency);
  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, agent.email);
  const theirLive = await liveOf(theirs);
  await theirs.goto('/documents');
  await expect(theirs.getByRole('heading', { name: 'Keep your first document' })).toBeVisible();
  await theirLive.joined(`user:${agent.id}`);
  await signIn(page, agency.email);

  await test.step('refused, which others do not see', async () => {
    // A browser tells a file by its content: who lies sends other bytes than it has looked at.
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(PDF.length - 8)]);
    await page.route('**/upload/resumable/**', (route) =>
      route.request().method() === 'PATCH' ? route.continue({ postData: png }) : route.continue(),
    );
    await openUpload(page, agency, paper());
    await dialog(page).getByLabel('Title').fill(TITLE);
    await dialog(page).getByLabel('Category').selectOption('agent_agreement');
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    await dialog(page).getByLabel('Expires').fill(soon);
    await dialog(page).getByLabel('Visible to').selectOption('everybody');
    await upload(page);
    await expect(row(page, TITLE)).toContainText(
      'This is not a PDF: its content is a PNG picture.',
      BY_FUNCTION,
    );
    await settled(page);
    await expectAccessibleEverywhere(page, 'a refused document');
    await page.getByRole('link', { name: TITLE }).first().click();
    await expect(dialog(page).getByRole('alert')).toContainText('Agreement.pdf was refused');
    await expect(dialog(page).getByRole('button', { name: /Show preview|Download/ })).toHaveCount(0);
    await expectAccessibleEverywhere(page, 'why a document was refused');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await page.unroute('**/upload/resumable/**');
  });

  await test.step('accepted, which appears for others by itself', async () => {
    await act(page, TITLE, 'New version…');
    await dialog(page).getByLabel('File').setInputFiles(paper());
    await expect(dialog(page).getByText('Agreement.pdf')).toBeVisible();
    // What is seen of the agent's page until the file is accepted is that there is nothing.
    await expect(theirs.getByRole('heading', { name: 'Keep your first document' })).toBeVisible();
    await upload(page);
    await expect(row(theirs, TITLE)).toContainText('PDF, 1 KB', BY_FUNCTION);
    await expect(row(page, TITLE)).toContainText('PDF, 1 KB', BY_FUNCTION);
    await expect(row(page, TITLE)).toContainText(/in (19|20|21) days/);
    await expect(page.getByText('1 document · 1 expires within 60 days')).toBeVisible();
    await page.getByRole('link', { name: TITLE }).first().click();
    await dialog(page).getByRole('button', { name: 'Show preview' }).click();
    await expect(dialog(page).getByText('Page 1 of 2')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Next page' }).click();
    await expect(dialog(page).getByRole('img', { name: 'Agreement.pdf, page 2' })).toBeVisible();
    await expect(dialog(page).getByRole('region', { name: 'Opened by' })).toContainText(
      'Nora Quist, version 1',
    );
    await dialog(page).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('another version, and readers who are asked', async () => {
    await act(page, TITLE, 'New version…');
    await dialog(page).getByLabel('File').setInputFiles(paper('Agreement 2.pdf'));
    await expect(dialog(page).getByText('Agreement 2.pdf')).toBeVisible();
    await upload(page);
    await expect(row(page, TITLE)).toContainText('version 2', BY_FUNCTION);
    await act(page, TITLE, 'Edit…');
    await dialog(page)
      .getByLabel(/Ask readers/)
      .check();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'To read' })).toContainText(
      'Milo Reyes has not read it yet.',
    );
    await theirs.reload();
    await theirs.getByRole('region', { name: 'To read' }).getByRole('link', { name: 'Read' }).click();
    const saved = theirs.waitForEvent('download');
    await dialog(theirs).getByRole('button', { name: 'Download version 1' }).click();
    expect((await saved).suggestedFilename()).toBe('Agreement.pdf');
    await dialog(theirs).getByRole('button', { name: 'I have read this' }).click();
    await expect(dialog(theirs).getByText('You are asked to read this')).toHaveCount(0);
    await dialog(theirs).getByRole('button', { name: 'Close' }).click();
    await theirs.getByRole('button', { name: `Actions for ${TITLE}` }).click();
    await expect(theirs.getByRole('menuitem')).toHaveText(['Open']);
  });

  await test.step('who has read it is told, until it is deleted', async () => {
    await page.reload();
    await expect(row(page, TITLE)).toContainText('read by 1 of 1');
    await settled(page);
    await expectAccessible(page, 'documents', ['light', 'dark']);
    await page.getByRole('link', { name: TITLE }).first().click();
    await expect(dialog(page).getByRole('region', { name: 'Read by' })).toContainText('Milo Reyes');
    await expectAccessible(page, 'one document', ['light', 'dark']);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await act(page, TITLE, 'Delete…');
    await page.getByRole('button', { name: 'Delete document' }).click();
    await expect(page.getByRole('heading', { name: 'Keep your first document' })).toBeVisible();
    await theirs.context().close();
  });
});

// Holds security-106
test('a cancelled upload leaves nothing behind, a lost line is taken up again, and what lies in a file never runs', async ({
  page,
}) => {
  const agency = await newTradingAgency('Lost Line Travel');
  await signIn(page, agency.email);
  await openUpload(page, agency, large('Large.pdf'));

  await test.step('a cancelled upload leaves nothing behind', async () => {
    const ended: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'DELETE') ended.push(response.status());
    });
    let address = '';
    await page.route('**/upload/resumable/**', async (route) => {
      if (route.request().method() !== 'PATCH' || !address) address ||= route.request().url();
      else return;
      return route.continue();
    });
    await upload(page);
    await expect(dialog(page).getByText(/^[6-9].* of 25 MB/)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel upload' }).click();
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Large');
    await expect.poll(() => ended).toEqual([204]);
    const left = await fetch(address, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', apikey: stack().publishableKey },
    });
    expect(left.ok).toBe(false);
    expect(await agency.api.rows('documents?select=id')).toEqual([]);
    await page.unroute('**/upload/resumable/**');
  });

  await test.step('25 MB go on where a lost connection left them', async () => {
    let parts = 0;
    let dropped = 0;
    await page.route('**/upload/resumable/**', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      parts += 1;
      if (parts > 2 && dropped < 2) {
        dropped += 1;
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await upload(page);
    await expect(row(page, 'Large')).toContainText('PDF, 25 MB', BY_FUNCTION);
    // Five parts of 6 MB, and those that were lost: nothing was sent twice.
    expect([parts - dropped, dropped]).toEqual([5, 2]);
    await page.unroute('**/upload/resumable/**');
  });

  await test.step('pages and drawings are refused with the reason; what lies in a file never runs', async () => {
    const spoken: string[] = [];
    page.on('dialog', (shown) => {
      spoken.push(shown.message());
      void shown.dismiss();
    });
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    for (const page_ of ['<!doctype html><script>alert(1)</script>', '<svg onload="alert(1)"/>']) {
      await dialog(page).getByLabel('File').setInputFiles(paper('Paper.pdf', page_));
      await expect(dialog(page).getByRole('alert')).toHaveText(/can run programs/);
    }
    const polyglot =
      'GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000/*<script>alert(1)</script>*/=1;alert(1)';
    await dialog(page)
      .getByLabel('File')
      .setInputFiles({ name: 'Two.gif', mimeType: 'text/html', buffer: Buffer.from(polyglot, 'latin1') });
    await upload(page);
    await expect(row(page, 'Two')).toContainText('GIF', BY_FUNCTION);
    await page.getByRole('link', { name: 'Two' }).first().click();
    await dialog(page).getByRole('button', { name: 'Show preview' }).click();
    // As the picture that it also is.
    await expect(dialog(page).getByRole('img', { name: 'Two.gif' })).toBeVisible();
    expect(spoken).toEqual([]);
  });
});
