/** Only the screens lead from step to step: an owner chooses what is made, an agent gives their details, a file or a note comes of it. */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessibleEverywhere } from '../../support/axe';
import { payEverything } from '../../support/payouts';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const FORMS = '/settings/integrations/tax-forms';
const MINE = '/commissions/payouts/mine';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Fills fields by their labels. */
async function fill(page: Page, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

test('1099-NEC: chosen, asked of the agent, given, exported as a file, and looked at', async ({
  page,
  browser,
}) => {
  test.slow();
  const agency = await newAgencyWithAgent('Tax Harbour Travel');
  await agency.sale({ by: agency.agent.api, reference: 'TX-1', amount: 50_000, paid: true });
  await payEverything(agency.api, 'Whole year');
  await signIn(page, agency.email);
  await page.goto(FORMS);
  await button(page, 'Choose what is made').click();
  await page.getByRole('radio', { name: /^Form 1099-NEC/ }).check();
  await fill(page, {
    'Street and number': '48 Chandlers Wharf',
    City: 'Portland',
    State: 'me',
    'ZIP code': '04101',
    EIN: '12-345',
  });
  await button(page, 'Save').click();
  await expect(page.getByText("Enter the agency's EIN, nine digits.")).toBeVisible();
  await expectAccessibleEverywhere(page, 'What is made for agents');
  await fill(page, { EIN: '12-3456789' });
  await button(page, 'Save').click();
  await expect(page.getByText('Details missing').first()).toBeVisible();
  await button(page, 'Ask 1 agent for details').click();
  await expect(page.getByText('1 agent asked')).toBeVisible();

  await test.step('the agent finds it asked where they are paid, and gives it', async () => {
    const own = await (await browser.newContext()).newPage();
    await signIn(own, agency.agent.email);
    await own.goto(MINE);
    await expect(own.getByText(/^Your agency asked on /)).toBeVisible();
    await button(own, 'Add tax details').click();
    await own.getByLabel('Federal tax classification').selectOption('Individual or sole proprietor');
    await fill(own, {
      'Legal name': 'Milo Reyes',
      'Street and number': '7 Pine St',
      City: 'Bangor',
      State: 'ME',
      'ZIP code': '04401',
      SSN: '666-09-9999',
    });
    await button(own, 'Save details').click();
    await expect(own.getByText(/^This is not a Social Security number/)).toBeVisible();
    await expectAccessibleEverywhere(own, 'Tax details');
    await fill(own, { SSN: '219-09-9999' });
    await button(own, 'Save details').click();
    await expect(own.getByText(/^SSN ••9999, Individual or sole proprietor, 7 Pine St/)).toBeVisible();
    await own.context().close();
  });

  await page.reload();
  await expect(page.getByRole('table', { name: 'Agents' })).toContainText('SSN ••9999');
  await expectAccessibleEverywhere(page, 'Tax forms of a year');
  await button(page, 'Export forms').click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'All forms').click()]);
  expect(download.suggestedFilename()).toMatch(/^paperplane-1099-nec-\d{4}\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('SSN,219-09-9999,Milo Reyes,7 Pine St,Bangor,ME,04401,US,3600.00');
  await button(page, 'Close').last().click();
  await expect(page.getByText('Exported').first()).toBeVisible();
  await button(page, 'More for Milo Reyes').click();
  await page.getByRole('menuitem', { name: 'Show number' }).click();
  await button(page, 'Show number').click();
  await expect(page.getByText('219-09-9999')).toBeVisible();
});

test('credit notes: a payment waits for its note, which is written, printed and found by its agent', async ({
  page,
  browser,
}) => {
  test.slow();
  const agency = await newAgencyWithAgent('Hafen Reisen');
  const settings = {
    ...{ scheme: 'eu', legal_name: 'Hafen Reisen GmbH', tax_number: 'DE123456789', street: 'Am Kai 4' },
    ...{ city: 'Hamburg', postal_code: '20457', country: 'DE', notes_from: '2020-01-01' },
  };
  await agency.api.call('save_tax_settings', { settings });
  await agency.sale({ by: agency.agent.api, reference: 'CN-1', amount: 10_000, paid: true });
  await payEverything(agency.api, 'November');
  const details = {
    ...{ kind: 'business', legal_name: 'Milo Reyes', street: 'Elbchaussee 9', city: 'Hamburg', region: '' },
    ...{ postal_code: '22765', country: 'DE', number_kind: 'vat', number: 'DE987654321' },
    ...{ vat_status: 'registered', vat_rate: '19' },
  };
  await agency.agent.api.call('save_tax_details', { details });
  await signIn(page, agency.email);
  await page.goto(FORMS);
  await expect(page.getByText('1 payment without a credit note')).toBeVisible();
  await button(page, 'Write what can be written').click();
  await expect(page.getByRole('table', { name: 'Credit notes' })).toContainText('001-0001');
  await expectAccessibleEverywhere(page, 'Credit notes of a year');
  await page.getByRole('link', { name: '001-0001' }).click();
  await expect(page.getByRole('article', { name: 'Credit note' })).toContainText('VAT 19%$114.96');
  await expectAccessibleEverywhere(page, 'A credit note');

  const own = await (await browser.newContext()).newPage();
  await signIn(own, agency.agent.email);
  await own.goto(MINE);
  await own.getByRole('list', { name: 'Credit notes' }).getByRole('link').click();
  await expect(own.getByRole('article', { name: 'Credit note' })).toContainText('Gross$720.00');
  await own.context().close();
});
