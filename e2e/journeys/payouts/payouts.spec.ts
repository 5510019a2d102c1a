/**
 * Only the screens lead from step to step: agents are paid together, checked by two, paid at once, told on a statement; and each sees
 * what comes next.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { has } from '../../../supabase/tests/support/deeds';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { payAgent } from '../../support/money';
import { payEverything, today, US_ACCOUNT } from '../../support/payouts';
import { logIn, signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

/** An agency whose agent Milo Reyes is owed $72.00, $144.00 and $216.00. */
async function agencyWithPayable(name: string) {
  const agency = await newAgencyWithAgent(name);
  const payable = (reference: string, amount: number) =>
    agency.sale({ by: agency.agent.api, reference, amount, paid: true });
  const sales = [
    await payable('FJ-30001', 1000),
    await payable('FJ-30002', 2000),
    await payable('FJ-30003', 3000),
  ];
  return { ...agency, sales, payable };
}

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') };
}

// Holds payouts-102, payouts-103, payouts-105
test('what changed meanwhile refuses a payment as a whole; an owner collects, holds, adjusts, a second person approves and pays, and something is taken back', async ({
  page,
  browser,
}) => {
  test.slow();
  const { id: agency, email, api, agent, sales, payable } = await agencyWithPayable('Payout Desk Travel');
  const alone = await payable('FJ-30000', 500);
  await has(api, 'save_payout_account', {
    details: { ...US_ACCOUNT, holder_name: 'Payout Desk', company_id: '123456789' },
  });
  await has(agent.api, 'save_bank_details', { details: { ...US_ACCOUNT, holder_name: 'Milo Reyes' } });
  await signIn(page, email);

  await test.step('what changed meanwhile is refused as a whole, listed and taken out', async () => {
    const { id } = await has<{ id: string }>(api, 'start_payout', { name: 'Refused' });
    await page.goto(`/commissions/payouts/${id}`);
    await page.getByRole('button', { name: 'Approve $468.00' }).click();
    await page.getByRole('button', { name: /^Pay: / }).click();
    // By the database itself, as an admin elsewhere would.
    await payAgent(api, alone.id);
    await page.getByRole('button', { name: 'Record $468.00 as paid' }).click();
    await expect(dialog(page, 'Pay 1 agent')).toContainText('FJ-30000');
    expect(await api.rows('agent_payments?select=amount')).toEqual([{ amount: 36 }]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to draft' }).click();
    await dialog(page, 'Back to draft').getByLabel('Reason').fill('One was paid on its own.');
    await dialog(page, 'Back to draft').getByRole('button', { name: 'Back to draft' }).click();
    await page.getByRole('button', { name: 'Take it out' }).click();
    await expect(page.getByRole('button', { name: 'Approve $432.00' })).toBeVisible();
  });
  await test.step('a discarded one leaves nothing behind', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard payout' }).click();
    await expect(heading(page, 'Refused payout')).toContainText('Discarded');
    // From here on two people look at every payout.
    await api.update(`organizations?id=eq.${agency}`, { payout_second_approval: true });
    await page.goto('/commissions');
    await page
      .getByRole('navigation', { name: 'Commissions' })
      .getByRole('link', { name: 'Payouts' })
      .click();
    await expect(page.getByRole('region', { name: 'What is payable' })).toContainText('$432');
  });

  await test.step('collect', async () => {
    await page.getByRole('button', { name: 'Start a payout' }).click();
    await expect(dialog(page, 'Start a payout')).toContainText('3 commissions of 1 agent, $432.00');
    await page.getByLabel('Name').fill('Spring');
    await page.getByRole('button', { name: 'Start draft' }).click();
    await expect(heading(page, 'Spring payout')).toBeVisible();
  });

  await test.step('hold one with a reason, by its key', async () => {
    const row = page.getByRole('row', { name: /^FJ-30002/ });
    await row.focus();
    await page.keyboard.press('h');
    await dialog(page, 'Hold FJ-30002').getByLabel('Reason').fill('Fjordline wants a letter first.');
    await page.keyboard.press('Control+Enter');
    await expect(main(page)).toContainText('Nora Quist: Fjordline wants a letter first.');
  });

  await test.step('adjust', async () => {
    await page.getByRole('button', { name: 'Add adjustment' }).click();
    const form = dialog(page, 'Add adjustment');
    await form.getByRole('combobox', { name: 'Agent' }).fill('Milo');
    await form.getByRole('option', { name: 'Milo Reyes' }).click();
    await form.getByLabel('Amount').fill('50');
    await form.getByLabel('What it is for').fill('January contest');
    await form.getByRole('button', { name: 'Add adjustment' }).click();
    await expect(page.getByRole('region', { name: 'State' })).toContainText('$338.00');
    await settled(page);
    await expectAccessible(page, 'draft of a payout', ['light', 'dark']);
  });

  await test.step('who made it cannot approve it', async () => {
    await expect(page.getByRole('region', { name: 'Second approval' })).toContainText(
      'Cannot: you started the draft',
    );
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  });

  const second = await (await browser.newContext()).newPage();
  await api.call('set_member_role', { member_id: agent.id, role: 'admin' });
  await logIn(second, agent.email);

  await test.step('a second person approves; the first page sees it at once', async () => {
    await second.goto(new URL(page.url()).pathname);
    await second.getByRole('button', { name: 'Approve $338.00' }).click();
    await expect(heading(second, 'Spring payout')).toContainText('Approved');
    await expect(heading(page, 'Spring payout')).toContainText('Approved');
  });

  await test.step('payment file and payment', async () => {
    await second.getByRole('button', { name: 'Payment file' }).click();
    const nacha = await saved(second, second.getByRole('button', { name: 'Download NACHA' }));
    expect(nacha.text.toUpperCase()).toContain('MILO REYES');
    expect(nacha.text.split('\n')[0]).toMatch(/^101/);
    await second.keyboard.press('Escape');
    await second.getByRole('button', { name: /^Pay: / }).click();
    const form = dialog(second, 'Pay 1 agent');
    await expect(form).toContainText('2 commissions become Agent paid, all of them or none.');
    await expectAccessible(second, 'payment of a payout', ['light', 'dark']);
    await form.getByRole('button', { name: 'Record $338.00 as paid' }).click();
    await expect(heading(second, 'Spring payout')).toContainText('Paid');
  });
  expect(await api.rows('agent_payments?select=amount&order=amount')).toEqual([
    { amount: 36 },
    { amount: 72 },
    { amount: 216 },
  ]);

  await test.step('the statement leaves as CSV, PDF and on paper', async () => {
    await page.getByText('Milo Reyes').first().click();
    await page.getByRole('link', { name: 'Statement of Milo Reyes' }).click();
    const sheet = page.getByRole('article', { name: 'Statement' });
    await expect(sheet).toContainText('Bonus: January contest+50.00');
    await expect(sheet).toContainText('Paid$338.00');
    const csv = await saved(page, page.getByRole('button', { name: 'CSV' }));
    expect(csv.text).toContain('FJ-30003');
    const pdf = await saved(page, page.getByRole('button', { name: 'PDF' }));
    expect(pdf.text).toMatch(/^%PDF/);
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', document.title);
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', /^Statement \d{4}-\d{2}-\d{2,}$/);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(sheet).toBeVisible();
    for (const format of ['A4', 'Letter']) {
      const paper = (await page.pdf({ format })).toString('latin1');
      expect(paper.match(/\/Type\s*\/Page[^s]/g), format).toHaveLength(1);
    }
    await page.emulateMedia({ media: 'screen' });
  });
  await second.context().close();

  await test.step('a commission says which payout paid it, and what was taken back since', async () => {
    await page.goto(`/commissions/${sales[2]?.commissionId}`);
    const payments = page.getByRole('region', { name: 'Agent payments' });
    await expect(payments.getByRole('link', { name: /^Statement/ })).toBeVisible();
    await payments.getByRole('button', { name: 'Take back' }).click();
    const form = dialog(page, 'Take commission back');
    await form.getByLabel('Amount').fill('250');
    await form.getByLabel('Reason').fill('Cancelled on board');
    await form.getByRole('button', { name: 'Take back' }).click();
    await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Amount').fill('100');
    await form.getByRole('button', { name: 'Take back' }).click();
    await expect(payments).toContainText('−$100.00');
    await expect(payments).toContainText('waits for the next payout: Cancelled on board');
    await payments.getByRole('link', { name: 'Spring payout' }).click();
    await expect(heading(page, 'Spring payout')).toBeVisible();
  });
});

