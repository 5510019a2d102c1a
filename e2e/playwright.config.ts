import { defineConfig } from '@playwright/test';
import { environment } from './support/environment';

/** The built product in a real browser. `global-setup` starts it on free ports and a database of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: ['{journeys,failures,releases,teams}/**/*.spec.ts'],
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  reporter: process.env['CI']
    ? [['list'], ['html', { outputFolder: '../playwright-report', open: 'never' }]]
    : 'list',
  workers: 2,
  forbidOnly: true,
  // Two cores, a real database and two browsers: one more try tells a busy moment (reported as flaky) from a fault.
  retries: 1,
  // Long journeys on two cores that are busy with builds, too: time costs nothing where everything works.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: environment()?.url,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a test takes away no worker is to mend, nor to store the whole app in every new profile. The journeys it has a part in allow it.
    serviceWorkers: 'block',
    // Recording costs a third of the time: a test is recorded when it has to be tried again.
    trace: 'on-first-retry',
    launchOptions: process.env['PAPERPLANE_CHROMIUM']
      ? { executablePath: process.env['PAPERPLANE_CHROMIUM'] }
      : {},
  },
});
