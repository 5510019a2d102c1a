/**
 * Only a browser goes through the pages and keeps pictures: a vendor from creation to archive, found by search and by keyboard, in nobody’s
 * way.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { newAgency, newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { draftsIn } from '../../support/drafts';
import { expectKept, expectProblem, field, fill, summary } from '../../support/forms';
import { today } from '../../support/payouts';
import { signIn } from '../../support/people';
import { phonePicture, png, SECRETS } from '../../support/pictures';

const table = (page: Page) => page.getByRole('table', { name: 'Vendors' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name });
const menuOf = async (page: Page, name: string) => {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  return (item: string) => page.getByRole('menuitem', { name: item });
};

/** The stored file behind a picture of the page has nothing in it of what a telephone wrote. */
async function expectNothingOf(page: Page, shown: Locator, what: string) {
  await expect(shown).toHaveAttribute('src', /\/storage\/v1\/object\//);
  const answer = await page.request.get((await shown.getAttribute('src')) ?? '');
  expect(answer.headers()['content-type'], what).toBe('image/webp');
  const body = await answer.body();
  expect(body.subarray(0, 4).toString(), what).toBe('RIFF');
  expect(
    SECRETS.filter((secret) => body.includes(secret)),
    what,
  ).toEqual([]);
}

test('a vendor from creation to archive, with its logo, a draft of it and two people at once', async ({
  page,
}) => {
  test.slow();
  const agency = await newAgency('Vendor Travel');
  await signIn(page, agency.email);

  await test.step('add: what is wrong is said at its field, and nothing typed is lost by a slip', async () => {
    await agency.api.call('create_vendor', { vendor: { name: 'Northwind Rail', aliases: ['NORTH PAY'] } });
    await page.goto('/vendors');
    await page.getByRole('link', { name: 'Add vendor' }).first().click();
    await fill(page, { name: 'Fjordline', expectedPaymentDays: '731', accountNumber: 'AG-77' });
    await page.getByRole('button', { name: 'Add contact' }).click();
    await field(page, 'contacts.0.role').fill('Groups desk');
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(summary(page, 'Fix 2 fields to add this vendor')).toBeFocused();
    await expectProblem(page, 'expectedPaymentDays', 'Enter a number of days from 0 to 730.');
    await expectProblem(page, 'contacts.0.name', 'Enter the name of each contact.');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep draft' }).click();
    await expect(page).toHaveURL('/vendors');
    await page.getByRole('link', { name: 'Add vendor' }).first().click();
    await expect(page.getByText('Your draft is back')).toBeVisible();

    await fill(page, {
      expectedPaymentDays: '30',
      'contacts.0.name': 'Ida Holm',
      'contacts.0.email': 'ida@fjordline.test',
      defaultCommissionRate: '12.5',
      city: 'Bergen',
    });
    await field(page, 'category').selectOption('Cruises');
    await field(page, 'expectedPaymentBasis').selectOption('After return');
    await field(page, 'country').selectOption('Norway');
    await field(page, 'aliases').fill('north pay');
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expectProblem(page, 'aliases', /is already an alias of Northwind Rail/);
    await page.getByRole('button', { name: 'Remove north pay' }).click();
    await field(page, 'aliases').fill('FJORDLINE AS');
    await field(page, 'aliases').press('Enter');
    await page.getByLabel('Choose a logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await png(page, 900, 600),
    });
    await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
  });

  await test.step('a reload brings all of it back, and the logo is saved with it', async () => {
    const back = page.getByText('Your draft is back');
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('FJORDLINE AS');
    await page.reload();
    await expect(back).toBeVisible();
    await expectKept(page, { name: 'Fjordline', 'contacts.0.name': 'Ida Holm', expectedPaymentDays: '30' });
    await expect(page.getByText('FJORDLINE AS')).toBeVisible();
    await expect(page.locator('.vendor-logo-field img')).toHaveJSProperty('naturalWidth', 512);
    await expectAccessible(page, 'draft of a vendor', ['light', 'dark']);
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(page.getByRole('heading', { name: 'Fjordline' })).toBeVisible();
    expect(await draftsIn(page)).toEqual([]);
  });

  const saved = () =>
    agency.api.one<{ id: string; logo_url: string | null }>('vendors?name=like.Fjord*&select=id,logo_url');
  const { id, logo_url: logo } = await saved();
  const picture = await phonePicture(page, 640, 480);
  // The browser reads what we wrote: a picture, with everything in it that is to be lost.
  expect(SECRETS.filter((secret) => picture.includes(secret))).toEqual(
    SECRETS.filter((secret) => secret !== 'EXIF' && secret !== 'XMP'),
  );

  await test.step('its page: logo as a square, terms, contacts, figures', async () => {
    expect(logo).toMatch(/^[0-9a-f-]{36}\/vendors\/[0-9a-f-]{36}\.webp$/);
    const shown = page.getByRole('main').locator('.pp-av-lg img');
    await expect(shown).toHaveJSProperty('naturalWidth', 512);
    await expect(shown).toHaveJSProperty('naturalHeight', 512);
    const terms = page.getByRole('region', { name: 'Terms' });
    for (const text of ['Cruises', '12.5%', '30 days after return', 'AG-77', 'FJORDLINE AS', 'Norway'])
      await expect(terms.getByText(text)).toBeVisible();
    await expect(page.getByRole('region', { name: 'People' })).toContainText('Ida Holm · Groups desk');
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Overdue commission$0');
  });

  await test.step('two people edit: the second is told what changed, and chooses; another logo takes the place of the first, whose file is gone', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(field(page, 'contacts.0.name')).toHaveValue('Ida Holm');
    await fill(page, { name: 'Fjordline Cruises', notes: 'Mine', expectedPaymentDays: '20' });
    await page
      .getByLabel('Choose a logo')
      .setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: picture });
    await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
    const theirs = { notes: 'Theirs', expected_payment_days: 45, city: 'Oslo' };
    await agency.api.call('update_vendor', { vendor_id: id, expected_version: 1, vendor: theirs });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const told = page.getByRole('dialog', { name: 'This vendor changed while you were editing' });
    await expect(told).toContainText('Nora Quist changed the address, the expected payment, and the notes');
    await expect(told.getByRole('group', { name: 'Expected payment' })).toHaveAccessibleDescription(
      'It was 30 days after return.',
    );
    await expectAccessible(page, 'conflict about a vendor', ['light', 'dark']);
    await told.getByRole('radio', { name: 'Keep mine 20 days after return' }).check();
    await told.getByRole('radio', { name: 'Take theirs Theirs' }).check();
    await told.getByRole('button', { name: 'Save with these changes' }).click();
    await expect(page.getByRole('heading', { name: 'Fjordline Cruises' })).toBeVisible();
    const { vendor } = await agency.api.call<{ vendor: object }>('get_vendor_profile', { vendor_id: id });
    expect(vendor).toMatchObject({
      ...{ name: 'Fjordline Cruises', notes: 'Theirs', city: 'Oslo', expected_payment_days: 20 },
      logo_url: expect.stringMatching(/\.webp$/),
    });
    const shown = page.getByRole('main').locator('.pp-av-lg img');
    await expectNothingOf(page, shown, 'a vendor’s logo');
    const address = (await shown.getAttribute('src')) ?? '';
    const now = (await saved()).logo_url ?? '';
    expect(now).not.toBe(logo);
    await expect
      .poll(async () => (await page.request.get(address.replace(now, logo ?? ''))).status())
      .toBeGreaterThanOrEqual(400);
  });

  await test.step('archive, by the keyboard alone: out of the list, and back', async () => {
    await page.getByRole('link', { name: 'Vendors', exact: true }).first().click();
    await page.getByLabel('Search vendors').focus();
    await page.keyboard.type('fjord');
    await expect(page).toHaveURL(/q=fjord/);
    const trigger = row(page, 'Fjordline Cruises').getByRole('button', { name: /^Actions for/ });
    await trigger.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
    await page.keyboard.press('a');
    await expect(page.getByRole('menuitem', { name: 'Archive…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Keep vendor' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Archive vendor' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Vendor archived')).toBeVisible();
    await page.goto(`/vendors/${id}`);
    await expect(page.getByText('New sales cannot be booked with this vendor')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create sale' })).toBeHidden();

    const other = await agency.api.one<{ id: string }>('vendors?name=like.North*&select=id');
    await agency.api.call('archive_vendor', { vendor_id: other.id, archived: true });
    await page.goto('/vendors');
    await expect(page.getByRole('heading', { name: 'No active vendors' })).toBeVisible();
    await page.getByRole('link', { name: 'Show 2 archived' }).click();
    await expect(row(page, 'Fjordline Cruises')).toContainText('Archived');
    const item = await menuOf(page, 'Fjordline Cruises');
    await item('Restore').click();
    await expect(page.getByText('Vendor restored')).toBeVisible();
    await expect(row(page, 'Fjordline Cruises')).toHaveCount(0);
  });

  await test.step('delete: for good, with its logo', async () => {
    await page.goto('/vendors');
    const item = await menuOf(page, 'Fjordline Cruises');
    await item('Delete…').click();
    await page.getByRole('button', { name: 'Delete vendor' }).click();
    await expect(row(page, 'Fjordline Cruises')).toHaveCount(0);
    await page.goto(`/vendors/${id}`);
    await expect(page.getByRole('heading', { name: 'Vendor not found' })).toBeVisible();
  });

  await test.step('photos and the agency’s logo are stored without what a telephone writes into them, too', async () => {
    const file = { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: picture };
    const shown = page.getByRole('main').locator('.pp-av-xl img');
    for (const [path, what] of [
      ['/profile', 'photo'],
      ['/profile?tab=organization', 'logo'],
    ] as const) {
      await page.goto(path);
      await page.getByLabel(`Choose a ${what}`).setInputFiles(file);
      await page.getByRole('button', { name: `Save ${what}` }).click();
      await expect(page.getByText(what === 'photo' ? 'Photo saved' : 'Logo saved')).toBeVisible();
      await expectNothingOf(page, shown, what);
    }
  });
});

