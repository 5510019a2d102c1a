/** Only a browser keeps anything and loses its line: what is readable then, what never lies on the device, and when it is gone. */
import { expect, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, expectAccessibleEverywhere } from '../../support/axe';
import { expectKept, expectNothingKept, expectNothingKeptMeanwhile, lookInto } from '../../support/kept';
import { expectStored, goOffline, goOnline, workerReady } from '../../support/offline';
import { US_ACCOUNT } from '../../support/payouts';
import { logIn } from '../../support/people';
import { heading, tabs, userMenu } from '../../support/screen';
import { test } from '../../support/site-copy';

// The app has to open without a network.
test.use({ serviceWorkers: 'allow' });

// Code that was fetched ahead would open pages that nobody has opened.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** An agent with a trip ahead and money on its way, beside what is nobody's business on their device. */
async function newReader(name: string) {
  const agency = await newAgencyWithAgent(name);
  const { agent, customer, sale } = agency;
  const own = await sale({
    reference: 'OWN-1',
    agent,
    amount: 4321,
    departs: inDays(9),
    returns: inDays(16),
  });
  await sale({
    reference: 'OTHER-1',
    amount: 77_777,
    departs: inDays(10),
    returns: inDays(12),
  });
  await agent.api.call('save_passport', {
    customer_id: customer.id,
    passport: { number: 'C01X00T47', given_names: 'QUILLPASS', country: 'DE', expires_on: inDays(900) },
  });
  await agent.api.call('save_bank_details', { details: { ...US_ACCOUNT, holder_name: 'QUILLBANK HOLDER' } });
  return { ...agency, own };
}
type Reader = Awaited<ReturnType<typeof newReader>>;

const offlineBar = (page: Page) =>
  page.getByText(/^As of .*, offline\. Nothing is saved until you are back\.$/);

/** Opens every page that is kept, and waits until it is. */
async function readEverything(page: Page, agent: Reader['agent']) {
  await logIn(page, agent.email);
  await expect(page.getByText('Fjordline Cruises').first()).toBeVisible();
  await workerReady(page);
  const open = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  for (const [name, shown] of [
    ['Sales', 'OWN-1'],
    ['OWN-1', '$4,321'],
    ['Customers', 'Ines Albrecht'],
    ['Ines Albrecht', 'ending 0T47'],
    ['Commissions', 'OWN-1'],
  ] as const) {
    await open(name);
    await expect(page.getByRole('main').getByText(shown).first(), name).toBeVisible();
  }
  // It is written behind the page's paint.
  await expectKept(page, '"toReview"');
  await page.goto('/commissions/payouts');
  await expect(page.getByText('6613').first()).toBeVisible();
  for (const told of [
    '"departures":[{"salesId"',
    '"byStatus"',
    '"travelers"',
    '"lastSaleDate"',
    '"nextDeparture"',
    '"statementCount"',
  ])
    await expectKept(page, told);
  await expectStored(page, /\/js\/keeper\./);
}

// docs/product/platform.md, Reading offline; docs/security.md
// Holds platform-44, platform-52, security-122
test('an agent reads without a network what they opened, as of when, and nothing else; signed out, nothing is left', async ({
  page,
  context,
}) => {
  test.slow();
  const { agent, api, customer, own } = await newReader('Quill Travel');
  await readEverything(page, agent);

  await test.step('nothing can be read as it is, and no passport, account or money of others lies there at all', async () => {
    const { raw, answers, isKeyExtractable } = await lookInto(page);
    expect(isKeyExtractable).toBe(false);
    expect(answers.length).toBeGreaterThan(5);
    expect(raw).not.toMatch(/Ines|Albrecht|OWN-1|listSales|getSale|4321/);
    const opened = answers.join('\n');
    expect(opened).toContain('Albrecht');
    expect(opened).toContain('OWN-1');
    expect(opened).not.toMatch(/QUILLPASS|C01X|0T47|QUILLBANK|6613|021000021|passport|holderName|lastFour/i);
    expect(opened).not.toMatch(/OTHER-1|77777|77,777/);
  });

  await goOffline(page);
  const open = async (path: string, shown: string) => {
    await page.goto(path);
    await expect(page.getByText(shown).first(), path).toBeVisible();
    await expect(offlineBar(page), path).toBeVisible();
  };
  await test.step('what was opened is there after a reload, and says of when it is', async () => {
    await open('/dashboard', 'OWN-1');
    await open(`/sales/${own.id}`, '$4,321');
    await open('/customers', 'Ines Albrecht');
    await open('/commissions', 'OWN-1');
  });

  await test.step('passport and account say that they are not kept', async () => {
    await open(`/customers/${customer.id}`, 'ines@albrecht.test');
    const passport = page.getByRole('region', { name: 'Passport' });
    await expect(passport).toContainText('Not kept on this device.');
    await expectAccessibleEverywhere(page, 'a customer offline');
    await open('/commissions/payouts', 'Not kept on this device.');
    await expect(page.getByRole('region', { name: 'Where it goes' })).toContainText(
      'Not kept on this device.',
    );
    await expectAccessible(page, 'payouts offline', ['light', 'dark']);
  });

  await test.step('what was not opened is not there', async () => {
    await page.goto(`/sales?q=somebody`);
    await expect(page.getByText('Network connection issue.').first()).toBeVisible();
    await page.goto('/reports');
    await expect(heading(page, 'You’re offline')).toBeVisible();
  });

  await test.step('back, everything is asked anew', async () => {
    await open('/sales', 'OWN-1');
    await api.update(`sales?id=eq.${own.id}`, { booking_reference: 'OWN-2' });
    await goOnline(page);
    await expect(page.getByText('OWN-2').first()).toBeVisible();
    await expect(offlineBar(page)).toBeHidden();
  });

  await test.step('signing out leaves nothing, also where another tab has it open', async () => {
    const second = await context.newPage();
    const before = (await lookInto(page)).answers.length;
    await second.goto('/customers?q=Ines');
    await expect.poll(async () => (await lookInto(second)).answers.length).toBeGreaterThan(before);
    await tabs(second).getByRole('link', { name: 'Sales', exact: true }).click();
    await expect(second.getByText('OWN-2').first()).toBeVisible();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await expectNothingKept(page);
    await second.waitForURL('**/login**');
    // What the other tab still had to write is not written.
    await expectNothingKeptMeanwhile(second);
  });
});
