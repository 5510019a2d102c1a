/**
 * Only a browser goes through the pages: a customer from creation to archive and back, in an address of its own at every step, in
 * nobody’s way.
 */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { DEVICES, expectAccessible, expectAccessibleEverywhere, visit } from '../../support/axe';
import { choose, expectProblem, expectValue, field, fill, summary } from '../../support/forms';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const table = (page: Page) => page.getByRole('table', { name: 'Customers' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const alertDialog = (page: Page) => page.getByRole('alertdialog');
const choosePart = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a customer from creation to archive and back, much of it by the keyboard, with a companion', async ({
  page,
}) => {
  test.slow();
  const { email, api, customer, sale } = await newTradingAgency('Customer Travel');
  await signIn(page, email);

  await test.step('what is wrong is said at its field, and a slip loses nothing', async () => {
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Add customer' }).click();
    await fill(page, { lastName: 'Duval', email: 'elena@', birthday: '1984-06-14' });
    await page.getByRole('button', { name: 'Add phone' }).press('Enter');
    await expect(field(page, 'morePhones.0.label')).toBeFocused();
    await page.keyboard.type('Work');
    await page.getByRole('button', { name: 'Add customer' }).click();
    await expect(summary(page, 'Fix 3 fields to add this customer')).toBeFocused();
    await expectProblem(page, 'firstName', 'Enter a first name.');
    await expectProblem(page, 'email', /full email address/);
    await expectProblem(page, 'morePhones.0.value', 'Enter the phone number, or remove this row.');
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
    await alertDialog(page).getByRole('button', { name: 'Keep draft' }).click();
    await expect(page).toHaveURL('/customers');
    await page.getByRole('link', { name: 'Add customer' }).click();
    await expect(page.getByText('Your draft is back')).toBeVisible();
    await expectValue(page, 'birthday', '1984-06-14');
  });

  await test.step('everything there is to know', async () => {
    await fill(page, {
      firstName: 'Élena',
      email: 'elena@duval.test',
      phone: '+1 (415) 555-0148',
      'morePhones.0.value': '+1 415 555 0199',
      addressLine1: '1180 Filbert Street',
      city: 'San Francisco',
      region: 'CA',
      postalCode: '94109',
      emergencyName: 'Luc Duval',
      emergencyRelation: 'Brother',
      emergencyPhone: '+33 1 55 50 01 99',
      seat: 'Window, front half',
      allergies: 'Nuts',
      notes: 'Calls on Mondays.',
    });
    await field(page, 'country').selectOption('United States');
    await page.getByRole('button', { name: 'Add airline program' }).click();
    await fill(page, { 'airlines.0.name': 'Kestrel Club Gold', 'airlines.0.number': 'KC 77' });
    await field(page, 'tags').fill('VIP');
    await field(page, 'tags').press('Enter');
    await field(page, 'tags').fill('vip, Family');
    await field(page, 'tags').press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(heading(page, 'Élena Duval')).toBeVisible();
    const contact = card(page, 'Contact');
    for (const text of [
      'elena@duval.test',
      '+1 415 555 0199',
      'Work',
      '1180 Filbert Street',
      'San Francisco, CA 94109',
      'United States',
      'Jun 14, 1984',
      'Luc Duval (Brother)',
    ]) {
      await expect(contact).toContainText(text);
    }
    await expect(card(page, 'Travel preferences')).toContainText('Window, front half');
    await expect(card(page, 'Travel preferences')).toContainText('Kestrel Club GoldKC 77');
    await expect(heading(page, 'Élena Duval')).toContainText('VIPFamily');
  });

  await test.step('found without accents, by phone and by tag; totals follow the sales', async () => {
    const { id } = await api.one<{ id: string }>('customers?last_name=eq.Duval&select=id');
    await sale({ reference: 'EL-1', customer: id, departs: inDays(40), returns: inDays(50) });
    await page.goto('/customers');
    const search = page.getByRole('searchbox');
    for (const words of ['duval elena', '4155550199', 'family']) {
      await search.fill(words);
      await expect(page.getByText('1 matching customer')).toBeVisible();
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await expect(table(page)).toContainText('Élena Duval');
    }
    await expect(table(page)).toContainText('$1,000');
    await search.fill('');
    await page.getByLabel('Tag', { exact: true }).selectOption('VIP');
    await expect(page).toHaveURL('/customers?tag=VIP');
    await page.getByRole('link', { name: 'Élena Duval' }).click();
    await expect(card(page, 'Totals')).toContainText('Lifetime sales$1,000Trips1');
    await expect(card(page, 'Upcoming travel')).toContainText('40 days away');
    await page.getByRole('link', { name: 'View in sales' }).click();
    await expect(page).toHaveURL(/\/sales\?q=/);
    await expect(page.getByRole('link', { name: 'EL-1' })).toBeVisible();
    await page.goBack();
  });

  await test.step('an edit writes what was changed, and only that', async () => {
    await page.getByRole('link', { name: 'Edit travel preferences' }).click();
    await expect(field(page, 'seat')).toBeFocused();
    await field(page, 'seat').fill('Aisle');
    const { id } = await api.one<{ id: string }>('customers?last_name=eq.Duval&select=id');
    // Somebody else, meanwhile: another field, which stays theirs, and one is told.
    await api.update(`customers?id=eq.${id}`, { city: 'Oakland' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const told = dialog(page, 'This customer changed while you were editing');
    await expect(told).toContainText('Nora Quist changed the address');
    await expect(told).toContainText('CitySan Francisco → Oakland');
    await expect(told).toContainText('SeatWindow, front half → Aisle');
    await told.getByRole('button', { name: 'Save with these changes' }).click();
    await expect(card(page, 'Travel preferences')).toContainText('Aisle');
    await expect(card(page, 'Contact')).toContainText('Oakland, CA 94109');
  });

  await test.step('companions show on both sides', async () => {
    const companions = card(page, 'Companions');
    await companions.getByRole('button', { name: 'Add companion' }).click();
    const form = dialog(page, 'Add companion');
    await form.getByRole('button', { name: 'Add companion' }).click();
    await expectProblem(form, 'companionId', 'Choose a customer.');
    await choose(page, 'Customer', 'Ines Albrecht');
    await field(form, 'relation').fill('Wife');
    await form.getByRole('button', { name: 'Add companion' }).click();
    await expect(companions).toContainText('Ines AlbrechtWife');
    await companions.getByRole('link', { name: 'Ines Albrecht' }).click();
    await expect(companions).toContainText('Élena Duval');
    await companions.getByRole('button', { name: 'Actions for Élena Duval' }).click();
    await page.getByRole('menuitem', { name: 'Remove companion' }).click();
    await alertDialog(page).getByRole('button', { name: 'Remove companion' }).click();
    await expect(companions).toContainText('Nobody yet');
    await page.goBack();
    await expect(heading(page, 'Élena Duval')).toBeVisible();
  });

  await test.step('archived: out of list and pickers, on their sales, and back again', async () => {
    const more = page.getByRole('button', { name: 'More actions' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await expect(page.getByRole('menuitem', { name: /^Delete customer/ })).toContainText(
      'Archive them instead',
    );
    await page.keyboard.type('ar');
    await expect(page.getByRole('menuitem', { name: 'Archive', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(alertDialog(page).getByRole('button', { name: 'Keep active' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(alertDialog(page)).toBeHidden();
    await more.click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await alertDialog(page).getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText(/^Archived on /)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create sale' })).toBeHidden();
    await page.goto('/sales/create');
    await page.getByRole('combobox', { name: 'Customer' }).fill('Duval');
    await expect(page.getByRole('option', { name: 'Create “Duval”' })).toBeVisible();
    await page.goto('/customers');
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await api.call('archive_customer', { customer_id: customer.id, archived: true });
    await page.reload();
    await expect(heading(page, 'No active customers')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Import' })).toBeVisible();
    await page.getByRole('link', { name: 'Show 2 archived' }).click();
    await expect(page).toHaveURL('/customers?status=archived');
    await page.getByRole('link', { name: 'Élena Duval' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/^Archived on /)).toBeHidden();
  });
});

test('nothing stands in anybody’s way', async ({ page }) => {
  test.slow();
  const { email, api, customer, sale } = await newTradingAgency('Axe');
  const sold = await sale({ reference: 'AX-1', departs: inDays(20), returns: inDays(30) });
  const other = await api.insert('customers', { first_name: 'Milan', last_name: 'Vesely', tags: ['VIP'] });
  await api.call('update_sale', {
    sale_id: sold.id,
    expected_version: 1,
    changes: {},
    traveler_ids: [other.id],
  });
  await api.update(`customers?id=eq.${customer.id}`, {
    tags: ['VIP', 'Family', 'Cruise lover'],
    phone: '+49 30 555 01',
    birthday: '1984-06-14',
    city: 'Berlin',
    country: 'DE',
    emergency_name: 'Luc',
    emergency_phone: '1',
    more_emails: [{ label: 'Work', value: 'a-very-long-address-of-somebody@a-very-long-company.example' }],
    preferences: { seat: 'Window', airlines: [{ airline: 'Kestrel', number: 'K 7' }] },
  });
  await api.insert('customer_companions', {
    customer_id: customer.id,
    companion_id: other.id,
    relation: 'Husband',
  });
  await api.call('save_passport', {
    customer_id: customer.id,
    passport: { number: 'C01X0006H', country: 'DE', expires_on: inDays(100) },
  });
  await signIn(page, email);
  const look = (what: string) => expectAccessibleEverywhere(page, what);

  await visit(page, { path: '/customers', title: 'Customers' });
  await page.goto('/customers?status=archived');
  await look('nobody archived');
  await visit(page, { path: `/customers/${customer.id}`, title: 'Customer' });
  await page.getByRole('button', { name: 'Who has seen it' }).click();
  await expect(card(page, 'Upcoming travel')).toBeVisible();
  await look('profile');
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expectAccessible(page, `menu on ${device}`, themes);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize(DEVICES[0][1]);
  await choosePart(page, 'Merge with another customer');
  await choose(page, 'The other record', 'Milan Vesely');
  await expect(page.getByRole('list', { name: 'What happens' })).toBeVisible();
  await look('merge');
  await page.keyboard.press('Escape');
  await choosePart(page, 'Erase personal data');
  await look('erase');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add passport' }).click();
  await look('passport');
  await page.keyboard.press('Escape');
  await page.goto('/customers/create');
  await page.getByRole('button', { name: 'Add phone' }).click();
  await page.getByRole('button', { name: 'Add hotel program' }).click();
  await fill(page, { firstName: 'I', lastName: 'A', email: 'ines@albrecht.test' });
  await expect(page.getByText('Is this somebody you know already?')).toBeVisible();
  await look('form');
});
