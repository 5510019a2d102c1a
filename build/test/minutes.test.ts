import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-minutes-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' });

test('a program is measured with what it starts, and ends as it ends', () => {
  const figure = path.join(folder, 'figure');
  const busy = 'const until = Date.now() + 400; while (Date.now() < until);';
  const starts = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]); process.exit(7)`;
  expect(node('measured.mjs', figure, '-e', starts).status).toBe(7);
  if (process.platform === 'linux') expect(Number(fs.readFileSync(figure, 'utf8'))).toBeGreaterThan(0.1);
});

test('what costs more than a twentieth more than is kept has to say why', () => {
  const script = `import { costLines } from './minutes.mjs';
    const costs = { unit: { minutes: 2, processorSeconds: 210 }, database: { minutes: 9, processorSeconds: 105 }, build: { minutes: 1, processorSeconds: null } };
    console.log(JSON.stringify(costLines(costs, { day: '2026-01-01', steps: { unit: { minutes: 2, processorSeconds: 199 }, database: { minutes: 9, processorSeconds: 100 } } })));`;
  const { stdout } = node('--input-type=module', '-e', script);
  expect(JSON.parse(stdout)).toEqual([
    'unit: 2 min, 210 processor seconds (kept: 199), grew: say why',
    'database: 9 min, 105 processor seconds (kept: 100)',
    'build: 1 min',
    'all: 315 processor seconds',
  ]);
});
