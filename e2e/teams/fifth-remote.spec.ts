/** Only a browser shows that CONTRIBUTING.md is right: what its commands make and deploy has its tab, its page and its card. */
import { expect } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyCheckout } from '../support/checkout-copy';
import { rows } from '../support/lists';
import { demo, logIn } from '../support/people';
import { heading, mark, marked, tabs } from '../support/screen';
import { test } from '../support/site-copy';

/** The commands that CONTRIBUTING.md gives under a heading. */
function commandsUnder(title: string, folder: string): string[] {
  const text = fs.readFileSync(path.join(folder, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const block = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, '').trim())
    .filter(Boolean);
}

// By the commands that CONTRIBUTING.md gives; the development server has a test of its own.
test('a fifth feature, made and deployed as CONTRIBUTING.md says, has its tab, its page and its card', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000);
  const checkout = copyCheckout();
  try {
    const commands = commandsUnder('A fifth feature', checkout.folder);
    expect(commands).toHaveLength(3);
    fs.mkdirSync(path.join(checkout.folder, '.paperplane'));
    fs.symlinkSync(site.folder, path.join(checkout.folder, '.paperplane/site'));
    await logIn(page, demo.owner);
    await expect(tabs(page).getByRole('link', { name: 'Offers' })).toBeHidden();
    await mark(page);

    for (const command of commands.filter((line) => !line.includes(' dev '))) {
      // Behind the browsers of other tests, which share the processors.
      execFileSync('nice', command.split(' '), {
        cwd: checkout.folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0' },
      });
    }

    // An open page keeps what it has begun with.
    await tabs(page).getByRole('link', { name: 'Sales' }).click();
    await expect(heading(page, 'Sales')).toBeVisible();
    expect(await marked(page)).toBe(true);
    await page.reload();
    await tabs(page).getByRole('link', { name: 'Offers' }).click();
    await expect(page).toHaveURL('/offers');
    await expect(page).toHaveTitle(/Offers/);
    await expect(heading(page, 'Offers')).toBeVisible();
    await expect(heading(page, /^A page for /)).toBeVisible();
    // Its card is on the page of another feature.
    await tabs(page).getByRole('link', { name: 'Sales' }).click();
    await rows(page).first().getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Offers' })).toHaveText(
      /Nothing is known of this sale yet/,
    );
    await tabs(page).getByRole('link', { name: 'Customers' }).click();
    await expect(heading(page, 'Customers')).toBeVisible();
  } finally {
    checkout.remove();
  }
});
