import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { staticSite } from '../../build/serve/static';
import type { App } from '../phone/apps';
import { buildBarePage } from './build';

/** Builds the bare federated page into a folder of its own, serves it while `work` runs, and takes both away. */
export async function withBarePage<Answer>(work: (bare: App) => Promise<Answer>): Promise<Answer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-bare-'));
  const server = http.createServer();
  try {
    await buildBarePage(folder);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', staticSite({ folder, hosts: [host], headers: () => ({}) }));
    const url = `http://${host}/`;
    return await work({
      name: 'a bare federated page',
      addresses: { login: url, list: url, dashboard: url },
    });
  } finally {
    server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
