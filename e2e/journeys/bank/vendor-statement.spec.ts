/** Only on screen is a file of a vendor its statement: read, kept, compared with what is open, and expected before its deposit comes. */
import { expect, test, type Page } from '@playwright/test';
import { jsPDF } from 'jspdf';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, expectAccessibleEverywhere } from '../../support/axe';
import { importBankLines } from '../../support/bank';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

/** What the vendor writes: a letter, a reference of the payment beside that of the booking, sums and a fee. */
const ROWS = [
  ['Payment Ref', 'Confirmation No', 'Lead name', 'Commission'],
  ['ACH-99812', 'FJ-20001', 'ALBRECHT/I', '120.00'],
  ['ACH-99812', 'FJ-20002', 'ALBRECHT/I', '230.00'],
  ['ACH-99812', 'FJ-28815', 'FERRARO/L', '196.40'],
  ['TOTAL COMMISSION', '', '', '546.40'],
  ['LESS PROCESSING FEE', '', '', '-5.46'],
  ['NET DEPOSIT', '', '', '540.94'],
];

function pdf(rows: readonly (readonly string[])[]): Buffer {
  const paper = new jsPDF({ unit: 'pt' });
  paper.setFontSize(10);
  paper.text('FJORDLINE CRUISES, agency settlements', 50, 60);
  paper.text('Dear partner, your commission payment of 540.94 is on its way.', 50, 80);
  rows.forEach((cells, index) => {
    const y = 120 + index * 20;
    const [payment = '', booking = '', name = '', amount = ''] = cells;
    paper.text(payment, 50, y);
    paper.text(booking, 200, y);
    paper.text(name, 320, y);
    paper.text(amount, 520, y, { align: 'right' });
  });
  return Buffer.from(paper.output('arraybuffer'));
}

/** An agency that is owed $120, $240 and $360 by Fjordline Cruises, its owner on the page of the vendor. */
async function onVendorPage(page: Page, name: string) {
  const agency = await newTradingAgency(name);
  for (const [reference, amount] of [
    ['FJ-20001', 1000],
    ['FJ-20002', 2000],
    ['FJ-20003', 3000],
  ] as const)
    await agency.sale({ reference, amount });
  await signIn(page, agency.email);
  await page.goto(`/vendors/${agency.vendor.id}`);
  return agency;
}

const add = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Add a statement').setInputFiles({ name, mimeType, buffer });
const line = (page: Page, reference: string) => page.getByRole('listitem').filter({ hasText: reference });

const CSV = ROWS.map((cells) => cells.join(','));

