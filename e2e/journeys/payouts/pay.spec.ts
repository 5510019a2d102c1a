/** Only a dialog can be sent twice: an agent is paid exactly, once, with a record for both (docs/product/commissions.md, Recording a payment). */
import { expect, test, type Page } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { expectKept, expectProblem, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';

/** Printing is left to the browser; the test keeps what would be printed, and ends it itself. */
async function withoutPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', document.title);
  });
}

const endOfPrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

/** An agency whose agent, at 62.5%, has sold two trips that their customers have paid: $120.00 of commission each, $75.00 for the agent. */
async function readyToPay(name: string) {
  const agency = await newTradingAgency(name);
  const agent = await newAgent(agency, 62.5);
  const [paid, contested] = await Promise.all(
    ['PAY-1', 'BOTH-1'].map((reference) => agency.sale({ reference, agent, paid: true })),
  );
  if (!paid || !contested) throw new Error('there is nothing to pay');
  return { ...agency, agent, paid, contested };
}

test('an admin pays the exact share, and a second one at the same moment is told; the agent reads it, and both print the record', async ({
  page,
  browser,
}) => {
  const { name, email, api, agent, paid, contested, sale } = await readyToPay('Payday Travel');
  const foreign = await sale({ reference: 'PAY-2' });
  await withoutPrinter(page);
  const record = page.getByRole('article', { name: 'Payment record' });

  await test.step('two admins pay at the same moment: one does, the other is told and loses nothing', async () => {
    const pages = [page, await (await browser.newContext()).newPage()];
    const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Record payment' });
    await Promise.all(
      pages.map(async (page, index) => {
        await signIn(page, email);
        await page.goto(`/commissions/${contested.commissionId}`);
        await page.getByRole('button', { name: 'Record payment' }).click();
        await field(dialogOf(page), 'reference').fill(`BOTH-${index}`);
      }),
    );
    await Promise.all(
      pages.map((page) => dialogOf(page).getByRole('button', { name: 'Record $75.00 payment' }).click()),
    );

    const refused = (page: Page) => dialogOf(page).getByRole('alert');
    await expect
      .poll(async () => {
        const open = await Promise.all(pages.map((page) => dialogOf(page).isVisible()));
        return open.filter(Boolean).length;
      })
      .toBe(1);
    const open = await Promise.all(pages.map((page) => dialogOf(page).isVisible()));
    for (const [index, page] of pages.entries()) {
      if (!open[index]) continue;
      await expect(refused(page)).toContainText('The agent has already been paid for this commission.');
      await expectKept(dialogOf(page), { reference: `BOTH-${index}` });
    }
    const payments = await api.rows<{ amount: number }>(
      `agent_payments?commission_id=eq.${contested.commissionId}&select=amount`,
    );
    expect(payments).toEqual([{ amount: 75 }]);
    await pages[1]?.context().close();
  });

  await test.step('from the sale to the payment: every field has its say', async () => {
    await page.goto(`/sales/${paid.id}`);
    await page.getByRole('link', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    const submit = dialog.getByRole('button', { name: 'Record $75.00 payment' });
    await expect(field(dialog, 'paymentMethod').locator('option')).toHaveText([
      'Check',
      'Bank transfer',
      'Cash',
      'Card',
      'Other',
    ]);
    await expectKept(dialog, { amount: '75' });
    await fill(dialog, {
      amount: '75.01',
      paymentDate: '2026-11-20',
      reference: 'WIRE-9',
      notes: 'Friday run',
    });
    await submit.click();
    await expectProblem(dialog, 'amount', 'Enter exactly $75.00, the agent’s share.');
    // The share changes meanwhile at no one's hand; what the database refuses about a field shows at that field all the same.
    await page.route('**/rpc/record_agent_payment', (route) =>
      route.fulfill({
        json: { success: false, error: 'Enter the payment date.', field: 'payment_date', commission: null },
      }),
    );
    await field(dialog, 'amount').fill('75.00');
    await submit.click();
    await expectProblem(dialog, 'paymentDate', 'Enter the payment date.');
    await page.unroute('**/rpc/record_agent_payment');
    await field(dialog, 'paymentDate').fill('2026-11-19');
    await submit.click();
    await expect(dialog).toBeHidden();
    // The address no longer asks for the payment, so a reload does not either.
    await expect(page).toHaveURL(`/commissions/${paid.commissionId}`);
    await expect(page.getByText('Agent paid').first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Bank transfer · WIRE-9');
    await expect(page.getByRole('list', { name: 'Commission history' })).toContainText(
      'Nora Quist changed status from Funds received to Agent paid',
    );
  });

  await test.step('the record stands alone on one sheet of either paper', async () => {
    await page.getByRole('button', { name: 'Print payment record' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'Payment record PAY-1');
    await expect(record).toBeHidden();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(record).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Commission Details' })).toBeHidden();
    for (const text of [name, '$75.00', 'Milo Reyes', 'Nov 19, 2026', 'WIRE-9', 'Friday run', '62.5%']) {
      await expect(record).toContainText(text);
    }
    await expect(record).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ media: null, colorScheme: null });
    await endOfPrinting(page);
    await expect(record).toHaveCount(0);
    for (const format of ['A4', 'Letter']) {
      await page.getByRole('button', { name: 'Print payment record' }).click();
      const file = (await page.pdf({ format })).toString('latin1');
      expect(file.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
      await expect(record).toHaveCount(0);
    }
    await expect(page).toHaveTitle('Commission Details · Paperplane');
  });

  await test.step('the agent reads and prints their own, and changes nothing', async () => {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, agent.email);
    await page.goto(`/commissions/${paid.commissionId}`);
    await expect(page.getByText('Paid to Milo')).toBeVisible();
    await expect(page.getByRole('button', { name: /Change status|Record payment/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Print payment record' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(record).toContainText('$75.00');
    await expect(record).toContainText('by Milo Reyes');
    await page.emulateMedia({ media: null });
    await endOfPrinting(page);
    await page.goto(`/commissions/${foreign.commissionId}`);
    await expect(page.getByRole('heading', { name: 'No such commission' })).toBeVisible();
    await expect(page).toHaveTitle('Commission not found · Paperplane');
  });
});
