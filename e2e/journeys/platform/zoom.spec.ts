/** Only a browser lays out: a phone at 200 % zoom is 195 pixels wide and scrolls nothing sideways (WCAG 1.4.10). */
import { expect, test } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { payEverything } from '../../support/payouts';
import { signIn } from '../../support/people';

// Holds payouts-98
test('a sale, a payout and a statement fit a phone at 200 % zoom', async ({ page }) => {
  const agency = await newAgencyWithAgent('Zoomed Travel');
  await agency.sale({ by: agency.agent.api, reference: 'FJ-30001', amount: 1_234_567.89, paid: true });
  const payout = await payEverything(agency.api, 'February 2027 with a long name');
  const { id: sale } = await agency.api.one<{ id: string }>('sales?select=id');
  const { id: statement } = await agency.api.one<{ id: string }>('payout_statements?select=id');
  await signIn(page, agency.email);
  await page.setViewportSize({ width: 195, height: 422 });
  for (const address of [
    `/sales/${sale}`,
    `/commissions/payouts/${payout}`,
    `/commissions/statements/${statement}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect([scrollWidth, address]).toEqual([clientWidth, address]);
  }
});
