import { expect, type Locator, type Page } from '@playwright/test';
import { request } from './api';

/** What this browser keeps of forms that were not saved. */
export const draftsIn = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) => (key.includes('.draft.') ? text : [])),
  );

/** Ends the session on the server, as somebody else may; this page does not know. */
export async function revokeSession(page: Page): Promise<void> {
  const session = await page.evaluate(
    () => localStorage.getItem('paperplane.auth') ?? sessionStorage.getItem('paperplane.auth'),
  );
  const { access_token: token } = JSON.parse(session ?? '') as { access_token: string };
  await request('/auth/v1/logout?scope=local', { method: 'POST' }, token);
}

/** Saves into the void, unless the page has found out by itself that the session is over; then says who is there. */
export async function saveAndComeBack(
  page: Page,
  save: Locator,
  email: string,
  password: string,
): Promise<void> {
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/login') await save.click({ timeout: 2_000 });
  }).toPass();
  await page.waitForURL(/\/login\?redirect=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
