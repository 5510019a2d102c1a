import { chromium, defineConfig } from '@playwright/test';
import { environment } from './support/environment';

const browser = process.env['PAPERPLANE_CHROMIUM'];
/** A browser that runs already: the bench of interactions watches what journeys do in it (`bench/phone/journeys.ts`). */
const running = process.env['PAPERPLANE_BROWSER'];
/** Where the whole run leaves its results. */
const results = process.env['PAPERPLANE_RESULTS'];
/** Tests that nothing has changed for since they passed (`build/test/heavy.mjs`). */
const leftOut = process.env['PAPERPLANE_LEFT_OUT']?.split(' ').filter(Boolean) ?? [];

/** The built product in a real browser. `global-setup` starts it on free ports and a database of its own. */
export default defineConfig({
  testDir: '.',
  testIgnore: leftOut.map((file) => `**/${file}`),
  // What builds a remote takes longest: it begins, and nobody waits for it at the end.
  projects: [
    { name: 'builds', testMatch: 'teams/**/*.spec.ts' },
    { name: 'journeys', testMatch: '{journeys,failures,releases,replicas}/**/*.spec.ts' },
  ],
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  reporter: [
    ['list'],
    ...(process.env['CI']
      ? [['html', { outputFolder: '../playwright-report', open: 'never' }] as ['html', object]]
      : []),
    ...(results ? [['json', { outputFile: results }] as ['json', object]] : []),
  ],
  // One more than the cores of a small machine: somebody waits for the network at any moment.
  workers: 3,
  forbidOnly: true,
  // Two cores, a real database and two browsers: one more try tells a busy moment (reported as flaky) from a fault.
  retries: 1,
  // Long journeys on two cores that are busy with builds, too: time costs nothing where everything works.
  timeout: 90_000,
  // A slow browser that is watched is given time. Beside builds and new functions a page may stand still for a quarter of a minute.
  expect: { timeout: running ? 90_000 : 30_000 },
  use: {
    // What cannot be clicked for so long never can: no test waits for its own end.
    actionTimeout: 60_000,
    baseURL: environment()?.url,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a test takes away no worker is to mend, nor to store the whole app in every new profile. The journeys it has a part in allow it.
    serviceWorkers: 'block',
    // Recording costs a third of the time: a test is recorded when it has to be tried again.
    trace: 'on-first-retry',
    // What moves is waited for: no journey is about it.
    contextOptions: { reducedMotion: 'reduce' },
    // Playwright's own is left to it: it has a shell without a window, too.
    launchOptions: browser && browser !== chromium.executablePath() ? { executablePath: browser } : {},
    ...(running ? { connectOptions: { wsEndpoint: running } } : {}),
  },
});
