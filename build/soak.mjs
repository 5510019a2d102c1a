/** `npm run test:soak`: the random database tests with thousands of operations. PAPERPLANE_SEED=1234 repeats a run. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(process.execPath, [jest, 'storm', '--selectProjects', 'database'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PAPERPLANE_SOAK: '1' },
});
process.exitCode = status ?? 1;
