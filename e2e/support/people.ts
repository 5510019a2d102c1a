import type { Page } from '@playwright/test';
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

let counter = 0;

/** An address nobody has used in this run. */
export const newEmail = (name: string): string =>
  `${name}.${Date.now().toString(36)}${counter++}@e2e.paperplane.test`;

/** Signs in through the login page and waits until the app has left it. */
export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

interface Mail {
  to: { address: string }[];
  subject: string;
  html?: string;
  text?: string;
}

/** Waits for the newest mail to an address and gives the confirmation link in it. */
export async function confirmationLink(email: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const mails = (await (await fetch(`${stack().mailUrl}/email`)).json()) as Mail[];
    const mail = mails
      .reverse()
      .find(({ to }) => to.some(({ address }) => address.toLowerCase() === email.toLowerCase()));
    const link = /https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/.exec(
      mail?.text ?? mail?.html ?? '',
    )?.[0];
    if (link) return link.replaceAll('&amp;', '&');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no confirmation mail arrived for ${email}`);
}
