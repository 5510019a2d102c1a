/** An endpoint from its adding to its end: what it is told, what it answered, sent again; its secrets; and the keys of a keyboard. */
import { expect, test, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { WebhookReceiver } from '../../../supabase/tests/support/webhook-receiver';
import { database } from '../../support/accounts';
import { newTradingAgency } from '../../support/agency';
import { expectAccessibleEverywhere, settled } from '../../support/axe';
import { BY_FUNCTION } from '../../support/patience';
import { signIn } from '../../support/people';
import { spareUrl } from '../../support/spare';

const WEBHOOKS = '/settings/integrations/webhooks';
const ADDRESS = 'https://hooks.harbour-hooks.example/in';
const receiver = new WebhookReceiver();
test.beforeAll(() => receiver.start(Number(spareUrl().port)));
test.afterAll(() => receiver.stop());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const delivery = (page: Page, type: string) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: type });

async function keep(page: Page): Promise<string> {
  const once = page.getByRole('region', { name: 'New secret, shown once' });
  const secret = (await once.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await button(page, 'I have kept it').click();
  await expect(once).toBeHidden();
  return secret;
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await button(page, /^More for /).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

// Holds integrations-87, integrations-95
test('an owner adds an endpoint, sees what it answered, resends, rotates its secret and deletes it', async ({
  page,
}) => {
  test.slow();
  const agency = await newTradingAgency('Harbour Hooks');
  await signIn(page, agency.email);
  await page.goto(WEBHOOKS);

  const secret = await test.step('an endpoint, by the keyboard alone', async () => {
    await button(page, 'Add endpoint').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add endpoint' });
    await expect(dialog.getByLabel('Address')).toBeFocused();
    await page.keyboard.type(ADDRESS);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(dialog.getByLabel('Sales sale.*')).toBeChecked();
    await expectAccessibleEverywhere(page, 'A new endpoint');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'New secret, shown once' })).toBeVisible();
    await expectAccessibleEverywhere(page, 'A secret that is shown once');
    return keep(page);
  });

  await test.step('a program that is busy', async () => {
    // Only public addresses can be typed.
    await database().rows('update private.webhook_endpoints set url = $2 where url = $1', [
      ADDRESS,
      `${receiver.origin}/in`,
    ]);
    receiver.behave = () => ({ status: 503, text: 'Down for maintenance' });
    await agency.sale({ reference: 'WH-1' });
    const row = delivery(page, 'sale.created');
    await expect(row).toContainText('503', BY_FUNCTION);
    await expect(row).toContainText('WH-1');
    await expect(row).toContainText('“Down for maintenance”');
    await expect(page.getByText('Retrying')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Webhooks 1 failing' })).toBeVisible();
    await settled(page);
    await expectAccessibleEverywhere(page, 'An endpoint that is retried');
  });

  const next = await test.step('another secret, and the one before it beside it', async () => {
    await fromMenu(page, 'Rotate secret');
    await expectAccessibleEverywhere(page, 'Rotating a secret');
    await button(page, 'Rotate secret').click();
    const rotated = await keep(page);
    expect(rotated).not.toBe(secret);
    return rotated;
  });

  await test.step('the program takes it when it is sent again, signed with both', async () => {
    receiver.received.length = 0;
    receiver.behave = () => ({ status: 204 });
    const row = delivery(page, 'sale.created');
    await button(page, 'Resend sale.created, WH-1').press('Enter');
    await expect(row).toContainText('204', BY_FUNCTION);
    await expect(page.getByText('Delivering')).toBeVisible(BY_FUNCTION);
    await expect(page.getByText(/^Secret rotated .*, the old one works until /)).toBeVisible(BY_FUNCTION);
    await expect(page.getByRole('link', { name: 'Webhooks', exact: true })).toBeVisible();
    const [told] = receiver.received;
    for (const each of [secret, next])
      expect(new Webhook(each).verify(told?.body ?? '', told?.headers ?? {})).toMatchObject({
        type: 'sale.created',
        data: { reference: 'WH-1', currency: 'USD' },
      });
  });

  await test.step('all deliveries, and none that were given up', async () => {
    await page.getByRole('link', { name: /^All/ }).click();
    await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
    await expect(delivery(page, 'sale.created')).toHaveCount(1);
    await expectAccessibleEverywhere(page, 'All deliveries');
    await page.getByRole('link', { name: 'Given up' }).click();
    await expect(page.getByText('None of these')).toBeVisible();
    await page.getByRole('link', { name: 'Endpoints' }).click();
  });

  await test.step('its end', async () => {
    await fromMenu(page, 'Delete');
    await expectAccessibleEverywhere(page, 'Deleting an endpoint');
    await button(page, 'Delete endpoint').click();
    await expect(page.getByText('No program is told yet')).toBeVisible();
  });

  await test.step('on a phone the tab that is open is in sight, whichever it is', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, name] of [
      ['/settings/integrations', 'API keys'],
      ['/settings/integrations/accounting', 'Accounting'],
      ['/settings/integrations/moving-in', 'Moving in'],
    ] as const) {
      await page.goto(path);
      const tab = page.getByRole('navigation', { name: 'Integrations' }).getByRole('link', { name });
      await expect(tab).toHaveAttribute('aria-current', 'page');
      // Its last pixel lies on the line below the tabs.
      await expect(tab).toBeInViewport({ ratio: 0.95 });
    }
  });
});
