import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOOPBACK, freePort } from '../instance/ports.js';
import { messageOf, type Log } from '../log.js';

/** A mail that came by SMTP. */
export interface ArrivedMail {
  /** The addresses it was sent to, whatever it says itself. */
  to: string[];
  /** Where it lies as it came. */
  file: string;
}

/** The running mail catcher. */
export interface MailCatcher {
  smtpPort: number;
  mailUrl: string;
  /** Tells of each mail from now on. */
  onMail(listener: (mail: ArrivedMail) => void): void;
  stop(): Promise<void>;
}

const HERE = fileURLToPath(import.meta.url);
/** Compiled where this file is. */
const PROGRAM = path.join(path.dirname(HERE), `maildev-process${path.extname(HERE)}`);
const MAX_RESTARTS = 5;

interface Launched {
  child: ChildProcess;
  ready: Promise<void>;
  exited: Promise<void>;
}

function launch(args: string[], arrived: (mail: { id: string; to: string[] }) => void): Launched {
  const loader = PROGRAM.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const child = spawn(process.execPath, [...loader, PROGRAM, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-4000)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
      else arrived(message as { id: string; to: string[] });
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error(`The mail page did not start:\n${output}`)));
  });
  ready.catch(() => undefined);
  return { child, ready, exited };
}

/**
 * Starts MailDev: SMTP on a free port, the page and its /email API on the wanted one (another when that is taken).
 * Mails are kept in the data directory, readable by its owner only.
 */
export async function startMailCatcher(dataDir: string, wantedPort: number, log: Log): Promise<MailCatcher> {
  const directory = path.join(dataDir, 'mail');
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  let page = await freePort(wantedPort);
  if (wantedPort && page !== wantedPort)
    log(`Port ${wantedPort} is in use; the mail page is on ${page}`, 'warn');
  let smtpPort = await freePort();
  const argsNow = () => [String(smtpPort), String(page), directory];
  const listeners: ((mail: ArrivedMail) => void)[] = [];
  const start = () =>
    launch(argsNow(), ({ id, to }) => {
      for (const listener of listeners) listener({ to, file: path.join(directory, `${id}.eml`) });
    });
  let current = start();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await current.ready;
      break;
    } catch (error) {
      // A port found free can be taken by the time MailDev listens.
      if (attempt === MAX_RESTARTS || !messageOf(error).includes('EADDRINUSE')) throw error;
      smtpPort = await freePort();
      page = await freePort(page);
      current = start();
    }
  }
  let stopping = false;
  let restarts = 0;
  const watch = () => {
    void current.exited.then(() => {
      if (stopping || restarts >= MAX_RESTARTS) return;
      restarts += 1;
      log('The mail page ended unexpectedly; starting it again', 'warn');
      current = start();
      watch();
    });
  };
  watch();
  return {
    smtpPort,
    mailUrl: `http://${LOOPBACK}:${page}`,
    onMail: (listener) => void listeners.push(listener),
    async stop() {
      stopping = true;
      // It holds nothing that needs an orderly end, and MailDev's own takes a second.
      current.child.kill('SIGKILL');
      await current.exited;
    },
  };
}
