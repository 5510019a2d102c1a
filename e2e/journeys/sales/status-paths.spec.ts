/**
 * Both state machines on their screens (docs/product/sales.md, Sale states): what is asked first, what is offered, and what the database says
 * to somebody whose page is older than the sale.
 */
import { expect, test, type Page } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { expectKept, expectProblem, field } from '../../support/forms';
import { commissionOf, openStatusDialog, openStatusMenu, payAgent } from '../../support/money';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const PAID = 'Mark as paid';

const cancelling = (page: Page, reference: string) =>
  page.getByRole('alertdialog', { name: `Cancel sale ${reference}?` });

async function askToCancel(page: Page, saleId: string): Promise<void> {
  const entry = await openStatusMenu(page, saleId);
  await entry('Cancel sale').click();
}

test('a sale is marked as paid with a note and cancelled for good, which its history says; a page that is too old is told why not', async ({
  page,
  browser,
}) => {
  test.slow();
  const agency = await newTradingAgency('Paid');
  const { email, api, sale } = agency;
  const agent = await newAgent(agency);
  const [sold, stale, own, settled] = await Promise.all([
    sale({ reference: 'PAID-1', agent }),
    sale({ reference: 'PAID-2' }),
    sale({ reference: 'OWN-1', agent }),
    sale({ reference: 'OWN-2', agent, paid: true }),
  ]);
  await signIn(page, email);
  const asking = (reference: string) =>
    page.getByRole('alertdialog', { name: `Mark sale ${reference} as paid?` });
  const confirm = (reference: string) => asking(reference).getByRole('button', { name: PAID }).click();

  await test.step('the question says what follows; the note stays until it is sent or given up', async () => {
    await page.goto('/sales');
    await page.getByRole('link', { name: 'PAID-1' }).first().click();
    await page.getByRole('button', { name: PAID }).click();
    await expect(asking('PAID-1')).toContainText('The commission of $120.00 becomes Funds received.');
    await expect(asking('PAID-1')).toContainText('Financial details are locked');
    await expect(asking('PAID-1')).toContainText('Milo Reyes is notified.');
    await field(asking('PAID-1'), 'note').fill('Paid in full by card');
    await page.goBack();
    const discard = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await discard.getByRole('button', { name: 'Keep editing' }).click();
    await expectKept(asking('PAID-1'), { note: 'Paid in full by card' });
    await confirm('PAID-1');
    await expect(asking('PAID-1')).toBeHidden();
  });

  await test.step('both statuses, the lock and the history follow, and the agent hears of it', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
    await expect(page.getByText('Financial details are locked because this sale is paid.')).toBeVisible();
    const history = page.getByRole('list', { name: 'History' });
    await expect(history).toContainText('Nora Quist changed status from Booked to Paid');
    await expect(history).toContainText('Paid in full by card');
    await expect(history).toContainText('Commission became Funds received');
    expect((await commissionOf(api, sold.id)).status).toBe('funds_received');
    const news = await agent.api.rows<{ message: string }>(
      'notifications?type=eq.commission&message=like.*PAID-1*&select=message',
    );
    expect(news).toEqual([
      { message: 'The customer paid the sale PAID-1 for Ines Albrecht. Your commission can be paid.' },
    ]);
  });

  await test.step('cancelled with its commission, once somebody has been asked', async () => {
    await askToCancel(page, sold.id);
    const dialog = cancelling(page, 'PAID-1');
    await expect(dialog).toContainText('The commission of $120.00 is cancelled too.');
    await expect(dialog).toContainText('Cancellation is final.');
    await expect(dialog.getByRole('button', { name: 'Keep sale' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: 'What the statuses mean' }).click();
    const help = page.getByRole('dialog', { name: 'Sale statuses' });
    await expect(help).toContainText('A sale whose agent commission has been paid cannot be cancelled.');
    await help.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
    await field(dialog, 'note').fill('The customer fell ill');
    await dialog.getByRole('button', { name: 'Cancel sale' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled');
    const history = page.getByRole('list', { name: 'History' });
    await expect(history).toContainText('changed status from Paid to Cancelled');
    await expect(history).toContainText('The customer fell ill');
    await expect(page.getByText('Nothing to pay')).toBeVisible();
    expect((await commissionOf(api, sold.id)).status).toBe('cancelled');
  });

  await test.step('what is left to do with it is told, and nothing else is offered', async () => {
    await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
    await expect(
      page.getByText('Financial details are locked because this sale is cancelled.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Edit sale' }).click();
    await expect(page.getByLabel('Total amount')).not.toBeEditable();
    await expect(page.getByLabel('Notes')).toBeEditable();
    await page.goto(`/commissions/${sold.commissionId}`);
    await expect(
      page.getByText('The commission was cancelled with the sale, so nothing is paid to the agent.').first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0);
  });

  await test.step('refused by the database, with nothing lost', async () => {
    await page.goto(`/sales/${stale.id}`);
    await page.getByRole('button', { name: PAID }).click();
    await field(asking('PAID-2'), 'note').fill('By bank transfer');
    await api.update(`sales?id=eq.${stale.id}`, { status: 'paid' });
    await confirm('PAID-2');
    await expect(asking('PAID-2').getByRole('alert')).toContainText('This sale is already paid.');
    await expectKept(asking('PAID-2'), { note: 'By bank transfer' });
  });

  await test.step('an agent cancels an own sale; one whose payout came first is refused', async () => {
    const theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, agent.email);
    await askToCancel(theirs, own.id);
    await cancelling(theirs, 'OWN-1').getByRole('button', { name: 'Cancel sale' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Cancelled');

    await test.step('the customer of a paid sale and dates before 1990 are an admin’s to change', async () => {
      await theirs.goto(`/sales/${settled.id}/edit`);
      const customer = theirs.getByRole('combobox', { name: 'Customer' });
      await expect(customer).toHaveValue('Ines Albrecht');
      await expect(customer).toHaveAttribute('readonly');
      await expect(customer).toHaveAccessibleDescription(
        'Only an admin can change the customer of a paid sale.',
      );
      await expect(theirs.getByRole('button', { name: 'New customer' })).toHaveCount(0);
      await expectAccessible(theirs, 'form of a paid sale, for its agent', ['light', 'dark']);
      await field(theirs, 'saleDate').fill('1985-06-01');
      await theirs.getByRole('button', { name: 'Save changes' }).click();
      await theirs.getByRole('alertdialog').getByRole('button', { name: 'Move sale' }).click();
      await expectProblem(theirs, 'saleDate', 'Only an admin can enter or change a date before 1990.');
    });

    await askToCancel(theirs, settled.id);
    await field(cancelling(theirs, 'OWN-2'), 'note').fill('Changed their mind');
    await payAgent(api, settled.id);
    await cancelling(theirs, 'OWN-2').getByRole('button', { name: 'Cancel sale' }).click();
    await expect(cancelling(theirs, 'OWN-2').getByRole('alert')).toContainText(
      'The agent has been paid, so this sale can no longer be cancelled.',
    );
    await expectKept(cancelling(theirs, 'OWN-2'), { note: 'Changed their mind' });
    expect(await api.one(`sales?id=eq.${settled.id}&select=status`)).toEqual({ status: 'paid' });
    await theirs.context().close();
  });
});

test('the status of a commission is changed with a note, leads to the payment, and is refused with its reason', async ({
  page,
}) => {
  const { email, api, sale } = await newTradingAgency('Statuses');
  const [unpaid, early, funded] = await Promise.all([
    sale({ reference: 'STAT-1' }),
    sale({ reference: 'STAT-2' }),
    sale({ reference: 'STAT-3', paid: true }),
  ]);
  await signIn(page, email);

  await test.step('funds that come before the customer has paid, with a note', async () => {
    const dialog = await openStatusDialog(page, early.commissionId);
    await expect(dialog.getByRole('radio')).toHaveCount(3);
    const reason = 'Agent paid Funds must be received before the agent is paid.';
    await expect(dialog.getByRole('radio', { name: reason })).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Funds received' }).check();
    await field(dialog, 'notes').fill('Came early');
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(dialog).toBeHidden();
    const history = page.getByRole('list', { name: 'Commission history' });
    await expect(history).toContainText('Nora Quist changed status from Unpaid to Funds received');
    await expect(history).toContainText('Came early');
    await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0);
  });

  await test.step('“Agent paid” leads to the payment and takes the note along', async () => {
    const dialog = await openStatusDialog(page, funded.commissionId);
    await field(dialog, 'notes').fill('Friday run');
    await dialog.getByText('Agent paid').click();
    const payment = page.getByRole('dialog', { name: 'Record payment' });
    await expectKept(payment, { notes: 'Friday run', amount: '120' });
  });

  await test.step('refused by the database, with nothing lost', async () => {
    const dialog = await openStatusDialog(page, unpaid.commissionId);
    await dialog.getByRole('radio', { name: 'Funds received' }).check();
    await field(dialog, 'notes').fill('By wire');
    await api.update(`sales?id=eq.${unpaid.id}`, { status: 'cancelled' });
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Cannot mark commission as funds received for a cancelled sale',
    );
    await expectKept(dialog, { notes: 'By wire' });
  });
});
