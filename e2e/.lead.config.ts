export default {
  testDir: '/work/main/e2e/journeys',
  timeout: 90000,
  use: {
    baseURL: process.env.PAPERPLANE_E2E_URL,
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
    screenshot: 'only-on-failure',
  },
  outputDir: '/tmp/lead/results',
};
