/**
 * `npm run bench`: what a cold visit of login, sales list and dashboard transfers, against the budgets.
 * Runs the built product with its demo data in a real browser that accepts gzip only, so that all sizes are gzip sizes.
 */
import { chromium } from '@playwright/test';
import { BUDGETS, weighCold } from '../e2e/support/page-weight';
import { startStack } from '../e2e/support/stack';

const kilobytes = (bytes: number) => bytes / 1000;

function row(what: string, value: number, goal: number): string {
  const digits = Number.isInteger(value) ? 0 : 1;
  const ratio = goal > 0 ? `${(value / goal).toFixed(2)}x` : value === 0 ? '-' : 'over';
  return `  ${what.padEnd(22)}${value.toFixed(digits).padStart(8)}${String(goal).padStart(8)}   ${ratio}${value > goal ? '  ✘' : ''}`;
}

async function main(): Promise<void> {
  const stack = await startStack();
  const executablePath = process.env['PAPERPLANE_CHROMIUM'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  let over = 0;
  try {
    for (const [name, budget] of Object.entries(BUDGETS)) {
      const found = await weighCold(browser, stack, budget);
      const rows: [string, number, number][] = [
        ['JS kB gz', kilobytes(found.js), budget.js],
        ['of it remotes kB gz', kilobytes(found.remote), budget.remote],
        ['CSS kB gz', kilobytes(found.css), budget.css],
        ['requests', found.requests, budget.requests],
        ['of them data', found.data, budget.data],
      ];
      console.log(`\n${name.padEnd(24)}${'found'.padStart(8)}${'goal'.padStart(8)}   ratio`);
      for (const [what, value, goal] of rows) console.log(row(what, value, goal));
      console.log(`  ${'font kB'.padEnd(22)}${kilobytes(found.font).toFixed(1).padStart(8)}`);
      if (process.argv.includes('--requests')) console.log(`  ${found.files.join('\n  ')}`);
      over += rows.filter(([, value, goal]) => value > goal).length;
    }
  } finally {
    await browser.close();
    await stack.stop();
  }
  console.log(over === 0 ? '\nAll within the budgets.' : `\n${over} over budget.`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
