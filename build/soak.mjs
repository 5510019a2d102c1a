/**
 * `npm run test:soak`: the random database tests with thousands of operations, then the largest file an import takes through the screen.
 * PAPERPLANE_SEED=1234 repeats a run.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './lib/chromium.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (...parts) => path.join(root, 'node_modules', ...parts);
const steps = [
  [bin('jest', 'bin', 'jest.js'), 'storm', '--selectProjects', 'database'],
  [path.join(root, 'build', 'test.mjs'), '--only', 'build'],
  [bin('playwright', 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts', 'import', '-g', 'bad ones'],
];
const PAPERPLANE_CHROMIUM = await findChromium();
process.exitCode = 0;
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PAPERPLANE_SOAK: '1', PAPERPLANE_CHROMIUM },
  });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
