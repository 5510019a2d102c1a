/** Only a browser knows what a cold visit loads: the goals of `npm run bench`, as far as they are the same on every machine. */
import { expect, test } from '@playwright/test';
import { stack } from '../../support/environment';
import { BUDGETS, weighCold } from '../../support/page-weight';

for (const [name, budget] of Object.entries(BUDGETS)) {
  test(`a cold visit of ${name} is within its bytes and requests`, async ({ browser }) => {
    const { js, css, remote, requests, data, files } = await weighCold(browser, stack(), budget);
    const found = { js: js / 1000, css: css / 1000, remote: remote / 1000, requests, data };
    for (const key of ['js', 'css', 'remote', 'requests', 'data'] as const) {
      expect.soft(found[key], `${key} of\n  ${files.join('\n  ')}`).toBeLessThanOrEqual(budget[key]);
    }
    // Nothing is asked for twice.
    const own = files.filter((file) => !file.startsWith('http'));
    expect(own).toEqual([...new Set(own)]);
  });
}
