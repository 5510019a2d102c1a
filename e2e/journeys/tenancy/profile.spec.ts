/** Only a browser crops a picture, keeps a theme and shows news as it arrives: a person’s profile and the agency’s settings. */
import { expect, test, type Page } from '@playwright/test';
import { newAgency, newAgencyWithAgent, newTradingAgency } from '../../support/agency';
import { post } from '../../support/api';
import { expectAccessible } from '../../support/axe';
import { liveOf } from '../../support/live';
import { commissionOf } from '../../support/money';
import { demo, signIn } from '../../support/people';
import { png } from '../../support/pictures';
import { heading, userMenu } from '../../support/screen';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });

test('a person changes name, photo, password and theme; what is half typed outlives a look at the agency', async ({
  page,
}) => {
  const { email, password, api } = await newAgency('Faces');
  await signIn(page, email);
  await page.goto('/profile');

  await test.step('what is typed on one side outlives a look at the other', async () => {
    await page.getByLabel('First name').fill('Norabella');
    await page.getByLabel('Current password').fill('half typed');
    await tab(page, 'Organization').click();
    await expect(page.getByLabel('First name')).toBeHidden();
    await page.getByLabel('Support email').fill('half@typed');
    await tab(page, 'You').click();
    await expect(page.getByLabel('First name')).toHaveValue('Norabella');
    await expect(page.getByLabel('Current password')).toHaveValue('half typed');
    await page.goBack();
    await expect(page.getByLabel('Support email')).toHaveValue('half@typed');
    await expect(page.getByRole('button', { name: 'Save name' })).toBeHidden();
    await tab(page, 'You').click();
  });

  await test.step('the name is changed, and seen everywhere', async () => {
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Enter a first name.')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByLabel('First name').fill('Nela');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Name saved')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nela Quist' })).toBeVisible();
  });

  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Choose a photo').setInputFiles({ name, mimeType, buffer });
  await test.step('a file that is no picture, or too large, is refused with a text', async () => {
    await choose('notes.txt', 'text/plain', Buffer.from('hello'));
    await expect(page.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible();
    await choose('large.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1));
    await expect(page.getByText('Choose a picture of at most 2 MB.')).toBeVisible();
    await choose('broken.png', 'image/png', Buffer.from('not a picture at all'));
    await expect(page.getByText('This picture cannot be read. Choose another one.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save photo' })).toHaveCount(0);
  });

  await test.step('a photo is cropped, encoded anew, shown, replaced and removed', async () => {
    const avatar = () =>
      api.one<{ avatar_url: string | null }>(`users?id=eq.${api.userId}&select=avatar_url`);
    const upload = async (width: number, height: number) => {
      await choose('me.png', 'image/png', await png(page, width, height));
      await page.getByRole('button', { name: 'Save photo' }).click();
      await expect(page.getByRole('button', { name: 'Upload photo' })).toBeVisible();
    };

    await upload(900, 600);
    const first = (await avatar()).avatar_url ?? '';
    expect(first).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.webp$/);
    const picture = page.getByRole('main').locator('.pp-av-xl img');
    await expect(picture).toHaveJSProperty('naturalWidth', 512);
    await expect(picture).toHaveJSProperty('naturalHeight', 512);
    const address = (await picture.getAttribute('src')) ?? '';
    expect(address).toContain(`/storage/v1/object/public/avatars/${first}`);
    await expect(page.getByRole('banner').locator('.pp-usermenu img')).toHaveAttribute('src', address);

    await upload(64, 64);
    const second = (await avatar()).avatar_url ?? '';
    expect(second).not.toBe(first);
    expect((await page.request.get(address)).ok()).toBe(false);
    expect((await page.request.get(address.replace(first, second))).ok()).toBe(true);

    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expect(picture).toHaveCount(0);
    expect((await avatar()).avatar_url).toBeNull();
    expect((await page.request.get(address.replace(first, second))).ok()).toBe(false);
  });

  await test.step('the password changes with the current one', async () => {
    await page.getByLabel('Current password').fill('wrong-one');
    await page.getByLabel('New password', { exact: true }).fill('another-plan-27');
    await page.getByLabel('Confirm new password').fill('another-plan');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm new password').fill('another-plan-27');
    await expect(page.getByText('Passwords match')).toBeVisible();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('This is not your current password.')).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue('another-plan-27');

    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    const enter = (secret: string) => post('/auth/v1/token?grant_type=password', { email, password: secret });
    await expect(enter(password)).rejects.toThrow();
    await expect(enter('another-plan-27')).resolves.toBeDefined();
  });

  await test.step('the theme is chosen here, in the user menu and in the menu of a small screen', async () => {
    const html = page.locator('html');
    const own = page.getByRole('main').getByRole('group', { name: 'Theme' });
    await own.getByRole('button', { name: 'Dark' }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(own.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');

    await page.locator('.pp-usermenu').click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.keyboard.press('Escape');
    await expect(own.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    const small = page.getByRole('navigation', { name: 'Account' }).getByRole('group', { name: 'Theme' });
    for (const theme of ['System', 'Light', 'Dark']) {
      const box = await small.getByRole('button', { name: theme }).boundingBox();
      expect(box?.height, theme).toBeGreaterThanOrEqual(44);
    }
    await small.getByRole('button', { name: 'Dark' }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Escape');
    await expect(own.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('an owner changes the settings of the agency: the currency until the first sale, which then waits for the deposit', async ({
  page,
}) => {
  const { email, api, sale } = await newTradingAgency('Settings');
  await signIn(page, email);
  await page.goto('/profile?tab=organization');
  const timeZone = page.getByRole('combobox', { name: 'Time zone' });
  await timeZone.fill('');
  await page.getByLabel('Support email').fill('help');
  await page.getByLabel('Default commission split').fill('101');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Choose a time zone from the list, like Europe/Vienna.')).toBeVisible();
  await expect(page.getByText('Enter a full email address, like name@agency.com.')).toBeVisible();
  await expect(page.getByText('Enter a percentage from 0 to 100.')).toBeVisible();
  await expect(page.getByLabel('Support email')).toHaveValue('help');

  await page.getByLabel('Organization name').fill('Settings & Sons');
  await page.getByLabel('Support email').fill('help@settings.test');
  await page.getByLabel('Default commission split').fill('62.5');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(page.getByLabel('Amounts are typed like')).toHaveValue('comma');
  await page.getByLabel('Dates are typed like').selectOption('dmy');
  await timeZone.fill('vienna');
  await page.getByRole('option', { name: /Europe\/Vienna/ }).click();
  await page.getByRole('radio', { name: /^When a deposit is matched/ }).check();
  await page.getByLabel('A second person approves').check();
  await page.getByLabel('Smallest payment').fill('1.250');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(
    await api.one(
      'organizations?select=name,support_email,default_commission_split,currency,time_zone,amount_notation,date_order,commission_received_on,payout_minimum_amount,payout_second_approval',
    ),
  ).toEqual({
    name: 'Settings & Sons',
    support_email: 'help@settings.test',
    default_commission_split: 62.5,
    currency: 'EUR',
    time_zone: 'Europe/Vienna',
    amount_notation: 'comma',
    date_order: 'dmy',
    commission_received_on: 'deposit_matched',
    payout_minimum_amount: 1250,
    payout_second_approval: true,
  });

  const { id } = await sale({ reference: 'SET-1', paid: true });
  await page.reload();
  await expect(page.getByLabel('Currency')).toHaveValue('EUR – Euro');
  await expect(page.getByText('Fixed since the first sale')).toBeVisible();
  await page.getByLabel('Choose a logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await png(page, 300, 100),
  });
  await page.getByRole('button', { name: 'Save logo' }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  await expect(page.getByRole('main').locator('.pp-av-xl img')).toHaveAttribute('src', /\/public\/logos\//);

  await test.step('a paid sale waits for the vendor', async () => {
    const commission = await commissionOf(api, id);
    expect(commission.status).toBe('unpaid');
    await page.goto(`/commissions/${commission.id}`);
    await expect(page.getByText('When the vendor pays')).toBeVisible();
    await expect(
      page.getByText('The agent can be paid once Fjordline Cruises has paid the commission.'),
    ).toBeVisible();
  });
});

// Holds platform-15, tenancy-107
test('an admin finds the settings of the agency in both menus and reads them; an agent does not see them', async ({
  page,
}) => {
  await signIn(page, demo.admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/sales');
  await page.getByRole('button', { name: /^Open menu/ }).click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Agency settings' }).click();
  await expect(heading(page, 'Agency settings')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await tab(page, 'You').click();
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Agency settings' }).click();
  await expect(heading(page, 'Agency settings')).toBeVisible();
  await expect(page.getByText('Only an owner can change them.')).toBeVisible();
  await expect(page.getByText('Default commission split')).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /save|upload/i })).toHaveCount(0);

  await test.step('only owners take the agency along', async () => {
    await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Take it with you' })).toHaveCount(0);
    await page.goto('/settings/takeout');
    await expect(page.getByText('Only owners of the agency take it along.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write all of it to files' })).toHaveCount(0);
  });

  await test.step('an agent', async () => {
    await signIn(page, demo.agent);
    await page.goto('/profile?tab=organization');
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(page.getByText('Your commission split', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Terms', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Organization' })).toHaveCount(0);
    await expect(page.getByText('Default commission split')).toHaveCount(0);
  });
});

// Holds notifications-6
test('news of sales by others arrives while the list is open, alike in one line, and leads there, unless somebody wants none', async ({
  page,
}) => {
  const { email, api, agent, sale } = await newAgencyWithAgent('Newsstand');
  const sell = (reference: string) => sale({ by: agent.api, reference, amount: 1250 });
  await signIn(page, email);
  const live = await liveOf(page);
  await page.goto('/dashboard');
  await live.joined(`user:${api.userId}`);
  // That the agent has joined is news as well.
  const bell = (unread: number) => page.getByRole('button', { name: `Notifications, ${unread} unread` });
  await bell(1).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link', { name: 'View all notifications' })).toBeVisible();

  const { id } = await sell('LIVE-1');
  const news = list.getByRole('link', { name: /LIVE-1/ });
  await expect(news).toBeVisible();
  await expect(bell(2)).toBeVisible();
  await news.click();
  await expect(page).toHaveURL(new RegExp(`/sales/${id}$`));
  await expect(list).toBeHidden();
  await expect(bell(1)).toBeVisible();

  await sell('NEWS-1');
  const last = await sell('NEWS-2');
  await agent.api.update(`sales?id=eq.${last.id}`, { status: 'paid' });
  await page.locator('.pp-bell').click();
  await expect(
    list.getByRole('link', {
      name: /Milo Reyes marked a sale as paid by the customer\. ?NEWS-2, Ines Albrecht · \$1,250/,
    }),
  ).toBeVisible();
  const group = list.getByRole('button', { name: /3 sales were recorded/ });
  await expect(group).toContainText('2 unread');
  await group.click();
  await expectAccessible(page, 'grouped notifications', ['light', 'dark']);
  await list.getByRole('link', { name: /NEWS-1/ }).click();
  await expect(heading(page, 'NEWS-1')).toBeVisible();

  await page.goto('/profile');
  const choice = page.getByRole('checkbox', {
    name: 'Tell me when others record a sale, or mark one as paid',
  });
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect(choice).toBeEnabled();
  await page.reload();
  await expect(choice).not.toBeChecked();
  await sell('NEWS-3');
  expect(await api.rows('notifications?type=eq.sale_recorded&select=id')).toHaveLength(3);
});
