/** Only the screens and a mail make a member: from an invitation to the team page, and what an owner is asked before somebody goes. */
import { expect, test, type Page } from '@playwright/test';
import { newAgency, newAgencyWithAgent } from '../../support/agency';
import { apiOf } from '../../support/api';
import { stack } from '../../support/environment';
import { expectProblem, field, fill, summary } from '../../support/forms';
import { commissionOf } from '../../support/money';
import { confirmationLink, newEmail, signIn } from '../../support/people';

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Team' }).getByRole('row', { name });
const openMenu = async (page: Page, name: string) => {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  return (item: string) => page.getByRole('menuitem', { name: item });
};
const manage = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = (page: Page) => page.getByRole('dialog');
/** `Nov 19`, so many days from today, where agencies of tests are: in UTC. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    Date.now() + days * 86_400_000,
  );

// Holds tenancy-42
test('from an invitation to a member, through a mail that is dead and a fresh one, until they are locked out at work', async ({
  page,
  browser,
}) => {
  test.slow();
  const agency = await newAgency('Inviting Agents');
  const email = newEmail('noelle');
  const late = newEmail('late');
  await agency.api.insert('invitations', { email: late, role: 'agent' });
  await signIn(page, agency.email);

  await test.step('an invitation is revoked', async () => {
    await page.goto('/team');
    await page.getByRole('link', { name: 'Invite agent' }).click();
    await page.getByRole('button', { name: `Revoke invitation of ${late}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(page.getByText('Invitation revoked')).toBeVisible();
    await expect(page.getByText('Nobody is invited')).toBeVisible();
  });

  await test.step('the form says what is wrong where it is wrong', async () => {
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expect(summary(page, 'Fix 3 fields to send this invitation')).toBeFocused();
    await fill(page, { firstName: 'Noelle', lastName: 'Abara', email: agency.email });
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expectProblem(page, 'email', /already in your organization/);
  });

  await test.step('sent: it is pending, and cannot be sent twice', async () => {
    await fill(page, { email, commissionSplit: '70' });
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible();
    await expect(field(page, 'firstName')).toHaveValue('');
    const pending = page.getByRole('region', { name: /Pending invitations/ });
    await expect(pending).toContainText('Noelle Abara');
    await expect(pending).toContainText(`Expires ${dayFromNow(7)}`);
    await fill(page, { firstName: 'Noelle', lastName: 'Abara', email });
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expectProblem(page, 'email', /already invited. Resend the invitation instead/);
    await page.getByRole('button', { name: `Resend invitation to ${email}` }).click();
    await expect(page.getByText('Invitation sent again')).toBeVisible();
    await page.goto('/team?status=invited');
    await expect(row(page, 'Noelle Abara')).toContainText(`Invited ${dayFromNow(0)}`);
  });

  const guest = await (await browser.newContext()).newPage();
  await guest.clock.install();
  await test.step('a dead link says so and offers a fresh one', async () => {
    const link = await confirmationLink(email, 2);
    await fetch(link, { redirect: 'manual' });
    await guest.goto(link);
    await expect(guest.getByText('Error setting up your account')).toBeVisible();
    await field(guest, 'email').fill(newEmail('stranger'));
    await guest.getByRole('button', { name: 'Send a new link' }).click();
    await expect(guest.getByText('No invitation is open for this address')).toBeVisible();
    await field(guest, 'email').fill(email);
    await guest.getByRole('button', { name: 'Send a new link' }).click();
    await expect(guest.getByText('A fresh link is on its way')).toBeVisible();
  });

  await test.step('the link opens an account with the name filled in, and nothing else before that', async () => {
    await guest.goto(await confirmationLink(email, 3));
    await expect(guest.getByRole('heading', { name: 'Set up your account' })).toBeVisible();
    await expect(guest.getByText('Nora Quist invites you to join')).toContainText('Inviting Agents');
    await guest.goto('/dashboard');
    await guest.waitForURL(`${stack().url}/create-password`);
    await expect(field(guest, 'firstName')).toHaveValue('Noelle');
    await expect(field(guest, 'lastName')).toHaveValue('Abara');
    await guest.getByRole('button', { name: 'Create account' }).click();
    await expect(guest.getByText('Password is required')).toBeVisible();
    await expect(guest.getByText('Please confirm your password')).toBeVisible();
    await field(guest, 'password').fill('seven77');
    await expect(guest.getByText('Password must be at least 8 characters')).toBeVisible();
    await fill(guest, { password: 'flight-plan-27', passwordConfirmation: 'flight-plan-27' });
    await guest.getByRole('button', { name: 'Create account' }).click();
    await expect(guest.getByText('Your account is ready.')).toBeVisible();
    await guest.waitForURL(/\/dashboard$/);
    await guest.goto('/sales');
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await page.goto('/team');
  await expect(row(page, 'Noelle Abara')).toContainText('AgentActiveToday');
  await row(page, 'Noelle Abara').getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Commission split70%');

  await test.step('whoever is deactivated while at work is locked out', async () => {
    const member_id = new URL(page.url()).pathname.split('/').at(-1);
    await agency.api.call('set_member_active', { member_id, active: false });
    // A tab that comes back asks who is signed in, but not at every glance.
    await guest.clock.fastForward(5_000);
    await guest.evaluate(() => window.dispatchEvent(new Event('focus')));
    await guest.waitForURL(/\/inactive$/);
    await guest.getByRole('button', { name: 'Sign Out' }).click();
    await guest.waitForURL(/\/login$/);
    await guest.context().close();
  });
});

test('role and split: only an owner makes admins, a new split counts for new sales, and the ownership goes over with the name typed', async ({
  page,
}) => {
  test.slow();
  const agency = await newAgencyWithAgent('Roles');
  const { agent } = agency;
  const sell = (reference: string) => agency.sale({ reference, agent, sold: '2026-11-20' });
  const before = await sell('RS-1');
  await signIn(page, agency.email);
  await page.goto('/team');

  await test.step('the owner is nobody’s to shut out', async () => {
    const own = await openMenu(page, 'Nora Quist');
    for (const item of ['Change role…', 'Deactivate…'])
      await expect(own(item)).toHaveAttribute('aria-disabled', 'true');
    await expect(own('Deactivate…')).toContainText('Transfer the ownership first');
    await page.keyboard.press('Escape');
  });

  await test.step('split', async () => {
    await row(page, 'Milo Reyes').getByRole('link').click();
    await page.getByRole('button', { name: 'Change commission split' }).click();
    await field(dialog(page), 'commissionSplit').fill('101');
    await dialog(page).getByRole('button', { name: 'Change split' }).click();
    await expectProblem(dialog(page), 'commissionSplit', 'Enter a percentage from 0 to 100.');
    await field(dialog(page), 'commissionSplit').fill('72.5');
    await dialog(page).getByRole('button', { name: 'Change split' }).click();
    await expect(page.getByText('Commission split changed')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Changes of the split' })).toContainText(
      'Nora Quist changed the splitSplit 60% 72.5%',
    );
    const after = await sell('RS-2');
    expect((await commissionOf(agency.api, before.id)).agent_amount).toBe(72);
    expect((await commissionOf(agency.api, after.id)).agent_amount).toBe(87);
  });

  await test.step('role', async () => {
    await manage(page, 'Change role…');
    await dialog(page).getByText('Everything agents do').click();
    await dialog(page).getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByText('Milo Reyes is now an admin.')).toBeVisible();
  });

  await test.step('ownership', async () => {
    await manage(page, 'Make owner…');
    await field(dialog(page), 'confirmation').fill('Milo');
    await dialog(page).getByRole('button', { name: 'Transfer ownership' }).click();
    await expectProblem(dialog(page), 'confirmation', 'Type Milo Reyes to confirm.');
    await field(dialog(page), 'confirmation').fill('milo reyes');
    await dialog(page).getByRole('button', { name: 'Transfer ownership' }).click();
    await expect(page.getByText('Ownership transferred')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Owner');
    const roles = await agency.api.rows<{ role: string }>('users?select=role&order=role');
    expect(roles.map(({ role }) => role)).toEqual(['admin', 'owner']);
  });

  await test.step('what one may do has become less at once, without a reload', async () => {
    await expect(page.getByText('Only an owner can change admins and owners.')).toBeVisible();
    await page.getByRole('button', { name: 'Manage' }).click();
    await expect(page.getByRole('menuitem', { name: 'Change role…' })).toContainText('Only an owner');
    for (const item of ['Change role…', 'Deactivate…'])
      await expect(page.getByRole('menuitem', { name: item })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('menuitem', { name: 'Make owner…' })).toHaveCount(0);
    await page.goto('/team/invite');
    await expect(page.getByRole('radio', { name: /^Admin/ })).toBeDisabled();
    await expect(page.getByText('Only an owner can invite an admin.')).toBeVisible();
  });
});

test('deactivating asks what becomes of open sales, and works by keyboard alone; an agent sees who is there, and nothing of their money', async ({
  page,
}) => {
  const agency = await newAgencyWithAgent('Leaving');
  const { agent } = agency;
  const own = { agent, sold: '2026-11-20' };
  const open = await agency.sale({ reference: 'LV-1', ...own });
  const done = await agency.sale({ reference: 'LV-2', ...own, paid: true });
  await signIn(page, agency.email);
  await page.goto('/team');
  const item = await openMenu(page, 'Milo Reyes');
  await item('Deactivate…').click();
  await expect(dialog(page)).toContainText('What happens to 1 open sale?');
  await dialog(page).getByText('Give to somebody else').click();
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await expectProblem(dialog(page), 'reassignTo', 'Choose who takes over the open sales.');
  await field(dialog(page), 'reassignTo').selectOption('Nora Quist (you)');
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('1 open sale was reassigned.')).toBeVisible();
  await expect(row(page, 'Milo Reyes')).toContainText('Inactive');
  const agentOf = async (id: string) =>
    (await agency.api.one<{ agent_id: string }>(`sales?id=eq.${id}&select=agent_id`)).agent_id;
  expect(await agentOf(open.id)).toBe(agency.api.userId);
  expect(await agentOf(done.id)).toBe(agent.id);
  await expect(apiOf(agent.email).then(({ rows }) => rows('sales'))).resolves.toEqual([]);

  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Inactive/ })
    .click();
  await openMenu(page, 'Milo Reyes');
  await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
  await expect(page.getByText('Milo Reyes is active again')).toBeVisible();
  await expect(page.getByText('Nobody is inactive')).toBeVisible();

  await test.step('somebody is deactivated and activated by keyboard alone', async () => {
    await page.goto(`/team/${agent.id}`);
    await page.getByRole('button', { name: 'Manage' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Change role…' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Deactivate…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Deactivate' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('cannot sign in, and sees nothing')).toBeVisible();
    await page.getByRole('button', { name: 'Manage' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Change role…' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Activate', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Milo Reyes is active again')).toBeVisible();
  });

  await test.step('an agent sees who is there, and nothing of their money', async () => {
    await agency.api.insert('invitations', { email: newEmail('secret'), role: 'agent' });
    await signIn(page, agent.email);
    await page.goto('/team?sort=commissionAmount&dir=desc');
    await expect(row(page, 'Nora Quist')).toContainText('OwnerActive');
    await expect(page.getByRole('table', { name: 'Team' }).getByRole('columnheader')).toHaveText([
      'Name',
      'Role',
      /^Status/,
    ]);
    const tabs = page.getByRole('navigation', { name: 'Status' });
    await expect(tabs.getByRole('link')).toHaveText([/^Everyone\s*2$/, /^Active\s*2$/, /^Inactive\s*0$/]);
    await expect(page.getByRole('link', { name: 'Invite agent' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await expect(agent.api.call('get_member_profile', { member_id: agency.api.userId })).resolves.toBeNull();
  });
});