// Holds bank-77
test('a PDF is read and kept, somebody finds the booking of a line, and the deposit that comes explains itself', async ({
  page,
}) => {
  const agency = await onVendorPage(page, 'Statement First Travel');
  await test.step('a scan says that it is one, and a CSV file of three systems is read', async () => {
    await add(page, 'scan.pdf', 'application/pdf', Buffer.from(new jsPDF().output('arraybuffer')));
    await expect(page.getByRole('alert')).toContainText('This PDF is a scan');
    const text = CSV.reduce((all, row, n) => all + ['\n', '\r\n', '\r'][n % 3] + row);
    await add(page, 'fjordline.csv', 'text/csv', Buffer.from(text));
    await expect(heading(page, /^Statement of /)).toBeVisible();
    await expect(page.getByLabel('What they pay')).toContainText('$540.94');
    await page.goBack();
  });

  await add(page, 'FJ-2027-02.pdf', 'application/pdf', pdf(ROWS));
  await expect(heading(page, /^Statement of /)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'Other amount',
    'Not in Paperplane',
    'Agrees',
  ]);
  await expect(line(page, 'FJ-20002')).toContainText('240.00');
  await expect(line(page, 'FJ-20002')).toContainText('−10.00');
  await expect(line(page, 'FJ-28815')).toContainText('FERRARO/L');
  await expect(page.getByText('Not read as bookings: 2 sums')).toBeVisible();
  await expect(page.getByText('Kept as a document of Fjordline Cruises')).toBeVisible();
  await expect(page.getByLabel('What they pay')).toContainText('$540.94');
  await expectAccessibleEverywhere(page, 'the statement of a vendor');

  await test.step('somebody finds the booking of a line', async () => {
    await page.getByRole('button', { name: 'Find the booking of FJ-28815' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which booking is it?' });
    await expectAccessible(page, 'finding a booking', ['light', 'dark']);
    await dialog.getByRole('combobox', { name: 'Booking' }).fill('FJ-20003');
    await dialog.getByRole('option', { name: /^FJ-20003/ }).click();
    await dialog.getByRole('button', { name: 'Save booking' }).click();
    await expect(line(page, 'FJ-20003')).toContainText('196.40');
    await expect(page.getByText('Not in Paperplane')).toHaveCount(0);
  });

  await test.step('and says when the deposit comes', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('button', { name: 'Stop expecting' })).toBeVisible();
    await page.getByRole('button', { name: 'Say when' }).click();
    await page.getByRole('textbox', { name: 'About' }).fill('1/5/2026');
    await page.getByRole('button', { name: 'Save day' }).click();
    await expect(page.getByText('Late: expected about Jan 5')).toBeVisible();
  });

  const [lump] = await importBankLines(agency.api, [['FJORDLINE CRUISES ACH CREDIT', '540.94']]);
  await page.reload();
  await expect(page.getByText('It came, and explains itself.')).toBeVisible();
  await page.getByRole('link', { name: /^Deposit of / }).click();
  await expect(page).toHaveURL(new RegExp(`/commissions/bank/${lump}$`));
  await expect(page.locator('.wb-left')).toContainText('0.00');
  await page.getByRole('button', { name: 'Match $540.94' }).click();
  await expect
    .poll(() => agency.api.rows(`bank_transactions?id=eq.${lump}&select=status,fee_amount,unclaimed_amount`))
    .toEqual([{ status: 'matched', fee_amount: 5.46, unclaimed_amount: 0 }]);
});

test('on a phone the next step stands at the foot; beside a deposit that is there, its rows or its PDF are matched line by line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { api } = await onVendorPage(page, 'Statement Beside Travel');
  await add(page, 'FJ-2027-02.csv', 'text/csv', Buffer.from(CSV.join('\n')));
  await page.getByRole('button', { name: 'Expect this deposit, $540.94' }).click();
  await expect(page.getByText('When $540.94 comes from Fjordline Cruises')).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  const [rows, lump] = await importBankLines(api, [
    ['PARTNER PAYMENT 98', '495.00'],
    ['PARTNER PAYMENT 99', '540.94'],
  ]);
  const dialog = page.getByRole('dialog', { name: 'The vendor’s statement' });
  await test.step('a PDF', async () => {
    await page.goto(`/commissions/bank/${lump}`);
    await page.getByLabel('the vendor’s statement').setInputFiles({
      name: 'FJ-2027-02.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(ROWS),
    });
    await expect(dialog).toContainText('equals the deposit');
    await dialog.getByRole('button', { name: 'Match 3 lines' }).click();
    await expect(page.getByText('Equals the deposit')).toBeVisible();
    await expect(page.getByLabel('Unclaimed amount')).toHaveValue('196.40');
  });
  await test.step('rows that are pasted; what they name and nobody entered stays unclaimed', async () => {
    await page.goto(`/commissions/bank/${rows}`);
    await page.getByRole('button', { name: 'Or paste its rows' }).click();
    const pasted = 'FJ-20001 Albrecht 120.00\nFJ-20002 Albrecht 240.00\nFJ-31007 Nobody ';
    await page.getByLabel('Rows').fill(`${pasted}130.00`);
    await expect(dialog).toContainText('is $5.00 less than the deposit');
    await page.getByLabel('Rows').fill(`${pasted}135.00`);
    await expect(dialog).toContainText('equals the deposit');
    await dialog.getByRole('button', { name: 'Match 3 lines' }).click();
    await expect(page.getByText('Equals the deposit')).toBeVisible();
    await expect(page.getByLabel('Unclaimed amount')).toHaveValue('135.00');
    await page.getByRole('button', { name: 'Match $495.00' }).click();
    await expect(page.getByText('Matched: $495.00')).toBeVisible();
    expect(await api.rows('commissions?status=eq.funds_received&select=id')).toHaveLength(2);
    expect(await api.rows('bank_transactions?unclaimed_amount=eq.135&select=id')).toHaveLength(1);
  });
});
