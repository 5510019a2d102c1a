/** Only two browsers disagree: what one person does, as another one sees it. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { field, fill } from '../../support/forms';
import { liveOf } from '../../support/live';
import { logIn, signIn } from '../../support/people';
import { heading } from '../../support/screen';

/** Somebody else's page, which hears what concerns them. */
async function someoneElse(browser: Browser, { id, email }: { id: string; email: string }): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const live = await liveOf(page);
  await logIn(page, email);
  await live.joined(`user:${id}`);
  return page;
}

test('two people edit one sale, and one deactivates the other: each screen says so, and nothing typed is lost', async ({
  page,
  browser,
}) => {
  const { email, agent, sale } = await newAgencyWithAgent('Two Desks');
  const sold = await sale({ reference: 'PEN-1', agent });
  const agents = await someoneElse(browser, agent);
  await signIn(page, email);

  await test.step('what each typed survives, and both read the same in the end', async () => {
    for (const desk of [page, agents]) {
      await desk.goto(`/sales/${sold.id}/edit`);
      await expect(field(desk, 'totalAmount')).toBeVisible();
    }
    await fill(agents, { totalAmount: '1200', notes: 'Window seats' });
    await fill(page, { totalAmount: '1500', returnDate: '2027-03-09' });
    await agents.getByRole('button', { name: 'Save changes' }).click();
    await expect(heading(agents, 'PEN-1')).toBeVisible();

    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This sale changed while you were editing' });
    await expect(dialog).toContainText('Milo Reyes changed the total amount');
    await dialog.getByRole('radio', { name: 'Take theirs $1,200.00' }).check();
    await dialog.getByRole('button', { name: 'Save with these changes' }).click();
    await expect(heading(page, 'PEN-1')).toBeVisible();

    await agents.reload();
    for (const desk of [page, agents]) {
      await expect(desk.getByRole('main')).toContainText('$1,200');
      await expect(desk.getByRole('main')).toContainText('Window seats');
      await expect(desk.getByRole('main')).toContainText('Mar 9, 2027');
    }
  });

  await test.step('deactivated at work, the agent sees nothing any more, and nobody is let back in', async () => {
    await agents.getByRole('link', { name: 'Customers', exact: true }).click();
    await expect(agents.getByText('Ines Albrecht').first()).toBeVisible();
    await page.goto(`/team/${agent.id}`);
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('menuitem', { name: /Deactivate/ }).click();
    await page
      .getByRole('dialog', { name: 'Deactivate Milo Reyes?' })
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await expect(page.getByText('Milo Reyes is inactive')).toBeVisible();

    await expect(heading(agents, 'Account Inactive')).toBeVisible();
    await expect(agents.getByText('Ines Albrecht')).toHaveCount(0);
    await agents.goto('/customers');
    await expect(heading(agents, 'Account Inactive')).toBeVisible();
    await expect(agents.getByText('Ines Albrecht')).toHaveCount(0);
  });
  await agents.context().close();
});
