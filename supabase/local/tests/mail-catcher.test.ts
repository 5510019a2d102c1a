import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { waitUntil } from '../src/instance/process-info';
import { freePort } from '../src/instance/ports';
import { newDataDir } from './support/own-backend';

const PROGRAM = path.join(__dirname, '../src/mail/maildev-process.ts');
/** It writes slower than it reads. */
const SLOW_DISK = path.join(__dirname, 'support/slow-disk.cjs');
const folder = newDataDir();
const told: { to: string[]; text: string }[] = [];
let catcher: ChildProcess;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const execArgv = ['--require', SLOW_DISK, '--import', require.resolve('tsx')];
  catcher = fork(PROGRAM, [String(port), String(await freePort()), folder], { execArgv, silent: true });
  await new Promise<void>((ready) =>
    catcher.on('message', (message: 'ready' | { id: string; to: string[] }) => {
      if (message === 'ready') return ready();
      told.push({ to: message.to, text: fs.readFileSync(path.join(folder, `${message.id}.eml`), 'utf8') });
    }),
  );
}, 60_000);
afterAll(async () => {
  catcher.kill('SIGKILL');
  await once(catcher, 'exit');
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a mail is told of when all of it is in its file', async () => {
  const mailer = nodemailer.createTransport({ host: '127.0.0.1', port, pool: true });
  const sizes = [1, 20, 400];
  await Promise.all(
    sizes.map((kilobytes) =>
      mailer.sendMail({
        from: 'a@vendor.test',
        to: `statements+${kilobytes}@mail.test`,
        subject: 'March',
        text: 'x'.repeat(1024 * kilobytes),
        attachments: [{ filename: 'march.csv', content: 'Reference,Commission\n' }],
      }),
    ),
  );
  mailer.close();
  expect(await waitUntil(() => told.length === sizes.length, 30_000)).toBe(true);
  for (const size of sizes) {
    const mail = told.find(({ to }) => to.includes(`statements+${size}@mail.test`));
    expect(mail?.text).toMatch(/^Subject: March\r\n[^]+filename=march\.csv[^]+--\r\n$/m);
  }
}, 60_000);
