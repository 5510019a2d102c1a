/** Only on screen is a number hidden until somebody asks: passports, and who looked at them. */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { expectProblem, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const alertDialog = (page: Page) => page.getByRole('alertdialog');
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a passport is masked, revealed on request for a while, to an agent of their own customer alone, and who saw it is written down', async ({
  page,
  browser,
}) => {
  test.slow();
  const NUMBER = '12AB34417';
  const { email, api, customer, agent, sale } = await newAgencyWithAgent('Secrets');
  const sold = await sale({ reference: 'PASS-1', departs: inDays(20), returns: inDays(30) });
  await signIn(page, email);
  await page.clock.install();
  await page.goto(`/customers/${customer.id}`);
  const passport = card(page, 'Passport');

  await test.step('added: the number is checked, kept, and not shown', async () => {
    await passport.getByRole('button', { name: 'Add passport' }).click();
    const form = dialog(page, 'Add passport');
    await form.getByRole('button', { name: 'Add passport' }).click();
    await expectProblem(form, 'number', 'Enter the passport number.');
    await expectProblem(form, 'expiresOn', 'Enter the expiry date.');
    await fill(form, { number: '12ab 34417', givenNames: 'Ines Marie', expiresOn: inDays(100) });
    await field(form, 'country').selectOption('France');
    await form.getByRole('button', { name: 'Add passport' }).click();
    await expect(form).toBeHidden();
    await expect(passport).toContainText('France');
    await expect(passport).toContainText('•••• ••••• 4417');
    await expect(passport).toContainText(/Expires 2 months after the return on/);
    await expect(passport.getByRole('link', { name: 'See the booking' })).toHaveAttribute(
      'href',
      `/sales/${sold.id}`,
    );
  });

  await test.step('revealed, hidden again by itself, and kept nowhere', async () => {
    await passport.getByRole('button', { name: 'Reveal passport number ending 4417' }).click();
    await expect(passport.getByText(NUMBER)).toBeVisible();
    const kept = await page.evaluate(
      () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
    );
    expect(kept).not.toContain(NUMBER);
    await page.clock.fastForward(31_000);
    await expect(passport.getByText(NUMBER)).toBeHidden();
    await passport.getByRole('button', { name: 'Reveal passport number ending 4417' }).click();
    await expect(passport.getByText(NUMBER)).toBeVisible();
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
    await page.goBack();
    await expect(passport).toContainText('•••• ••••• 4417');
    await expect(page.getByText(NUMBER)).toBeHidden();
  });

  await test.step('the log', async () => {
    await passport.getByRole('button', { name: 'Who has seen it' }).click();
    const log = page.getByRole('list', { name: 'Who has seen a passport number' });
    await expect(log.getByRole('listitem')).toHaveCount(2);
    await expect(log).toContainText('Nora Quist saw the number ending 4417');
  });

  await test.step('no table tells it, and an agent without a sale cannot ask', async () => {
    const rows = await api.rows('customers?select=*');
    expect(JSON.stringify(rows)).not.toContain('4417');
    expect(JSON.stringify(rows)).not.toContain(NUMBER);
    const { id } = (
      await api.call<{ passports: { id: string }[] }>('get_customer_profile', { customer_id: customer.id })
    ).passports[0] ?? { id: '' };
    await expect(agent.api.call('reveal_passport', { passport_id: id })).rejects.toThrow(
      /Only admins, and agents whose trip/,
    );
  });

  await test.step('changed without its number, and removed', async () => {
    const actions = passport.getByRole('button', { name: 'Passport of France ending 4417' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Edit passport' }).click();
    const form = dialog(page, /^Edit the passport/);
    await expect(field(form, 'number')).toHaveValue('');
    await field(form, 'expiresOn').fill(inDays(3000));
    await form.getByRole('button', { name: 'Save passport' }).click();
    await expect(passport.getByText(/Some countries ask/)).toBeHidden();
    await expect(passport).toContainText('4417');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Remove passport' }).click();
    await alertDialog(page).getByRole('button', { name: 'Remove passport' }).click();
    await expect(passport).toContainText('No passport yet');
  });

  await test.step('an agent reveals the passport of their own customer alone, and may neither merge nor erase', async () => {
    const other = await api.insert('customers', { first_name: 'Otto', last_name: 'Fremd' });
    await sale({ reference: 'OWN-1', agent, departs: inDays(20) });
    const secret = { number: 'C01X0006H', country: 'DE', expires_on: inDays(3000) };
    for (const { id } of [customer, other])
      await api.call('save_passport', { customer_id: id, passport: secret });
    const own = await (await browser.newContext()).newPage();
    await signIn(own, agent.email);
    await own.goto(`/customers/${customer.id}`);
    await own.getByRole('button', { name: /^Reveal/ }).click();
    await expect(card(own, 'Passport').getByText('C01X0006H')).toBeVisible();
    await own.getByRole('button', { name: 'More actions' }).click();
    await expect(own.getByRole('menuitem')).toHaveText(['Archive']);
    await own.goto(`/customers/${other.id}`);
    await expect(card(own, 'Passport')).toContainText('006H');
    // What cannot be done is explained, not offered.
    await expect(card(own, 'Passport')).toContainText('you need a sale for this customer');
    await expect(own.getByRole('button', { name: /^Reveal|Add passport/ })).toBeHidden();
    await expectAccessible(own, 'customer whose passports an agent may not use', ['light', 'dark']);
    await own.goto('/customers');
    await expect(own.getByRole('columnheader', { name: 'Agent' })).toBeHidden();
    await own.context().close();
  });
});
