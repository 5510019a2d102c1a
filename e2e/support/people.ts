import { expect, type Page } from '@playwright/test';
import { sessionOf } from './accounts';
import { stack } from './environment';

/** The demo seed's people; the same logins `npm start` prints. */
export const DEMO_PASSWORD = 'paperplane-demo';
export const demo = {
  owner: 'owner@demo.paperplane.test',
  admin: 'admin@demo.paperplane.test',
  agent: 'agent@demo.paperplane.test',
  inactive: 'inactive@demo.paperplane.test',
  other: 'other@demo.paperplane.test',
} as const;

/** An address nobody has used in this run. */
export const newEmail = (name: string): string =>
  `${name}.${crypto.randomUUID().slice(0, 8)}@e2e.paperplane.test`;

/** Where the app keeps a session that is remembered (`shared/src/platform/api/session-storage.ts`). */
const SESSION_KEY = 'paperplane.auth';

/**
 * Leaves a session where the app looks for it: what the login page does, without its time. No page of the app
 * is open then; the test opens the one it is about. The login page itself has its own tests.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const session = await sessionOf(email);
  // Storage belongs to an origin: any file of the site will do, and this one runs nothing.
  await page.goto('/config.json');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(session),
  ] as const);
}

/** Signs in and opens the app. */
export async function logIn(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.goto('/dashboard');
}

/** Signs in through the login page and waits until the app has left it. */
export async function logInByForm(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Signs the demo's owner in through the login page of a Paperplane at an address, to be remembered there. */
export async function rememberOwner(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(demo.owner);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel(/remember/i).check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${origin}/dashboard`);
}

interface Mail {
  html?: string;
  text?: string;
}

/** Waits for the newest mail to an address, which is number `count` at least, and gives the confirmation link in it. */
export async function confirmationLink(email: string, count = 1): Promise<string> {
  const address = encodeURIComponent(email.toLowerCase());
  let link: string | undefined;
  await expect(async () => {
    const mails = (await (await fetch(`${stack().mailUrl}/email?to.address=${address}`)).json()) as Mail[];
    expect(mails.length).toBeGreaterThanOrEqual(count);
    const mail = mails.at(-1);
    link = /https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/.exec(mail?.text ?? mail?.html ?? '')?.[0];
    expect(link, `a confirmation mail for ${email}`).toBeTruthy();
  }).toPass({ timeout: 30_000, intervals: [100] });
  return (link ?? '').replaceAll('&amp;', '&');
}
