import { expect, type Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import type { SiteCopy } from './site-copy';

/** Waits until the page's service worker is there, rules the page and has been told what was loaded before it. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Addresses of everything the browser has stored for this origin. */
export const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });

/** Waits until something is stored whose address matches. */
export const expectStored = (page: Page, address: RegExp): Promise<void> =>
  expect.poll(() => stored(page)).toContainEqual(expect.stringMatching(address));

const VERSION = 'data-version';

/** The version of the shell a page was opened with; null for the first. */
export const versionOf = (page: Page): Promise<string | null> =>
  page.evaluate((name) => document.documentElement.getAttribute(name), VERSION);

/** The worker's file as if the page had another content. */
export function withPageRevision(worker: string, revision: string): string {
  const page = /(?<='revision':')\w+(?=','url':'\/index\.html')/;
  if (!page.test(worker)) throw new Error('the worker does not store the page');
  return worker.replace(page, revision);
}

/**
 * Deploys a new version of the shell, in which one file has another name: that one is gone from the server.
 * @returns the address of the file that is gone
 */
export function deployNewVersion({ folder }: SiteCopy, version: string): string {
  const edit = (name: string, change: (text: string) => string) => {
    for (const end of ['.br', '.gz']) fs.rmSync(path.join(folder, name + end), { force: true });
    const file = path.join(folder, name);
    fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  };
  // By what the worker stores: the folder may hold files of earlier builds, too.
  const legal = /\/js\/(legal\.\w+\.js)/.exec(fs.readFileSync(path.join(folder, 'sw.js'), 'utf8'))?.[1];
  if (!legal) throw new Error('the shell has no chunk "legal"');
  fs.rmSync(path.join(folder, 'js', legal));
  fs.writeFileSync(path.join(folder, 'js', `legal.${version}.js`), '');
  edit('index.html', (text) => text.replace('<html', `<html ${VERSION}="${version}"`));
  edit('sw.js', (text) => withPageRevision(text.replace(`/js/${legal}`, `/js/legal.${version}.js`), version));
  return `/js/${legal}`;
}

/** Lets the browser look for a new version, as it does by itself at every visit. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

const FLAG = 'e2e-offline';

/**
 * Takes the line away, also for what the page says of it: Chromium forgets with each navigation that `navigator.onLine` was false, while
 * the network stays away.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.addInitScript((flag) => {
    if (sessionStorage.getItem(flag))
      Object.defineProperty(navigator, 'onLine', {
        configurable: true,
        get: () => !sessionStorage.getItem(flag),
      });
  }, FLAG);
  await page.evaluate((flag) => sessionStorage.setItem(flag, 'yes'), FLAG);
  await page.context().setOffline(true);
}

/** Gives it back. */
export async function goOnline(page: Page): Promise<void> {
  await page.evaluate((flag) => sessionStorage.removeItem(flag), FLAG);
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}
