/**
 * Only a browser has a reload, a crash and storage: nothing typed is lost, not when the session turns out to have ended on the server
 * either.
 */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { draftsIn, revokeSession, saveAndComeBack } from '../../support/drafts';
import { choose, expectKept, expectProblem, field, fill } from '../../support/forms';
import { openStatusDialog, openStatusMenu } from '../../support/money';
import { signIn } from '../../support/people';
import { createFirstSale } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

const draftBack = (page: Page) => page.getByText('Your draft is back');

test('what was typed survives a reload, an accident and a session that ended, but not a sign-out', async ({
  page: first,
  context,
}) => {
  let page = first;
  const { email, password } = await newTradingAgency('Drafts');
  const typed = { bookingReference: 'DRAFT-1', totalAmount: '1,234.50', notes: 'Two adjoining tents' };
  await signIn(page, email);
  await page.goto('/sales');
  await createFirstSale(page).click();
  await choose(page, 'Customer', 'Ines Albrecht');
  await choose(page, 'Vendor', 'Fjordline Cruises');
  await fill(page, typed);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  await test.step('a link and Back ask first', async () => {
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expectKept(page, typed);
    await page.goBack();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL('/sales/create');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Keep draft' }).click();
    await expect(page).toHaveURL('/sales');
    await createFirstSale(page).click();
    await expect(draftBack(page)).toBeVisible();
  });

  await test.step('a reload brings everything back', async () => {
    await page.reload();
    await expect(draftBack(page)).toBeVisible();
    await expectKept(page, { ...typed, customerId: 'Ines Albrecht' });
    await expectAccessible(page, 'a draft that is back', ['light', 'dark']);
  });

  await test.step('so does the browser when it has crashed', async () => {
    await field(page, 'notes').fill('Two adjoining tents, please');
    // What a crash may cost is the last third of a second.
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('Two adjoining tents, please');
    await page.close({ runBeforeUnload: false });
    page = await context.newPage();
    await page.goto('/sales/create');
    await expect(draftBack(page)).toBeVisible();
    await expectKept(page, { ...typed, notes: 'Two adjoining tents, please' });
  });

  await test.step('so does signing in again after the session has ended, with a customer who was being added', async () => {
    await field(page, 'notes').fill('Two adjoining tents, and a cot');
    await page.getByRole('button', { name: 'New customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    const added = { firstName: 'Aiko', lastName: 'Tanaka', email: 'aiko@tanaka.test' };
    await fill(dialog, added);
    await revokeSession(page);
    await saveAndComeBack(page, dialog.getByRole('button', { name: 'Add customer' }), email, password);
    await expect(page).toHaveURL('/sales/create');
    await expectKept(dialog, added);
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Aiko Tanaka');
    await expectKept(page, { ...typed, notes: 'Two adjoining tents, and a cot' });
    await page.reload();
    await expect(draftBack(page)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('signing out deletes it', async () => {
    expect(await draftsIn(page)).not.toEqual([]);
    await page.getByRole('button', { name: 'Nora Quist' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const sure = page.getByRole('alertdialog', { name: 'Sign out without saving?' });
    await sure.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await draftsIn(page)).toHaveLength(0);
  });
});

test('what was typed on a sale, a commission and in their dialogs comes back after the session has ended, and after a reload', async ({
  page,
}) => {
  const { email, password, api, sale } = await newTradingAgency('Revoked');
  const [sold, early, payable] = await Promise.all(
    [false, false, true].map((paid, n) => sale({ reference: `NOTE-${n + 1}`, paid })),
  );
  await signIn(page, email);

  await test.step('a session that was revoked while a sale is edited costs a log-in and nothing else', async () => {
    const typed = { totalAmount: '1,250.00', notes: 'Window seats', travelDate: '2027-05-01' };
    await page.goto(`/sales/${sold?.id}/edit`);
    await fill(page, typed);
    await revokeSession(page);
    await saveAndComeBack(page, page.getByRole('button', { name: 'Save changes' }), email, password);
    await expect(page).toHaveURL(`/sales/${sold?.id}/edit`);
    await expect(draftBack(page)).toBeVisible();
    await expectKept(page, typed);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { name: 'NOTE-1' })).toBeVisible();
    expect(await api.one(`sales?id=eq.${sold?.id}&select=total_amount,commission_amount,notes`)).toEqual({
      total_amount: 1250,
      commission_amount: 150,
      notes: 'Window seats',
    });
    expect(await draftsIn(page)).toEqual([]);
  });

  await test.step('the note of a sale that is being marked as paid', async () => {
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    const question = page.getByRole('alertdialog', { name: 'Mark sale NOTE-1 as paid?' });
    await field(question, 'note').fill('Paid by card, receipt 4411');
    await revokeSession(page);
    await saveAndComeBack(page, question.getByRole('button', { name: 'Mark as paid' }), email, password);
    await expect(page).toHaveURL(`/sales/${sold?.id}`);
    await expectKept(question, { note: 'Paid by card, receipt 4411' });
    await expect(field(question, 'note')).toHaveAccessibleDescription(/^What you typed is back\./);
    await question.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Paid by card, receipt 4411');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
    await expect(question).toHaveCount(0);
  });

  await test.step('the note of a commission', async () => {
    const dialog = await openStatusDialog(page, early?.commissionId ?? '');
    await dialog.getByRole('radio', { name: 'Funds received' }).check();
    await field(dialog, 'notes').fill('Came early');
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('Came early');
    await page.reload();
    await expect(dialog).toContainText('What you typed is back');
    await expect(dialog.getByRole('radio', { name: 'Funds received' })).toBeChecked();
    await expectKept(dialog, { notes: 'Came early' });
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(page.getByRole('list', { name: 'Commission history' })).toContainText('Came early');
  });

  await test.step('a payment', async () => {
    const typed = { paymentDate: '2026-11-19', reference: 'WIRE-7', notes: 'Friday run' };
    await page.goto(`/commissions/${payable?.commissionId}`);
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await fill(dialog, typed);
    await field(dialog, 'paymentMethod').selectOption('Check');
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('"check"');
    await page.reload();
    await expect(dialog).toContainText('What you typed is back');
    await expectKept(dialog, { ...typed, paymentMethod: 'check' });
    await field(dialog, 'amount').fill('119');
    await dialog.getByRole('button', { name: 'Record $120.00 payment' }).click();
    await expectProblem(dialog, 'amount', /Enter exactly/);

    // Given up, it does not come back.
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog', { name: 'Discard what you typed?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Record payment' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await draftsIn(page)).toEqual([]);
  });

  await test.step('a question nobody has typed into is asked once', async () => {
    const entry = await openStatusMenu(page, early?.id ?? '');
    await entry('Cancel sale').click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'NOTE-2' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});
