/** Mails that leave, seen where they arrive: a vendor is asked and asked again, a report comes by mail, and both end when somebody says so. */
import { expect, test } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { fileOf, inDatabase, mailsTo, sendsMail } from '../../support/mail';
import { newEmail, signIn } from '../../support/people';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

// Edge Functions send them.
test.slow();
test.beforeEach(() => sendsMail());

// Holds mail-31, mail-44
test('a vendor is asked from the report until that is stopped; a saved report comes by mail, to each their own, until they want it no more', async ({
  page,
  browser,
}) => {
  const { email, api, agent, vendor, sale } = await newAgencyWithAgent('Asking "Travel"');
  const contact = newEmail('commissions');
  const contacts = [{ name: 'Cora Sund', role: 'Commissions', email: contact, phone: null }];
  const terms = { expected_payment_days: 0, expected_payment_basis: 'booking', contacts };
  await api.update(`vendor_terms?vendor_id=eq.${vendor.id}`, terms);
  await sale({ reference: 'FJ-1', sold: daysAgo(60) });

  await signIn(page, email);
  await page.goto('/reports/aging');
  await page.getByRole('button', { name: /^Ask Fjordline Cruises for/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask Fjordline Cruises' });
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue(contact);
  await dialog.getByLabel('Follow up until paid or stopped').check();
  await expectAccessible(page, 'asking a vendor by mail', ['light', 'dark']);
  await test.step('what is wrong is said at its field', async () => {
    await dialog.getByLabel('Days between').fill('2');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('Follow up every 3 to 30 days.')).toBeVisible();
    await dialog.getByLabel('Days between').fill('7');
    await dialog.getByLabel('To', { exact: true }).fill('nobody');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('Enter one e-mail address.')).toBeVisible();
    await dialog.getByLabel('To', { exact: true }).fill(contact);
  });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /Fjordline Cruises/ });
  await expect(row).toContainText(/Asked .*follow-up 1 of 6 on .* · Stop/);

  const [mail] = await mailsTo(contact);
  expect(mail).toMatchObject({
    from: [{ name: 'Asking "Travel" via Paperplane' }],
    replyTo: [{ address: email }],
    subject: 'Open commission on 1 booking, $120.00',
  });
  expect(mail?.text).toContain('FJ-1, Ines Albrecht, due');

  await page.goto(`/vendors/${vendor.id}`);
  const card = page.getByRole('region', { name: 'Asked by e-mail' });
  await expect(card).toContainText(/Asked .*follow-up 1 of 6 on/);
  await expect(page.getByText(`E-mail to ${contact}: Open commission on 1 booking, $120.00`)).toBeVisible();

  await inDatabase(`update private.vendor_chases set next_on = current_date - 1 where to_address = $1`, [
    contact,
  ]);
  await inDatabase('select private.keep_mail()');
  const mails = await mailsTo(contact, 2);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Open commission on 1 booking, $120.00',
    'Still open: commission on 1 booking, $120.00',
  ]);
  await page.reload();
  await expect(card).toContainText('follow-up 2 of 6 on');
  await card.getByRole('button', { name: /^Stop asking/ }).click();
  await expect(card).toContainText('stopped after 1 follow-up');

  await test.step('a saved report', async () => {
    await sale({ reference: 'FJ-OWN' });
    await sale({ reference: 'FJ-2', agent });
    await sale({ reference: 'FJ-3', agent });
    await api.insert('saved_reports?select=id', {
      name: 'Our sales',
      definition: { report: 'sales', group: 'agent', range: 'this_year' },
      shared: true,
    });

    await page.goto('/reports');
    await page.getByRole('button', { name: 'More for Our sales' }).click();
    await page.getByRole('menuitem', { name: 'Send by mail' }).click();
    const sending = page.getByRole('dialog', { name: 'Send Our sales by mail' });
    await sending.getByLabel('Day').selectOption('Monday');
    await sending.getByLabel('Milo Reyes').check();
    await expectAccessible(page, 'sending a report by mail', ['light', 'dark']);
    await sending.getByRole('button', { name: 'Send by mail' }).click();
    await expect(sending).toBeHidden();
    const byMail = page.getByRole('region', { name: 'By mail' });
    await expect(byMail).toContainText('Our sales');
    await expect(byMail).toContainText('Mondays at 7 AM to you and 1 other');
    await settled(page);
    await expectAccessible(page, 'reports by mail', ['light', 'dark']);

    await inDatabase(
      `update private.mail_plans set next_run_at = now() - interval '1 minute' where organization_id = (
       select organization_id from public.users where id = $1)`,
      [agent.id],
    );
    await inDatabase('select private.keep_mail()');
    const [mine] = await mailsTo(email);
    const [theirs] = await mailsTo(agent.email);
    expect(mine?.subject).toMatch(/^Our sales, /);
    expect(theirs?.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/reports\/sales\?group=agent&range=this_year/);
    if (!mine || !theirs) throw new Error('There is no mail');
    // What is long due may have been sold last year.
    expect(await fileOf(mine)).toMatch(/Nora Quist,[12],/);
    expect(await fileOf(mine)).toContain('Milo Reyes,2,');
    expect(await fileOf(theirs)).toContain('Milo Reyes,2,');
    expect(await fileOf(theirs)).not.toContain('Nora Quist');

    const agents = await (await browser.newContext()).newPage();
    await signIn(agents, agent.email);
    await agents.goto('/reports');
    await agents.getByRole('button', { name: 'More for Our sales by mail' }).click();
    await agents.getByRole('menuitem', { name: 'Stop sending it to me' }).click();
    await expect(agents.getByRole('region', { name: 'By mail' })).toBeHidden();
    await page.reload();
    await expect(byMail).toContainText('Mondays at 7 AM to you');
    await expect(byMail).not.toContainText('other');
  });
});
