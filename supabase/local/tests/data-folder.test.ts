import fs from 'node:fs';
import path from 'node:path';
import type { BackendProcess } from '../../tests/support/backend-process';
import { newDataDir, startOwn } from './support/own-backend';

let home: string;
beforeEach(() => {
  home = newDataDir();
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

/** What a start that was refused has said last; it says one line, with no stack and no second reason. */
async function refusal(backend: BackendProcess): Promise<string> {
  expect(await backend.exited).toBe(1);
  const lines = backend.output().trim().split('\n');
  expect(backend.output()).not.toMatch(/^\s+at /m);
  return lines.filter((line) => !/Creating a new PostgreSQL cluster/.test(line)).join('\n');
}

test.each(['data', 'data/below'])('a file where the folder %s has to be', async (name) => {
  fs.writeFileSync(path.join(home, 'data'), 'a file');
  const data = path.join(home, name);
  expect(await refusal(startOwn(data))).toBe(
    `[backend] There is a file where the folder ${data} has to be; move it away, or choose another folder for the data.`,
  );
  expect(fs.readFileSync(path.join(home, 'data'), 'utf8')).toBe('a file');
});

test('a folder on a disk that is full', async () => {
  const preload = path.join(__dirname, 'support/full-disk.cjs');
  expect(await refusal(startOwn(home, { env: { NODE_OPTIONS: `--require ${preload}` } }))).toBe(
    `[backend] The disk that holds ${home} is full; make room there and start again.`,
  );
});

test('a folder that cannot be written', async () => {
  // Root writes everywhere but into the kernel's own folders.
  const isRoot = process.getuid?.() === 0;
  const data = isRoot ? '/sys/paperplane' : path.join(home, 'data');
  if (!isRoot) fs.chmodSync(home, 0o511);
  expect(await refusal(startOwn(data))).toMatch(
    new RegExp(
      `^\\[backend\\] (This user may not use ${data}; change its owner or its rights|${data} is on a file system that can only be read;)[^.\\n]+\\.$`,
    ),
  );
});

test('secrets that are damaged', async () => {
  fs.writeFileSync(path.join(home, 'secrets.json'), '{"installation":');
  expect(await refusal(startOwn(home))).toMatch(/^\[backend\] .*secrets\.json is damaged \([^\n]+\.$/);
});

test('a database that is damaged', async () => {
  const first = startOwn(home);
  await first.ready;
  await first.stop();
  fs.writeFileSync(path.join(home, 'postgres/global/pg_control'), 'damaged');
  expect(await refusal(startOwn(home))).toMatch(
    /^\[backend\] PostgreSQL does not start on the files in \S+ \([^\n]*pg_control[^\n]*\); put a copy of them back, [^\n]+\.$/,
  );
}, 60_000);
