/** Only a browser shows the bar on every page and follows live: an agency that is to be deleted, kept, and deleted after all. */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { liveOf } from '../../support/live';
import { inDatabase } from '../../support/mail';
import { signIn } from '../../support/people';

const NAME = 'Harbour & Vale Travel';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const bar = (page: Page) => page.locator('.shell-deletion').getByRole('status');

/** The thirty days are over, and the job of every ten seconds comes. */
async function passThirtyDays(owner: string): Promise<void> {
  await inDatabase(
    `update public.organizations o set deletion_due_at = now() from public.user_emails e
     where e.organization_id = o.id and e.email = $1`,
    [owner],
  );
  await inDatabase('select private.delete_agencies()');
}

// Holds tenancy-91
test('an owner asks to delete the agency, everybody sees until when, and on its day nobody gets in', async ({
  page,
  browser,
}) => {
  test.slow();
  const agency = await newAgencyWithAgent(NAME);
  await agency.sale({ agent: agency.agent });
  const agents = await (await browser.newContext()).newPage();
  await signIn(agents, agency.agent.email);
  const live = await liveOf(agents);
  await agents.goto('/sales');
  await expect(agents.getByRole('heading', { name: 'Sales', level: 1 })).toBeVisible();
  await live.joined(`user:${agency.agent.id}`);

  await signIn(page, agency.email);
  await page.goto('/profile?tab=organization');
  await expect(page.getByText(/What goes: 1 sale, 1 customer, 2 people and 0 files/)).toBeVisible();
  await button(page, 'Delete the agency').click();
  const dialog = page.getByRole('dialog', { name: `Delete ${NAME}?` });
  const name = dialog.getByLabel(`Type “${NAME}” to confirm`);
  await name.fill('harbour & vale travel');
  await name.press('Enter');
  await expect(dialog.getByText(`Type the name exactly as it is: ${NAME}`)).toBeVisible();
  await expectAccessible(page, 'deleting the agency', ['light', 'dark']);
  await name.fill(NAME);
  await dialog
    .getByRole('button', { name: new RegExp(`^Delete ${NAME} on [A-Z][a-z]{2} [0-9]+, [0-9]{4}$`) })
    .click();
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toContainText('Owners can change their mind.');
  await expectAccessible(page, 'an agency that is to be deleted', ['light', 'dark']);

  // Whoever has the app open sees it at once, and has no settings to go to.
  await expect(bar(agents)).toBeVisible();
  await expect(bar(agents).getByRole('link')).toHaveCount(0);

  await button(page, 'Keep the agency').click();
  await expect(bar(page)).toHaveCount(0);
  await expect(bar(agents)).toHaveCount(0);

  await button(page, 'Delete the agency').click();
  await name.fill(NAME);
  await dialog.getByRole('button', { name: /^Delete Harbour/ }).click();
  await expect(bar(page)).toBeVisible();
  await passThirtyDays(agency.email);
  await expect(agents).toHaveURL(/\/login/, { timeout: 60_000 });
  await agents.getByLabel('Email').fill(agency.agent.email);
  await agents.getByLabel('Password', { exact: true }).fill(agency.agent.password);
  await button(agents, 'Log in').click();
  await expect(agents.getByRole('alert').first()).toBeVisible();
  await expect(agents).toHaveURL(/\/login/);
});
