/** Only on screen is a vendor's mail its statement: sent by SMTP, read by functions, looked at beside what is open. */
import { expect, test, type Page } from '@playwright/test';
import { jsPDF } from 'jspdf';
import nodemailer from 'nodemailer';
import { newTradingAgency, type Agency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { stack } from '../../support/environment';
import { liveOf } from '../../support/live';
import { BY_FUNCTION } from '../../support/patience';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';
import { expectRoom } from '../../support/widths';

const CSV = 'Reference,Traveler,Commission\nFJ-20001,ALBRECHT/I,120.00\nFJ-28815,FERRARO/L,196.40\n';

interface Mail {
  from: string;
  subject: string;
  files: { filename: string; content: string | Buffer }[];
}

/** Sends a mail as a vendor does. */
async function send(to: string, { from, subject, files }: Mail): Promise<void> {
  const mailer = nodemailer.createTransport(stack().smtpUrl);
  await mailer.sendMail({ from, to, subject, text: 'See attached.', attachments: files });
  mailer.close();
}

/** The address of the agency, as its page says it, which hears of mails from now on. */
async function addressOn(page: Page, { id }: Agency) {
  const live = await liveOf(page);
  await page.goto('/commissions/bank/mailbox');
  await live.joined(`org:${id}`);
  return { to: await page.getByText(/^statements\+[0-9a-f]{24}@/).innerText(), live };
}

// Holds mail-67
test('a renewed address takes a mail by SMTP, and the old one none; it waits for a word, becomes a statement, and the next one needs no word', async ({
  page,
}) => {
  test.slow();
  const agency = await newTradingAgency('Mailbox Travel');
  await agency.sale({ reference: 'FJ-20001', amount: 1000 });
  await signIn(page, agency.email);
  const { to: old, live } = await addressOn(page, agency);
  await expect(page.getByText('No mail yet')).toBeVisible();
  await page.getByRole('button', { name: 'Renew' }).click();
  await page.getByRole('button', { name: 'Renew address' }).click();
  await expect(page.getByText(old)).toBeHidden();
  const to = await page.getByText(/^statements\+[0-9a-f]{24}@/).innerText();
  const first = {
    from: 'Fjordline <pay@fjordline.test>',
    subject: 'February',
    files: [{ filename: 'feb.csv', content: CSV }],
  };
  const spam = { from: 'Spam <spam@spam.test>', files: [{ filename: 'x.csv', content: CSV }] };
  await send(old, { ...spam, subject: 'To the old address' });
  await send(to, { ...spam, subject: 'To the new address' });
  await send(to, first);

  const waiting = page.getByRole('list', { name: 'Senders that wait' });
  await expect(waiting).toContainText('To the new address', BY_FUNCTION);
  await expect(waiting).toContainText('pay@fjordline.test', BY_FUNCTION);
  await expectAccessible(page, 'the statement mailbox', ['light', 'dark']);
  await expectRoom(page, '/commissions/bank/mailbox');
  const mails = page.getByRole('list', { name: 'Mails' });
  await test.step('never is never', async () => {
    await waiting
      .getByRole('listitem')
      .filter({ hasText: 'spam@' })
      .getByRole('button', { name: 'Never' })
      .click();
    await expect(page.getByRole('list', { name: 'Senders', exact: true })).toContainText('Never read');
    await expect(mails).toContainText('You left it out');
    await expect(page.getByText('To the old address')).toBeHidden();
  });
  await page.getByRole('combobox', { name: 'Whose address is it?' }).click();
  await page.getByRole('option', { name: 'Fjordline Cruises' }).click();
  await page.getByRole('button', { name: 'It is Fjordline Cruises' }).click();

  await expect(mails.getByRole('link', { name: 'feb.csv' })).toBeVisible(BY_FUNCTION);
  await mails.getByRole('link', { name: 'feb.csv' }).click();
  await expect(heading(page, /^Statement of /)).toBeVisible();
  await expect(page.getByText('Came by mail to the')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'FJ-28815' })).toContainText('FERRARO/L');

  const inbox = live.joins(`org:${agency.id}`) + 1;
  await page.goto('/commissions/bank');
  await live.joined(`org:${agency.id}`, inbox);
  await page.getByRole('link', { name: 'Mailbox' }).click();
  await expect(heading(page, 'Statement mailbox')).toBeVisible();
  await live.joined(`org:${agency.id}`, inbox + 1);

  const paper = new jsPDF();
  paper.text('No table here', 20, 20);
  await send(to, {
    ...first,
    subject: 'March',
    files: [
      { filename: 'mar.csv', content: CSV },
      { filename: 'letter.pdf', content: Buffer.from(paper.output('arraybuffer')) },
      { filename: 'winmail.dat', content: Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1]) },
    ],
  });
  const march = mails.getByRole('listitem').filter({ hasText: 'March' });
  await expect(march).toContainText('Only Outlook can open it', BY_FUNCTION);
  await expect(march.getByRole('link', { name: 'mar.csv' })).toBeVisible(BY_FUNCTION);
  await expect(march.getByRole('link', { name: 'letter.pdf' })).toBeVisible();
  await page.goto(`/vendors/${agency.vendor.id}`);
  await expect(page.getByRole('link', { name: 'mar.csv' })).toBeVisible();
});
