/** Only browsers hear each other live: what one person writes about a sale, another one reads at once, wherever they have scrolled to. */
import { expect, type Browser, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessibleEverywhere } from '../../support/axe';
import { conversation, messageField, messages, say, writeAs } from '../../support/conversations';
import { draftsIn } from '../../support/drafts';
import { liveOf } from '../../support/live';
import { logIn, signIn } from '../../support/people';
import { heading } from '../../support/screen';
import { test } from '../../support/site-copy';

async function desk(
  browser: Browser,
  baseURL: string | undefined,
  person: { email: string; password: string },
) {
  const page = await (await browser.newContext({ baseURL })).newPage();
  const live = await liveOf(page);
  await logIn(page, person.email);
  return { page, live };
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Notifications/ });

test('two people talk about a sale: words arrive, are changed and deleted, a mention rings the bell and leads to the message', async ({
  page,
  browser,
  baseURL,
  site,
}) => {
  test.slow();
  const agency = await newAgencyWithAgent('Talk Travel');
  const sale = await agency.sale({ reference: 'TK-1', agent: agency.agent });
  const other = await agency.sale({ reference: 'TK-2', agent: agency.agent });
  const agent = await desk(browser, baseURL, agency.agent);
  await agent.page.goto(`/sales/${sale.id}`);
  await expect(conversation(agent.page)).toContainText('You and 1 admin may read it');
  await agent.live.joined(`user:${agency.agent.id}`);

  await signIn(page, agency.email);
  const live = await liveOf(page);
  await page.goto(`/sales/${sale.id}`);
  await expect(conversation(page)).toContainText('Milo and 1 admin may read it');
  await live.joined(`user:${agency.api.userId}`);

  // Two browsers and a database on a machine that may stand still: sooner or later one must be there within a second.
  let said = 0;
  await expect(async () => {
    said += 1;
    await say(page, `Cabin ${said} is upgraded`);
    await expect(messages(page, `Cabin ${said} is upgraded`)).toBeVisible();
    await expect(messages(agent.page, `Cabin ${said} is upgraded`)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

  // Elsewhere the bell rings (two sales were assigned before), and its line leads to the message.
  const joins = agent.live.joins(`user:${agency.agent.id}`);
  await agent.page.goto(`/sales/${other.id}`);
  await expect(conversation(agent.page)).toBeVisible();
  await agent.live.joined(`user:${agency.agent.id}`, joins + 1);
  await messageField(page).pressSequentially('Ask @mi');
  await expect(
    conversation(page).getByRole('option', { name: /Milo Reyes Agent of this sale/ }),
  ).toBeVisible();
  await messageField(page).press('Enter');
  await messageField(page).pressSequentially('for the deposit');
  await messageField(page).press('ControlOrMeta+Enter');
  await expect(messages(page, 'Ask @Milo Reyes for the deposit')).toBeVisible();
  await expect(bell(agent.page)).toHaveAccessibleName(/3 unread/);
  await bell(agent.page).click();
  await agent.page.getByRole('link', { name: /Nora Quist mentioned you on a sale/ }).click();
  await expect(heading(agent.page, 'TK-1')).toBeVisible();
  const target = conversation(agent.page).locator('.is-target');
  await expect(target).toContainText('Ask @Milo Reyes for the deposit');
  await expect(target).toBeInViewport();

  // A reply comes back, and tells the one who asked.
  await target.hover();
  await target.getByRole('button', { name: 'Reply' }).click();
  await conversation(agent.page).getByLabel('Reply', { exact: true }).last().fill('Done today');
  await agent.page.keyboard.press('ControlOrMeta+Enter');
  await expect(messages(page, 'Done today').first()).toBeVisible();
  await bell(page).click();
  await expect(page.getByRole('link', { name: /Milo Reyes replied on a sale/ })).toHaveCount(1);

  await test.step('what is being typed survives a reload, what is written is changed and deleted for both', async () => {
    await page.keyboard.press('Escape');
    await messageField(page).fill('Half a thou');
    await expect.poll(async () => (await draftsIn(page)).join()).toContain('Half a thou');
    await page.reload();
    await expect(messageField(page)).toHaveValue('Half a thou');
    await say(page, 'A whole thought');
    // Nothing moves any more once it has arrived everywhere.
    await expect(messageField(page)).toHaveValue('');
    await expect(messages(agent.page, 'A whole thought')).toBeVisible();
    const message = messages(page, 'A whole thought');
    await message.hover();
    await message.getByRole('button', { name: 'Edit' }).click();
    await conversation(page).getByLabel('Change the message').fill('A better thought');
    await conversation(page).getByRole('button', { name: 'Save' }).click();
    await expect(messages(page, 'A better thought')).toContainText('edited');
    await expect(messages(agent.page, 'A better thought')).toContainText('edited');
    await messages(page, 'A better thought').hover();
    await messages(page, 'A better thought').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click();
    await expect(conversation(page)).toContainText('Nora Quist deleted a message');
    await expect(conversation(agent.page)).toContainText('Nora Quist deleted a message');
    await expect(conversation(agent.page)).not.toContainText('A better thought');
    await expect(messageField(page)).toHaveValue('');
  });

  await test.step('a change of an early message reaches whoever has paged back to it', async () => {
    const first = await writeAs(agency.api, other.id, 'The first word');
    await Promise.all(Array.from({ length: 50 }, (_, n) => writeAs(agency.api, other.id, `Word ${n}`)));
    const joins = agent.live.joins(`user:${agency.agent.id}`);
    await agent.page.goto(`/sales/${other.id}`);
    await agent.live.joined(`user:${agency.agent.id}`, joins + 1);
    await conversation(agent.page).getByRole('button', { name: 'Show earlier messages' }).click();
    await expect(messages(agent.page, 'The first word')).toBeVisible();
    await agency.api.call('edit_message', { message_id: first, body: 'The first word, put better' });
    await expect(messages(agent.page, 'The first word, put better')).toContainText('edited');
    await agency.api.call('delete_message', { message_id: first });
    await expect(messages(agent.page, 'The first word')).toHaveCount(0);
    await expect(messages(agent.page, 'Word 49')).toBeVisible();
  });

  await test.step('what is new stands under a line; an agent who loses the sale loses the words', async () => {
    await writeAs(agency.api, sale.id, 'Known already');
    const marked = agent.page.waitForResponse(/mark_conversation_read/);
    await agent.page.goto(`/sales/${sale.id}`);
    await messageField(agent.page).scrollIntoViewIfNeeded();
    await marked;
    await agent.page.goto('/dashboard');
    await writeAs(agency.api, sale.id, 'News of today');
    await agent.page.goto(`/sales/${sale.id}`);
    await expect(conversation(agent.page)).toContainText(/1 new since/);
    await agency.api.update(`sales?id=eq.${sale.id}`, { agent_id: agency.api.userId });
    await agent.page.reload();
    await expect(agent.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(agent.page.getByText('News of today')).toHaveCount(0);
    await agent.page.context().close();
  });

  await test.step('without the remote of the card a sale works, the slot says so and tries again in place', async () => {
    // Another browser: in this one its code lies already.
    const cold = await (await browser.newContext({ baseURL })).newPage();
    await signIn(cold, agency.email);
    const restore = site.removeRemote('mf_directory');
    await cold.goto(`/sales/${sale.id}`);
    await expect(conversation(cold).getByRole('alert')).toContainText('Conversation could not be loaded');
    await expect(heading(cold, 'TK-1')).toBeVisible();
    await expect(cold.getByRole('region', { name: 'History' })).toContainText('created the sale');
    await cold.evaluate(() => Object.assign(window, { marked: true }));
    restore();
    await conversation(cold).getByRole('button', { name: 'Try again' }).click();
    await expect(messages(cold, 'News of today')).toBeVisible();
    expect(await cold.evaluate(() => 'marked' in window)).toBe(true);
    await expect(conversation(cold).getByRole('alert')).toHaveCount(0);
    await cold.context().close();
  });
});

test('is readable by everybody, with the picker open', async ({ page, site: _site }) => {
  const agency = await newAgencyWithAgent('Open Talk');
  const sale = await agency.sale({ reference: 'TK-6', agent: agency.agent });
  const first = await writeAs(
    agency.api,
    sale.id,
    `Ask <@${agency.agent.id}>, see https://fjord.test/cabins.`,
  );
  await writeAs(agency.agent.api, sale.id, 'I did', first);
  await signIn(page, agency.email);
  await page.goto(`/sales/${sale.id}?message=${first}`);
  await messageField(page).pressSequentially('And @');
  await expect(conversation(page).getByRole('listbox')).toBeVisible();
  await expectAccessibleEverywhere(page, 'conversation');
});
