/** A bank that delivers by itself: connected with a token, synced, in need of attention and back, disconnected. */
import { expect, test, type Page } from '@playwright/test';
import { startBridge, type Bridge } from '../../bridge/server';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { stack } from '../../support/environment';
import { liveOf } from '../../support/live';
import { BY_FUNCTION } from '../../support/patience';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';
import { spareUrl } from '../../support/spare';

/** A day that is over: what is missing of today may still come. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const CHECKING = {
  id: 'ACT-checking',
  name: 'Checking (6140)',
  institution: 'Old Quay Credit Union',
  currency: 'USD',
  balance: '2115.00',
  lines: [
    { id: 'T-1', day, amount: '120.00', text: 'FJORDLINE CRUISES COMM FJ-20001' },
    { id: 'T-2', day, amount: '240.00', text: 'FJORDLINE CRUISES COMM FJ-20002' },
    { id: 'T-3', day, amount: '90.00', text: 'COUNTER DEPOSIT' },
  ],
};
const LOAN = { ...CHECKING, id: 'ACT-loan', name: 'Auto loan', balance: '-12400.00', lines: [] };

// Edge Functions ask the bank.
test.slow();

let bridge: Bridge;
test.beforeAll(async () => {
  bridge = await startBridge({ port: Number(spareUrl().port) });
  bridge.accounts = [CHECKING, LOAN];
});
test.beforeEach(() => {
  bridge.fault = 'none';
});
test.afterAll(() => bridge.stop());

/** An agency that Fjordline Cruises owes $120 and $240, and that accepts what is certain; its owner at the accounts. */
async function agencyAtAccounts(page: Page, name: string) {
  const agency = await newTradingAgency(name);
  await agency.sale({ reference: 'FJ-20001', amount: 1000 });
  await agency.sale({ reference: 'FJ-20002', amount: 2000 });
  await agency.api.update('organizations?id=not.is.null', { match_certain_on_import: true });
  await signIn(page, agency.email);
  const live = await liveOf(page);
  await page.goto('/commissions/bank/accounts');
  await settled(page);
  await live.joined(`org:${agency.id}`);
  return agency;
}

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Bank accounts' }).getByRole('listitem').filter({ hasText: name });

// Holds bank-127
test('three deposits come in by themselves, two are matched, one waits; then it needs attention, and comes again', async ({
  page,
}) => {
  const { api } = await agencyAtAccounts(page, 'Bank Connected Travel');
  await expect(heading(page, 'Bring in what the bank received')).toBeVisible();
  let token = '';

  await test.step('a token is pasted and claimed', async () => {
    await page.getByRole('button', { name: 'Connect a bank' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a bank' });
    token = bridge.token();
    await expect(dialog.getByRole('link', { name: 'Open the bridge' })).toHaveAttribute(
      'href',
      `${stack().bridgeUrl}/simplefin/create`,
    );
    const field = dialog.getByLabel('Setup token');
    await field.fill(token.slice(0, 30));
    await expect(dialog.getByText('This is no setup token. Copy it whole from the bridge.')).toBeVisible();
    await field.fill(token);
    await expect(dialog.getByText(`A token of ${new URL(bridge.url).host}`)).toBeVisible();
    await expectAccessible(page, 'a setup token', ['light', 'dark']);
    await field.press('Control+Enter');
  });

  await test.step('each account gets its place', async () => {
    const dialog = page.getByRole('dialog', { name: '2 accounts at Old Quay Credit Union' });
    await expect(dialog.getByRole('checkbox', { name: 'Checking ••6140' })).toBeChecked(BY_FUNCTION);
    await dialog.getByRole('checkbox', { name: /^Auto loan/ }).uncheck();
    await expectAccessible(page, 'accounts of a bank', ['light', 'dark']);
    await dialog.getByRole('button', { name: 'Connect 1 account' }).click();
    await expect(page.getByText('1 account connected')).toBeVisible();
  });

  await test.step('its lines come, nobody reloads', async () => {
    await expect(row(page, 'Checking ••6140')).toContainText('3 new', BY_FUNCTION);
    await expect(row(page, 'Checking ••6140').getByText('Connected', { exact: true })).toBeVisible();
    await expect(row(page, 'Checking ••6140')).toContainText('$2,115.00');
    const lines = () => api.rows<{ status: string }>('bank_transactions?select=status&order=amount.desc');
    await expect
      .poll(lines, BY_FUNCTION)
      .toEqual([{ status: 'matched' }, { status: 'matched' }, { status: 'open' }]);
    await expect(page.getByRole('region', { name: 'Accounts at a glance' })).toContainText('1 in · 0 out');
  });

  const account = row(page, 'Checking ••6140');
  const sync = () => page.getByRole('button', { name: /^Sync now: Checking/ }).click();

  await test.step('the bridge asks to sign in again, and is heard in its own words', async () => {
    bridge.fault = 'reauthenticate';
    await sync();
    await expect(page.getByText('Sync has begun', { exact: true })).toBeVisible();
    await expect(account.getByText('Needs attention')).toBeVisible(BY_FUNCTION);
    await expect(account.getByRole('status')).toContainText('“You must reauthenticate.”');
    await expectAccessible(page, 'an account that needs attention', ['light', 'dark']);
  });

  await test.step('a used token is refused at its field; a new one brings the account back', async () => {
    bridge.fault = 'none';
    await page.getByRole('button', { name: /^Reconnect Checking/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Reconnect/ });
    const field = dialog.getByLabel('Setup token');
    await field.fill(token);
    await dialog.getByRole('button', { name: 'Claim token' }).click();
    await expect(dialog.getByText(/^This token was used already/)).toBeVisible(BY_FUNCTION);
    await expect(field).toHaveValue(token);
    await field.fill(bridge.token());
    await dialog.getByRole('button', { name: 'Claim token' }).click();
    await expect(page.getByText('Connected again')).toBeVisible(BY_FUNCTION);
    const connected = account.getByText('Connected', { exact: true });
    await expect(connected).toBeVisible(BY_FUNCTION);
    expect(await api.rows('bank_transactions?select=id')).toHaveLength(3);
  });

  await test.step('disconnected it brings nothing more; the lines stay', async () => {
    await page.getByRole('button', { name: /^More for Checking/ }).click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    const question = page.getByRole('alertdialog', { name: 'Disconnect Old Quay Credit Union?' });
    await expect(question).toContainText('The secret is forgotten, 3 lines stay.');
    await question.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await expect(account.getByText('Disconnected')).toBeVisible();
    await expect(account).toContainText('by Nora Quist');
    expect(await api.rows('bank_transactions?select=id')).toHaveLength(3);
    await page.getByRole('link', { name: /^Checking/ }).click();
    await expect(page.getByText('COUNTER DEPOSIT')).toBeVisible();
  });
});
