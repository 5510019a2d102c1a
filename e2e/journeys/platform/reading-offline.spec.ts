/** Only a browser keeps anything and loses its line: what is readable then, what never lies on the device, and when it is gone. */
import { expect, type Page } from '@playwright/test';
import { sessionOf } from '../../support/accounts';
import { newAgencyWithAgent } from '../../support/agency';
import { request } from '../../support/api';
import { expectAccessibleEverywhere } from '../../support/axe';
import {
  expectKept,
  expectNothingKept,
  expectNothingKeptMeanwhile,
  expectUnkeptMeanwhile,
  lookInto,
} from '../../support/kept';
import { expectStored, goOffline, goOnline, workerReady } from '../../support/offline';
import { US_ACCOUNT } from '../../support/payouts';
import { logIn, signIn } from '../../support/people';
import { heading, userMenu } from '../../support/screen';
import { test } from '../../support/site-copy';

// The app has to open without a network.
test.use({ serviceWorkers: 'allow' });

// Code that was fetched ahead would open pages that nobody has opened.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const DAY = 86_400_000;

/** An agent with a trip ahead and money on its way, beside what is nobody's business on their device. */
async function newReader(name: string) {
  const agency = await newAgencyWithAgent(name);
  const { agent, api, customer, sale } = agency;
  const own = await sale({
    reference: 'OWN-1',
    agent,
    amount: 4321,
    departs: inDays(9),
    returns: inDays(16),
  });
  const other = await sale({
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
  return { ...agency, api, own, other };
}
type Reader = Awaited<ReturnType<typeof newReader>>;

/** Ends every session of a person, as from another device. */
const signOutEverywhere = async (email: string) =>
  request('/auth/v1/logout?scope=global', { method: 'POST' }, (await sessionOf(email)).access_token);

const offlineBar = (page: Page) =>
  page.getByText(/^As of .*, offline\. Nothing is saved until you are back\.$/);

/** Opens every page that is kept, and waits until it is. */
async function readEverything(page: Page, { agent, customer, own }: Reader) {
  await logIn(page, agent.email);
  await expect(page.getByText('Fjordline Cruises').first()).toBeVisible();
  await workerReady(page);
  // It is written behind the page's paint.
  await expectKept(page, '"departures":[{"salesId"');
  for (const [path, shown, told] of [
    ['/sales', 'OWN-1', '"byStatus"'],
    [`/sales/${own.id}`, 'OWN-1', '"travelers"'],
    ['/customers', 'Ines Albrecht', '"lastSaleDate"'],
    [`/customers/${customer.id}`, 'ending 0T47', '"nextDeparture"'],
    ['/commissions', 'OWN-1', '"toReview"'],
    ['/commissions/payouts', '6613', '"statementCount"'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first(), path).toBeVisible();
    await expectStored(page, /\/js\/keeper\./);
    await expectKept(page, told);
  }
}

// docs/product/platform.md, Reading offline
test('an agent reads without a network what they opened, as of when, and nothing else', async ({ page }) => {
  test.slow();
  const reader = await newReader('Night Flight Travel');
  await readEverything(page, reader);
  await goOffline(page);

  await test.step('what was opened is there after a reload, and says of when it is', async () => {
    for (const [path, shown] of [
      ['/dashboard', 'OWN-1'],
      ['/sales', 'OWN-1'],
      [`/sales/${reader.own.id}`, '$4,321'],
      ['/customers', 'Ines Albrecht'],
      [`/customers/${reader.customer.id}`, 'ines@albrecht.test'],
      ['/commissions', 'OWN-1'],
      ['/commissions/payouts', 'Not kept on this device.'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(shown).first(), path).toBeVisible();
      await expect(offlineBar(page), path).toBeVisible();
    }
  });

  await test.step('passport and account say that they are not kept', async () => {
    await page.goto(`/customers/${reader.customer.id}`);
    const passport = page.getByRole('region', { name: 'Passport' });
    await expect(passport).toContainText('Not kept on this device.');
    await expectAccessibleEverywhere(page, 'a customer offline');
    await page.goto('/commissions/payouts');
    await expect(page.getByRole('region', { name: 'Where it goes' })).toContainText(
      'Not kept on this device.',
    );
    await expectAccessibleEverywhere(page, 'payouts offline');
  });

  await test.step('what was not opened is not there', async () => {
    await page.goto(`/sales?q=somebody`);
    await expect(page.getByText('Network connection issue.').first()).toBeVisible();
    await page.goto('/reports');
    await expect(heading(page, 'You’re offline')).toBeVisible();
  });

  await page.goto('/sales');
  await expect(page.getByText('OWN-1').first()).toBeVisible();
  await test.step('back, everything is asked anew', async () => {
    await reader.api.update(`sales?id=eq.${reader.own.id}`, { booking_reference: 'OWN-2' });
    await goOnline(page);
    await expect(page.getByText('OWN-2').first()).toBeVisible();
    await expect(offlineBar(page)).toBeHidden();
  });
});

// docs/security.md
test('nothing on the device can be read as it is, and no passport, account or money of others lies there at all', async ({
  page,
}) => {
  test.slow();
  const reader = await newReader('Quill Travel');
  await readEverything(page, reader);
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

test('signing out leaves nothing, in any tab, also without a network', async ({ page, context }) => {
  test.slow();
  const { agent } = await newReader('Gone Travel');
  const open = async () => {
    await logIn(page, agent.email);
    await expectKept(page, '"departures":[{"salesId"');
  };
  const signOut = async () => {
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  };
  await test.step('in another tab that has it open', async () => {
    await open();
    const second = await context.newPage();
    await second.goto('/sales');
    await expect(second.getByText('OWN-1').first()).toBeVisible();
    await expectKept(second, '"byStatus"');
    await signOut();
    await expectNothingKept(page);
    await second.waitForURL('**/login**');
    // What the other tab still had to write is not written.
    await expectNothingKeptMeanwhile(second);
    await second.close();
  });
  await test.step('without a network', async () => {
    await open();
    await workerReady(page);
    await goOffline(page);
    await signOut();
    await expectNothingKept(page);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('at the next contact it is gone: of who was deactivated, whose session was ended, whose agency keeps nothing', async ({
  page,
}) => {
  test.slow();
  const { agent, api, setActive } = await newReader('Contact Travel');
  const away = async (meanwhile: () => Promise<unknown>) => {
    await logIn(page, agent.email);
    await expectKept(page, '"departures":[{"salesId"');
    await goOffline(page);
    await meanwhile();
    expect((await lookInto(page)).answers).not.toEqual([]);
    await goOnline(page);
    await expectNothingKept(page);
  };
  await test.step('deactivated', () => away(() => setActive(false)));
  await setActive(true);
  await test.step('ended', () => away(() => signOutEverywhere(agent.email)));
  await test.step('switched off', () =>
    away(() => api.update('organizations?id=not.is.null', { offline_reading: 'off' })));
  // And nothing is kept from then on.
  await page.goto('/sales');
  await expect(page.getByText('OWN-1').first()).toBeVisible();
  await expectNothingKeptMeanwhile(page);
});

test('another session reads nothing of it, nor does this one after seven days', async ({ page }) => {
  test.slow();
  const { agent, own } = await newReader('Eight Days Travel');
  await logIn(page, agent.email);
  await expect(page.getByText('Fjordline Cruises').first()).toBeVisible();
  await workerReady(page);
  const open = async () => {
    await page.goto(`/sales/${own.id}`);
    await expect(page.getByText('$4,321').first()).toBeVisible();
    await expectStored(page, /\/js\/keeper\./);
    await expectKept(page, 'OWN-1');
    await expectStored(page, /\/remotes\/mf_sales\/.*\/js\//);
  };
  const expectNotReadable = async () => {
    await page.goto(`/sales/${own.id}`);
    // Auth tries for half a minute to get a new token for one that has run out.
    await expect(page.getByText('Network connection issue.').first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('$4,321')).toHaveCount(0);
    expect((await lookInto(page)).answers).toEqual([]);
  };

  await test.step('the database beside a session of the same person, begun elsewhere', async () => {
    await open();
    await goOffline(page);
    const session = await sessionOf(agent.email);
    await page.evaluate((text) => localStorage.setItem('paperplane.auth', text), JSON.stringify(session));
    await expectNotReadable();
    await goOnline(page);
  });

  await test.step('a clock that is eight days later', async () => {
    await open();
    await goOffline(page);
    await page.goto(`/sales/${own.id}`);
    await expect(page.getByText('$4,321').first()).toBeVisible();
    await page.clock.setFixedTime(Date.now() + 8 * DAY);
    await expectNotReadable();
  });
});

test('an owner’s device keeps nothing, unless everybody’s does: then their own alone', async ({ page }) => {
  const { email, api } = await newReader('Owner Travel');
  await signIn(page, email);
  await page.goto('/sales');
  await expect(page.getByText('OTHER-1').first()).toBeVisible();
  await expectNothingKeptMeanwhile(page);

  await api.update('organizations?id=not.is.null', { offline_reading: 'everybody' });
  await page.goto(`/sales?agentId=${api.userId}`);
  await expect(page.getByText('OTHER-1').first()).toBeVisible();
  await expectKept(page, 'OTHER-1');
  await page.goto('/sales');
  await expect(page.getByText('OWN-1').first()).toBeVisible();
  await page.goto('/customers');
  await expect(page.getByText('Ines Albrecht').first()).toBeVisible();
  await expectUnkeptMeanwhile(page, /OWN-1|4321/);
});
