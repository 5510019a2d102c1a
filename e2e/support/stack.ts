import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stack } from './environment';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export interface RunningStack extends Stack {
  stop: () => Promise<void>;
}

/** Ports nobody uses now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<net.Server>((resolve, reject) => {
          const server = net.createServer().once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

type Ready = Omit<Stack, 'spareUrls'> & { type: 'ready' };

/**
 * Starts what `npm start` starts, from the builds that are there, on free ports and an empty data folder with the demo data.
 * @param options of `npm start`, e.g. `--replicas 1`
 * @throws Error with the program's output when it does not come up
 */
export async function startStack(options: string[] = []): Promise<RunningStack> {
  const [port, apiPort, mailPort, readsPort, ...spare] = await freePorts(8);
  const spareUrls = spare.map((number) => `http://127.0.0.1:${number}`);
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-e2e-'));
  // PostgreSQL runs as another user when we are root, and must reach it.
  fs.chmodSync(data, 0o711);
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'build/start.mjs'), ...options], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PAPERPLANE_PREPARED: '1',
      PAPERPLANE_UNLIMITED: '1',
      PAPERPLANE_PORT: String(port),
      PAPERPLANE_API_PORT: String(apiPort),
      PAPERPLANE_MAIL_PORT: String(mailPort),
      PAPERPLANE_READS_PORT: String(readsPort),
      PAPERPLANE_BRIDGE_PORT: '0',
      PAPERPLANE_DATA: data,
      PAPERPLANE_BACKUPS: 'off',
      BANK_BRIDGES_ALLOWED: spareUrls.join(' '),
      WEBHOOK_ORIGINS_ALLOWED: spareUrls.join(' '),
    },
  });
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message) => resolve(message as Ready));
    void ended.then(() => reject(new Error(`The product did not start:\n${output}`)));
  });
  return {
    ...ready,
    spareUrls,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      fs.rmSync(data, { recursive: true, force: true });
    },
  };
}
