/**
 * Only on screen is it asked first: cancelling is final, for the sale and its commission, and not offered once the agent is paid
 * (docs/product/sales.md, Sale states).
 */
import { expect, test, type Page } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { expectKept, field } from '../../support/forms';
import { commissionOf, openStatusMenu, payAgent } from '../../support/money';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const asking = (page: Page, reference: string) =>
  page.getByRole('alertdialog', { name: `Cancel sale ${reference}?` });

async function askToCancel(page: Page, saleId: string): Promise<void> {
  const entry = await openStatusMenu(page, saleId);
  await entry('Cancel sale').click();
}

test('a booked and a paid sale are cancelled with their commission, for good', async ({ page }) => {
  const { email, api, sale } = await newTradingAgency('Cancellations');
  const [booked, paid] = await Promise.all([
    sale({ reference: 'END-1' }),
    sale({ reference: 'END-2', paid: true }),
  ]);
  await signIn(page, email);

  for (const [sold, reference, from] of [
    [booked, 'END-1', 'Booked'],
    [paid, 'END-2', 'Paid'],
  ] as const) {
    await askToCancel(page, sold.id);
    const dialog = asking(page, reference);
    await expect(dialog).toContainText('The commission of $120.00 is cancelled too.');
    await expect(dialog).toContainText('Cancellation is final.');
    // Nobody is told of what they did themselves.
    await expect(dialog).not.toContainText('notified');
    await expect(dialog.getByRole('button', { name: 'Keep sale' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    await askToCancel(page, sold.id);
    await field(dialog, 'note').fill('The customer fell ill');
    await dialog.getByRole('button', { name: 'Cancel sale' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled');
    const history = page.getByRole('list', { name: 'History' });
    await expect(history).toContainText(`changed status from ${from} to Cancelled`);
    await expect(history).toContainText('The customer fell ill');
    await expect(page.getByText('Nothing to pay')).toBeVisible();
    expect((await commissionOf(api, sold.id)).status).toBe('cancelled');
  }

  await test.step('what is left to do with it is told, and nothing else is offered', async () => {
    await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
    await expect(
      page.getByText('Financial details are locked because this sale is cancelled.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Edit sale' }).click();
    await expect(page.getByLabel('Total amount')).not.toBeEditable();
    await expect(page.getByLabel('Notes')).toBeEditable();
    await page.goto(`/commissions/${paid.commissionId}`);
    await expect(
      page.getByText('The commission was cancelled with the sale, so nothing is paid to the agent.').first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0);
  });
});

test('an agent cancels an own sale; one whose payout came first is refused', async ({ page }) => {
  const agency = await newTradingAgency('Own cancellations');
  const { api, sale } = agency;
  const agent = await newAgent(agency);
  const [sold, settled] = await Promise.all([
    sale({ reference: 'OWN-1', agent }),
    sale({ reference: 'OWN-2', agent, paid: true }),
  ]);
  await signIn(page, agent.email);

  await askToCancel(page, sold.id);
  await asking(page, 'OWN-1').getByRole('button', { name: 'Cancel sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled');

  await askToCancel(page, settled.id);
  await field(asking(page, 'OWN-2'), 'note').fill('Changed their mind');
  await payAgent(api, settled.id);
  await asking(page, 'OWN-2').getByRole('button', { name: 'Cancel sale' }).click();
  await expect(asking(page, 'OWN-2').getByRole('alert')).toContainText(
    'The agent has been paid, so this sale can no longer be cancelled.',
  );
  await expectKept(asking(page, 'OWN-2'), { note: 'Changed their mind' });
  expect(await api.one(`sales?id=eq.${settled.id}&select=status`)).toEqual({ status: 'paid' });
});
