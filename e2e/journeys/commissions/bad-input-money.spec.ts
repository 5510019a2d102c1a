/**
 * Only the forms say it at the field: what those about money refuse, and what the database refuses after them
 * (docs/product/platform.md, Refusals of the database).
 */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import {
  breakRequests,
  CATALOGUE,
  choose,
  expectKept,
  expectNoProblem,
  expectProblem,
  expectRefused,
  field,
  fill,
  summary,
} from '../../support/forms';
import { signIn } from '../../support/people';

const long = (length: number) => 'x'.repeat(length);

// Holds commissions-51
test('a sale, a payment and a status say at their fields what is wrong, and keep what was typed; the database has the last word', async ({
  page,
}) => {
  test.slow();
  const { email, api, sale } = await newTradingAgency('Input');
  await signIn(page, email);
  await page.goto('/sales/create');
  const submit = page.getByRole('button', { name: 'Create sale' });

  await test.step('fields', async () => {
    await submit.click();
    await expect(summary(page, 'to create this sale')).toBeFocused();
    await expectProblem(page, 'customerId', 'Choose the customer for this booking.');
    await expectProblem(page, 'vendorId', 'Choose the vendor for this booking.');
    await expectProblem(page, 'bookingReference', 'Enter the booking reference.');
    await expectProblem(page, 'totalAmount', 'Enter the total amount.');

    await expectRefused(page, 'totalAmount', '10.999', 'Use at most two decimals.');
    await expectRefused(page, 'commissionRate', '101', 'Enter a percentage from 0 to 100.');
    await field(page, 'totalAmount').fill('1000');
    await expectRefused(page, 'commissionAmount', '1,000.01', 'Commission must be at most the total amount.');
    await expectRefused(page, 'saleDate', '', 'Enter the sale date.');
    await field(page, 'travelDate').fill('2027-07-18');
    await expectRefused(page, 'returnDate', '2027-07-17', 'Return must be on or after Jul 18, 2027.');
    // A later start is mended by either of the two dates.
    await field(page, 'travelDate').fill('2027-07-10');
    await expectNoProblem(page, 'returnDate');
  });

  const typed = {
    bookingReference: 'BAD-1',
    saleDate: '2026-11-20',
    travelDate: '2027-07-10',
    returnDate: '2027-07-17',
    totalAmount: '1,000.50',
    commissionRate: '12.5',
    notes: 'Quiet cabin',
  };
  await test.step('a failed request keeps everything, and a second try works', async () => {
    await choose(page, 'Customer', 'Ines Albrecht');
    await choose(page, 'Vendor', 'Fjordline Cruises');
    await fill(page, typed);
    const kept = { ...typed, customerId: 'Ines Albrecht', vendorId: 'Fjordline Cruises' };
    let mend = await breakRequests(page, '/rest/v1/rpc/create_sale', 500);
    await submit.click();
    await expect(summary(page, 'The sale was not created')).toContainText(CATALOGUE.server);
    await expectKept(page, kept);
    await mend();
    // No answer: it may have been saved, so the form asks again by itself.
    mend = await breakRequests(page, '/rest/v1/rpc/create_sale', 'offline');
    await submit.click();
    await expect(page.getByText('It is not known whether this was saved.')).toBeVisible();
    await expectKept(page, kept);
    await mend();
    await expect(page.getByRole('heading', { name: 'BAD-1' })).toBeVisible();
    await expect(page.getByText('$125.06').first()).toBeVisible();
  });

  await test.step('paid by somebody else meanwhile: the money stays, everything else is kept', async () => {
    const made = await api.one<{ id: string }>('sales?booking_reference=eq.BAD-1');
    await page.getByRole('link', { name: 'Edit sale' }).click();
    await expect(field(page, 'totalAmount')).toBeEditable();
    await api.update(`sales?id=eq.${made.id}`, { status: 'paid' });
    await fill(page, { totalAmount: '2,000', notes: 'Upgraded' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This sale changed while you were editing' });
    await expect(dialog.getByText('Financial details are locked because this sale is paid.')).toBeVisible();
    expect(await api.one(`sales?id=eq.${made.id}&select=total_amount,notes`)).toEqual({
      total_amount: 1000.5,
      notes: 'Quiet cabin',
    });
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    await expectKept(page, { totalAmount: '2,000.00', notes: 'Upgraded' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('button', { name: 'Save with these changes' }).click();
    await expect(page.getByRole('main').getByText('Upgraded').first()).toBeVisible();
    await page.getByRole('link', { name: 'Edit sale' }).click();
    await expect(page.getByText('Financial details are locked because this sale is paid.')).toBeVisible();
    await expect(field(page, 'totalAmount')).not.toBeEditable();
    await expect(field(page, 'totalAmount')).toHaveValue('1,000.50');
  });

  const [paid, gone] = await Promise.all([
    sale({ reference: 'PAY-1', paid: true }),
    sale({ reference: 'PAY-2', paid: true }),
  ]);

  await test.step('payment: wrong amount, no date, too long; then the right one', async () => {
    await page.goto(`/commissions/${paid.commissionId}`);
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    const submit = dialog.getByRole('button', { name: 'Record $120.00 payment' });
    await fill(dialog, { amount: '119.99', paymentDate: '', reference: long(201), notes: 'By hand' });
    await submit.click();
    await expect(field(dialog, 'amount')).toBeFocused();
    await expectProblem(dialog, 'amount', 'Enter exactly $120.00, the agent’s share.');
    await expectProblem(dialog, 'paymentDate', 'Enter the payment date.');
    await expectProblem(dialog, 'reference', 'Use at most 200 characters.');
    const typed = { amount: '120', paymentDate: '2026-11-20', reference: 'TR-1', notes: 'By hand' };
    await fill(dialog, typed);
    const mend = await breakRequests(page, '/rest/v1/rpc/record_agent_payment', 500);
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(CATALOGUE.server);
    await expectKept(dialog, typed);
    await mend();
    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Agent paid').first()).toBeVisible();
  });

  await test.step('cancelled by somebody else meanwhile: the payment is refused with the reason', async () => {
    await page.goto(`/commissions/${gone.commissionId}`);
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await field(dialog, 'reference').fill('TR-2');
    await api.update(`sales?id=eq.${gone.id}`, { status: 'cancelled' });
    await dialog.getByRole('button', { name: 'Record $120.00 payment' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Agent cannot be paid for a cancelled sale');
    await expectKept(dialog, { reference: 'TR-2' });
    expect(await api.rows('agent_payments?reference=eq.TR-2')).toEqual([]);
  });

  await test.step('status: one has to be chosen, a note has an end, and the database has the last word', async () => {
    const sold = await sale({ reference: 'PAY-3' });
    await page.goto(`/commissions/${sold.commissionId}`);
    await page.getByRole('button', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change status' });
    const submit = dialog.getByRole('button', { name: 'Change status' });
    await expect(dialog.getByRole('radio', { name: /Agent paid/ })).toBeDisabled();
    await submit.click();
    await expect(dialog.getByRole('group', { name: 'Status' })).toHaveAccessibleDescription(
      'Choose one of the listed statuses.',
    );
    await expect(dialog.getByRole('radio', { name: 'Funds received' })).toBeFocused();
    await dialog.getByRole('radio', { name: 'Funds received' }).check();
    await field(dialog, 'notes').fill(long(5001));
    await submit.click();
    await expectProblem(dialog, 'notes', 'Use at most 5,000 characters.');
    await field(dialog, 'notes').fill('Came early');
    await api.update(`sales?id=eq.${sold.id}`, { status: 'cancelled' });
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Cannot mark commission as funds received for a cancelled sale',
    );
    await expectKept(dialog, { notes: 'Came early' });
  });
});