test('the list searches, filters and sorts in its address, and a vendor’s figures lead to the lists behind them', async ({
  page,
}) => {
  const agency = await newTradingAgency('Vendor Lists');
  await agency.api.update(`vendor_terms?vendor_id=eq.${agency.vendor.id}`, {
    expected_payment_days: 10,
    expected_payment_basis: 'booking',
  });
  await agency.sale({ reference: 'VF-1', sold: '2026-01-02' });
  // Of today: in ten days they would be overdue as well.
  await agency.sale({ reference: 'VF-2', sold: today() });
  const received = { on: today(), amount: 110 };
  await agency.sale({ reference: 'VF-3', sold: today(), paid: true, received });
  await agency.sale({ reference: 'VF-4', sold: today(), cancelled: true });
  const add = (name: string, more: object) => agency.api.call('create_vendor', { vendor: { name, ...more } });
  await add('Élan Hotels', { category: 'hotel', default_commission_rate: 9, aliases: ['SWEET NIGHTS LTD'] });
  await add('Northwind Rail', { category: 'rail', default_commission_rate: 11, expected_payment_days: 14 });
  await signIn(page, agency.email);
  await page.goto('/vendors');
  const names = table(page).locator('tbody .pp-tlink');
  await expect(names).toHaveText(['Élan Hotels', 'Fjordline Cruises', 'Northwind Rail']);
  await expect(row(page, 'Northwind Rail')).toContainText('14 days after departure');

  await page.getByLabel('Search vendors').fill('nights sweet');
  await expect(names).toHaveText(['Élan Hotels']);
  await expect(page).toHaveURL(/q=nights(\+|%20)sweet/);
  await page.getByLabel('Search vendors').fill('');
  await page.getByLabel('Category').selectOption('Rail (1)');
  await expect(names).toHaveText(['Northwind Rail']);
  await page.reload();
  await expect(names).toHaveText(['Northwind Rail']);
  await page.getByRole('button', { name: 'Clear Category' }).click();
  await table(page).getByRole('link', { name: 'Default rate' }).click();
  await expect(names).toHaveText(['Fjordline Cruises', 'Northwind Rail', 'Élan Hotels']);
  await expect(page).toHaveURL(/sort=defaultCommissionRate&dir=desc/);
  await page.goBack();
  await expect(names).toHaveText(['Élan Hotels', 'Fjordline Cruises', 'Northwind Rail']);
  // A vendor with sales is not deleted, and the menu says why.
  const item = await menuOf(page, 'Fjordline Cruises');
  await expect(item('Delete…')).toHaveAttribute('aria-disabled', 'true');
  await expect(item('Delete…')).toContainText('Archive it instead');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Fjordline Cruises' }).first().click();
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures).toContainText('Revenue$3,0003 sales');
  await expect(figures).toContainText('Expected commission$2402 commissions');
  // Less arrived than was owed: the list it leads to knows what was owed.
  await expect(figures).toContainText('Received commission$110of $120 · 1 receiptFunds received $120');
  await expect(figures).toContainText('Overdue commission$1201 commission');

  const links = figures.getByRole('link');
  await expect(links).toHaveCount(4);
  for (let n = 0; n < 4; n += 1) {
    const [label = '', amount = ''] = (await links.nth(n).getAttribute('aria-label'))?.split(': ') ?? [];
    await test.step(`the link with ${amount} leads to a list with that sum`, async () => {
      await links.nth(n).click();
      if (label.startsWith('Expected')) {
        await expect(page.getByRole('table', { name: 'Bookings' }).locator('tfoot')).toContainText(amount);
        await page.goBack();
        return;
      }
      await expect(page.getByRole('button', { name: 'Vendor: Fjordline Cruises' })).toBeVisible();
      const sum = new RegExp(`^\\d (active sales|[a-z ]*commissions?[a-z ]*) · \\${amount}(\\.00)?$`);
      await expect(page.getByText(sum)).toBeVisible();
      await page.goBack();
    });
  }

  const commissions = page.getByRole('table', { name: 'Commissions' }).locator('tbody tr');
  await figures.getByRole('link', { name: /^Overdue/ }).click();
  await expect(commissions).toHaveCount(1);
  await expect(commissions).toContainText('VF-1');
  await expect(commissions).toContainText(/\d+ (months|years?) late/);
  await expect(page.getByText('1 overdue commission · $120.00')).toBeVisible();
});
