/** Steps before an upload: build and tests. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../lib/children.mjs';
import { buildOnly } from '../lib/prepare.mjs';

export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

type Say = (line: string) => void;

/** Builds what is stale of some packages. @throws Refusal when it cannot be built */
export async function buildPart(parts: string[], say: Say): Promise<void> {
  say('  building what is stale');
  await buildOnly('npm run deploy', parts);
}

/**
 * Runs the packages' own tests, and the one that compares the platform with its contract number: what a remote says it needs is only
 * worth something when that number has risen with every change.
 * @throws Error when one fails
 */
export async function testPart(parts: string[], say: Say): Promise<void> {
  say('  running its tests, and those of the contract');
  const jest = path.join(REPOSITORY, 'node_modules/jest/bin/jest.js');
  const files = [
    ...parts.map((part) => `/${part}/src/`),
    '/shared/src/platform/contract',
    '/build/contract/',
  ];
  const args = [jest, '--selectProjects', 'unit', '--silent', '--testPathPatterns', files.join('|')];
  const { code, output } = await run(process.execPath, args, { cwd: REPOSITORY, quiet: true });
  if (code === 0) return;
  say(output);
  throw new Error('The tests failed; nothing has been deployed. --no-test leaves them out.');
}
