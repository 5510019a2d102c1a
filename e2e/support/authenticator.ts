import { expect, type Page } from '@playwright/test';
import { codeOf, wrongCode } from '../../supabase/local/tests/support/codes';
import { database } from './accounts';

export { codeOf, wrongCode };

/** Lets the codes of this moment be used again, as if thirty seconds had passed for each. */
export const forgetCodes = (email: string) =>
  database().rows(
    'update mfa_factors f set last_step = null from users u where u.id = f.user_id and u.email = $1',
    [email],
  );

/** Makes the last code of a person's sessions older, and the page's tokens be fetched anew. */
export async function ageCode(page: Page, email: string, minutes: number): Promise<void> {
  await database().rows(
    `update mfa_amr_claims a set created_at = a.created_at - make_interval(mins => $2), updated_at = a.updated_at - make_interval(mins => $2)
     from sessions s join users u on u.id = s.user_id where a.session_id = s.id and u.email = $1`,
    [email, minutes],
  );
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paperplane.auth') ?? '{}') as object;
    localStorage.setItem('paperplane.auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
}

/** Sets an authenticator up where the page offers it, as somebody does who types the key. @returns the key */
export async function setUp(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = ((await page.locator('.factor-key code').textContent()) ?? '').replaceAll(' ', '');
  const field = page.getByLabel('Type the 6 digits the app shows');
  await expect(page.getByRole('button', { name: button })).toBeDisabled();
  await field.fill(codeOf(key));
  await expect(field).toBeHidden();
  return key;
}
