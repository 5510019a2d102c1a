/** Only a browser lays out: from the smallest phone to a desk nothing is wider than the window, and no control sticks out of it. */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { settled } from '../../support/axe';
import { signIn } from '../../support/people';
import { userMenu } from '../../support/screen';
import { expectRoom } from '../../support/widths';

test('the frame has room for a long name', async ({ page }) => {
  const { email, api } = await newTradingAgency('Wide');
  await api.update(`users?id=eq.${api.userId}`, {
    first_name: 'Maximiliane Henriette',
    last_name: 'von Hohenfels',
  });
  await signIn(page, email);
  for (const path of ['/notifications', '/profile', '/profile?tab=organization', '/no-such-page']) {
    await page.goto(path);
    await settled(page);
    await expectRoom(page, path);
  }
  await expect(userMenu(page)).toHaveAccessibleName(/Maximiliane Henriette von Hohenfels/);
});