// Holds payouts-104
test('an agent sees the next payout to the cent on a phone, why the rest is not in it, and says where it goes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const agency = await agencyWithPayable('Payout Phone Travel');
  const { api, agent, sales, payable } = agency;
  await payEverything(api, 'First');
  const held = await payable('FJ-30004', 500);
  await payable('FJ-30005', 4000);
  await agency.sale({ by: agent.api, reference: 'FJ-30006', amount: 100, agentPaid: today() });
  await api.call('hold_commission', {
    commission_id: held.commissionId,
    reason: 'Fjordline wants a letter first.',
  });
  await has(api, 'record_recall', {
    commission_id: sales[0]?.commissionId,
    amount: 20.5,
    note: 'The cruise was shortened',
  });
  await signIn(page, agent.email);
  await page.goto('/commissions');
  await page
    .getByRole('navigation', { name: 'Commissions' })
    .getByRole('link', { name: 'My payouts' })
    .click();

  const next = page.getByRole('region', { name: /^Next payout/ });
  await expect(next).toContainText('$267.50');
  await expect(page.getByRole('list', { name: 'In this payout' })).toContainText(
    'FJ-30001, The cruise was shortened',
  );
  await expect(page.getByRole('region', { name: 'Held' })).toContainText('Fjordline wants a letter first.');
  await settled(page);
  await expectAccessible(page, 'my payouts on a phone', ['light', 'dark']);

  await test.step('it is what an admin pays, and follows while the page is open', async () => {
    const { id } = await has<{ id: string }>(api, 'start_payout', { name: 'Second' });
    const row = await api.call<{ payout: { amount: number } }>('get_payout', { batch_id: id });
    expect(row.payout.amount).toBe(267.5);
    await page.reload();
    await expect(next).toContainText('$267.50');
    await expect(page.getByText('Draft, can still change')).toBeVisible();
  });

  await test.step('the statement', async () => {
    await page.getByRole('link', { name: /^First/ }).click();
    await expect(page.getByRole('article', { name: 'Statement' })).toContainText('$432.00');
    await settled(page);
    await expectAccessible(page, 'statement on a phone', ['light', 'dark']);
    await page.getByRole('link', { name: 'My payouts' }).click();
  });

  await test.step('the year leaves as a table, with what was paid without a payout', async () => {
    const year = new Date().getFullYear();
    await page.getByRole('button', { name: 'Export' }).click();
    const csv = await saved(page, page.getByRole('menuitem', { name: `${year} so far` }));
    expect(csv.name).toBe(`paperplane-payouts-${year}.csv`);
    const paid = csv.text.split('\r\n').filter((row) => row.includes(',Paid,'));
    expect(paid).toHaveLength(2);
    expect(paid[0]).toContain('432.00');
    expect(paid[1]).toMatch(/FJ-30006.*7\.20/);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: String(year - 1) }).click();
    await expect(page.getByText(`Nothing was paid to you in ${year - 1}`)).toBeVisible();
  });

  await test.step('where it goes: given, masked, removed', async () => {
    await page.getByRole('button', { name: 'Add bank account' }).click();
    const form = dialog(page, 'Add bank account');
    await form.getByLabel('Routing number').fill('021000022');
    await form.getByLabel('Account number').fill('123456613');
    await form.getByRole('button', { name: 'Save account' }).click();
    await expect(form.getByLabel('Routing number')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Routing number').fill('021000021');
    await form.getByRole('button', { name: 'Save account' }).click();
    await expect(page.getByText('Bank account ••6613')).toBeVisible();
    await page.getByRole('button', { name: 'Remove bank account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove bank account' }).click();
    await expect(page.getByText('By check', { exact: true })).toBeVisible();
  });

  await test.step('payouts of all are not for agents', async () => {
    const id = (await api.one<{ id: string }>('payout_batches?name=eq.First&select=id')).id;
    await page.goto(`/commissions/payouts/${id}`);
    await expect(page).not.toHaveURL(/payouts\/[\da-f-]{36}/);
  });
});
