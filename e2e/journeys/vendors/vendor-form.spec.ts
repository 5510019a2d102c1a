/**
 * Only a browser keeps drafts and pictures: what is typed about a vendor, by one person or by two, and the pictures of vendors, people
 * and agencies.
 */
import { expect, test, type Locator } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { draftsIn, revokeSession, saveAndComeBack } from '../../support/drafts';
import { expectKept, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';
import { phonePicture, png, SECRETS } from '../../support/pictures';

test('what was typed about a vendor survives a reload and a session that ended, its logo too, but not a sign-out', async ({
  page,
}) => {
  const agency = await newTradingAgency('Vendor Drafts');
  const back = page.getByText('Your draft is back');
  const typed = { name: 'Fjordline', 'contacts.0.name': 'Ida Holm', expectedPaymentDays: '30' };
  await signIn(page, agency.email);
  await page.goto('/vendors');
  await page.getByRole('link', { name: 'Add vendor' }).click();
  await page.getByRole('button', { name: 'Add contact' }).click();
  await fill(page, typed);
  await field(page, 'aliases').fill('FJORDLINE AS');
  await field(page, 'aliases').press('Enter');
  await page.getByLabel('Choose a logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await png(page, 64, 64),
  });
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();

  await test.step('a way out asks, and keeps the draft when asked to', async () => {
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep draft' }).click();
    await expect(page).toHaveURL('/vendors');
    await page.getByRole('link', { name: 'Add vendor' }).click();
    await expect(back).toBeVisible();
  });

  await test.step('a reload brings everything back, and the logo is saved with it', async () => {
    await page.reload();
    await expect(back).toBeVisible();
    await expectKept(page, typed);
    await expect(page.getByText('FJORDLINE AS')).toBeVisible();
    await expect(page.locator('.vendor-logo-field img')).toHaveJSProperty('naturalWidth', 64);
    await expectAccessible(page, 'draft of a vendor', ['light', 'dark']);
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(page.getByRole('heading', { name: 'Fjordline' })).toBeVisible();
    await expect(page.getByRole('main').locator('.pp-av-lg img')).toHaveJSProperty('naturalWidth', 64);
    expect(await draftsIn(page)).toEqual([]);
  });

  await test.step('an edit comes back after the session has ended', async () => {
    await page.goto(`/vendors/${agency.vendor.id}/edit`);
    await field(page, 'notes').fill('Ask for Ida');
    await revokeSession(page);
    await saveAndComeBack(
      page,
      page.getByRole('button', { name: 'Save changes' }),
      agency.email,
      agency.password,
    );
    await expect(page).toHaveURL(`/vendors/${agency.vendor.id}/edit`);
    await expect(back).toBeVisible();
    await expectKept(page, { notes: 'Ask for Ida' });
  });

  await test.step('discarded, the form begins again; signing out deletes what is left', async () => {
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expectKept(page, { name: 'Fjordline Cruises', notes: '' });
    await field(page, 'notes').fill('Half a thought');
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('Half a thought');
    await page.getByRole('button', { name: 'Nora Quist' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const sure = page.getByRole('alertdialog', { name: 'Sign out without saving?' });
    await sure.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await draftsIn(page)).toEqual([]);
  });
});

test('two people edit one vendor: the second is told what changed, and chooses, also about the logo', async ({
  page,
}) => {
  const agency = await newTradingAgency('Vendor Conflict');
  const save = (version: number, vendor: object) =>
    agency.api.call('update_vendor', { vendor_id: agency.vendor.id, expected_version: version, vendor });
  await save(1, { notes: 'As it was', expected_payment_days: 10 });
  await signIn(page, agency.email);
  await page.goto(`/vendors/${agency.vendor.id}/edit`);
  await fill(page, { notes: 'Mine', expectedPaymentDays: '20', accountNumber: 'AG-1' });
  await page.getByLabel('Choose a logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await png(page, 64, 64),
  });
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
  await save(2, { notes: 'Theirs', expected_payment_days: 30, city: 'Bergen' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const told = page.getByRole('dialog', { name: 'This vendor changed while you were editing' });
  await expect(told).toContainText('Nora Quist changed the address, the expected payment, and the notes');
  await expect(told.getByRole('group', { name: 'Expected payment' })).toHaveAccessibleDescription(
    'It was 10 days after departure.',
  );
  await expectAccessible(page, 'conflict about a vendor', ['light', 'dark']);
  await told.getByRole('radio', { name: 'Keep mine 20 days after departure' }).check();
  await told.getByRole('radio', { name: 'Take theirs Theirs' }).check();
  await told.getByRole('button', { name: 'Save with these changes' }).click();
  await expect(page.getByRole('heading', { name: 'Fjordline Cruises' })).toBeVisible();
  const { vendor } = await agency.api.call<{ vendor: object }>('get_vendor_profile', {
    vendor_id: agency.vendor.id,
  });
  expect(vendor).toMatchObject({
    notes: 'Theirs',
    city: 'Bergen',
    expected_payment_days: 20,
    account_number: 'AG-1',
    logo_url: expect.stringMatching(/\.webp$/),
  });
  await expect(page.getByRole('main').locator('.pp-av-lg img')).toHaveJSProperty('naturalWidth', 64);
});

test('a picture from a telephone is stored without the place, the camera and the words in it', async ({
  page,
}) => {
  const agency = await newTradingAgency('Pictures');
  await signIn(page, agency.email);
  await page.goto(`/vendors/${agency.vendor.id}/edit`);
  const picture = await phonePicture(page, 640, 480);
  // The browser reads what we wrote: a picture, with everything in it that is to be lost.
  expect(SECRETS.filter((secret) => picture.includes(secret))).toEqual(
    SECRETS.filter((secret) => secret !== 'EXIF' && secret !== 'XMP'),
  );
  const file = { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: picture };
  /** The stored file behind the large picture of the page. */
  const stored = async (shown: Locator) => {
    await expect(shown).toHaveAttribute('src', /\/storage\/v1\/object\//);
    const answer = await page.request.get((await shown.getAttribute('src')) ?? '');
    expect(answer.headers()['content-type']).toBe('image/webp');
    return answer.body();
  };
  const expectNothing = (body: Buffer, what: string) => {
    expect(body.subarray(0, 4).toString(), what).toBe('RIFF');
    expect(
      SECRETS.filter((secret) => body.includes(secret)),
      what,
    ).toEqual([]);
  };

  await page.getByLabel('Choose a logo').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  expectNothing(await stored(page.getByRole('main').locator('.pp-av-lg img')), 'a vendor’s logo');

  await page.goto('/profile');
  await page.getByLabel('Choose a photo').setInputFiles(file);
  await page.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Photo saved')).toBeVisible();
  expectNothing(await stored(page.getByRole('main').locator('.pp-av-xl img')), 'an avatar');

  await page.goto('/profile?tab=organization');
  await page.getByLabel('Choose a logo').setInputFiles(file);
  await page.getByRole('button', { name: 'Save logo' }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  expectNothing(await stored(page.getByRole('main').locator('.pp-av-xl img')), 'the agency’s logo');
});
