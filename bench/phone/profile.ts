import { chromium, type BrowserContext } from '@playwright/test';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rememberOwner } from '../../e2e/support/people';

/** What the storage of an origin holds for somebody who is signed in there. */
export interface SignedIn {
  origin: string;
  storage: Record<string, string>;
}

const browserOf = (args: string[] = []) => ({
  executablePath: process.env['PAPERPLANE_CHROMIUM'] ?? chromium.executablePath(),
  args,
});

/**
 * Hands over a browser with a profile of its own, without caches or anything stored but a session; ends it behind `work`.
 * @param options arguments of the browser's command
 */
export async function withProfile<Answer>(
  { args }: { args: string[] },
  signedIn: SignedIn | undefined,
  work: (context: BrowserContext) => Promise<Answer>,
): Promise<Answer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-phone-'));
  const context = await chromium.launchPersistentContext(folder, browserOf(args));
  try {
    if (signedIn) {
      const page = await context.newPage();
      // Storage belongs to an origin: any file of the site will do, and this one runs nothing.
      await page.goto(`${signedIn.origin}/config.json`);
      await page.evaluate((storage) => {
        for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
      }, signedIn.storage);
      await page.close();
    }
    return await work(context);
  } finally {
    await context.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs the demo's owner in through the login page of a Paperplane at an address. */
export function signIn(origin: string): Promise<SignedIn> {
  return withProfile({ args: [] }, undefined, async (context) => {
    const page = await context.newPage();
    await rememberOwner(page, origin);
    const storage = await page.evaluate(
      () => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
    );
    return { origin, storage };
  });
}
