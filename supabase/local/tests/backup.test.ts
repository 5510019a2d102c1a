import fs from 'node:fs';
import disk from 'node:fs/promises';
import path from 'node:path';
import { backUpDay, keepDaily } from '../src/backup/daily';
import { holdContents } from '../src/backup/hold';
import { makeBackup } from '../src/backup/make-backup';
import { readManifest } from '../src/backup/manifest';
import { waitUntil } from '../src/instance/process-info';
import { ROOT } from '../../tests/support/backend-process';
import { runCommand, sourceOf } from '../../tests/support/backups';
import { newDataDir } from './support/own-backend';
import { startStorage, type OwnStorage } from './support/storage';

jest.setTimeout(120_000);

let storage: OwnStorage;
const home = newDataDir();
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(async () => {
  await storage.backend.stop();
  fs.rmSync(home, { recursive: true, force: true });
});
afterEach(() => jest.restoreAllMocks());

const plan = () => ({ workdir: ROOT, dataDir: storage.backend.dataDir });
const source = () => sourceOf(storage.backend.facts, storage.backend.dataDir);

test('while a backup is made, contents stay whose rows are deleted or replaced; after it they go again', async () => {
  const [removed, replaced, later] = [
    await storage.paper('removed'),
    await storage.paper('replaced'),
    await storage.paper('later'),
  ];
  const papers = storage.mine.storage.from('papers');
  const before = storage.filesOnDisk();
  const held = await holdContents(storage.backend.dataDir);
  expect((await papers.remove([removed])).error).toBeNull();
  expect((await papers.upload(replaced, 'another', { upsert: true })).error).toBeNull();
  expect((await papers.download(removed)).error).not.toBeNull();
  expect(storage.filesOnDisk()).toBe(before + 1);
  held.release();
  expect((await papers.remove([later])).error).toBeNull();
  expect(storage.filesOnDisk()).toBe(before);
});

test('a backup that was killed holds nothing, and its half is never taken for one', async () => {
  const { dataDir } = storage.backend;
  const to = path.join(home, 'killed');
  const command = runCommand('backup', dataDir, ['--to', to]);
  await waitUntil(() => fs.existsSync(path.join(`${to}.partial`, 'postgres')), 60_000, 1);
  command.kill();
  await command.ended;
  expect([fs.existsSync(to), fs.existsSync(`${to}.partial`)]).toEqual([false, true]);
  await expect(readManifest(`${to}.partial`)).rejects.toThrow('a backup that was not finished');
  const made = await makeBackup({ ...plan(), to }, source());
  expect(await readManifest(to)).toEqual(made);
  expect(fs.existsSync(`${to}.partial`)).toBe(false);
});

test('of two at once the second names the first', async () => {
  const first = makeBackup({ ...plan(), to: path.join(home, 'first') }, source());
  await waitUntil(() => fs.existsSync(path.join(home, 'first.partial')), 20_000, 1);
  await expect(makeBackup({ ...plan(), to: path.join(home, 'second') }, source())).rejects.toThrow(
    `Another backup of ${storage.backend.dataDir} is being made by process ${process.pid}`,
  );
  await first;
  expect([fs.existsSync(path.join(home, 'first')), fs.existsSync(path.join(home, 'second'))]).toEqual([
    true,
    false,
  ]);
});

describe('a backup a day', () => {
  const folder = path.join(home, 'daily');
  const said: string[] = [];
  const daily = () => ({ ...plan(), folder, log: (line: string) => void said.push(line) });
  beforeEach(() => void said.splice(0));

  test('the last seven are kept, each day has one, and what else lies there stays', async () => {
    const older = Array.from({ length: 8 }, (_, at) => `2026-03-0${at + 1}`);
    for (const name of [...older, '2026-03-08.partial', 'by-hand'])
      fs.mkdirSync(path.join(folder, name), { recursive: true });
    await backUpDay(daily(), source(), new Date(2026, 2, 9, 8));
    await backUpDay(daily(), source(), new Date(2026, 2, 9, 20));
    expect(fs.readdirSync(folder).sort()).toEqual([...older.slice(2), '2026-03-09', 'by-hand']);
    expect(said).toEqual([
      expect.stringMatching(/^Backup of the day: \S+daily\/2026-03-09 \(\d+ MB in \d+\.\d s\)$/),
    ]);
    expect((await readManifest(path.join(folder, '2026-03-09'))).files).toHaveProperty([
      'postgres/PG_VERSION',
    ]);
  });

  test('one that does not fit on the disk is not begun, and the log says so in one line', async () => {
    jest.spyOn(disk, 'statfs').mockResolvedValue({ bavail: 10, bsize: 1024 * 1024 } as fs.StatsFs);
    await backUpDay(daily(), source(), new Date(2026, 2, 10));
    expect(said).toEqual([
      expect.stringMatching(
        /^The backup of the day failed and is tried again in an hour: It needs \d+ MB, and the disk of \S+ has 10 MB left; [^\n]+$/,
      ),
    ]);
    expect(fs.readdirSync(folder)).not.toContain('2026-03-10.partial');
    expect(fs.readdirSync(folder)).not.toContain('2026-03-10');
  });

  test('a backend that stops ends the one that is being made, which leaves nothing', async () => {
    const before = fs.readdirSync(folder);
    const keeping = keepDaily(daily(), source(), 0);
    await waitUntil(() => fs.readdirSync(folder).some((name) => name.endsWith('.partial')), 20_000, 1);
    await keeping.stop();
    expect([fs.readdirSync(folder), said]).toEqual([before, []]);
  });
});
