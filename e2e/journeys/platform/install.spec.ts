/** Only a browser offers to install what has a worker. */
import { expect, type Page } from '@playwright/test';
import { workerReady } from '../../support/offline';
import { test } from '../../support/site-copy';

// A browser offers to install what has a worker.
test.use({ serviceWorkers: 'allow' });

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

/** What a browser does that would install the app; Chromium under test never does. */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const asked = Object.assign(window, { asked: 0 });
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve((asked.asked += 1)),
    });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });
const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: number }).asked);

// docs/product/platform.md, Install prompt
test.describe('on a phone', () => {
  test.use({ userAgent: PHONE, viewport: { width: 390, height: 844 } });

  test('the browser’s offer becomes an install prompt; "Not now" is an answer until the browser is closed', async ({
    page,
  }) => {
    const prompt = page.getByRole('dialog', { name: 'Install Paperplane' });
    await page.goto('/login');
    expect(await offerInstallation(page)).toBe(true);
    await expect(prompt).toContainText('Install for quick access and offline use');
    await prompt.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(prompt).toBeHidden();
    expect(await asked(page)).toBe(1);

    await offerInstallation(page);
    await prompt.getByRole('button', { name: 'Not now' }).click();
    await expect(prompt).toBeHidden();
    await page.reload();
    await offerInstallation(page);
    await workerReady(page);
    await expect(prompt).toBeHidden();
  });
});
