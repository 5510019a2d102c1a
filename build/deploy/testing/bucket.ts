/** An S3-compatible server for tests, with one empty bucket. */
import fs from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import { S3Storage } from '../s3-storage';

export interface Bucket {
  readonly endpoint: string;
  /** Headers of the answer to a plain request of a browser. */
  readonly head: (key: string) => Promise<Headers>;
  /** Opens the bucket, with a folder of its own for each test. */
  readonly open: (prefix: string) => S3Storage;
  readonly close: () => Promise<void>;
}

const NAME = 'agency';

/**
 * What AWS does and s3rver does not: objects are written atomically, so requests are serialized; and, where asked for,
 * writes only while the object is as it was found.
 */
function asAws(
  callback: http.RequestListener,
  directory: string,
  conditional: boolean,
): http.RequestListener {
  const etags = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  const one = async (request: IncomingMessage, response: ServerResponse) => {
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    const key = new URL(request.url ?? '', 'http://s3').pathname;
    const found = etags.get(key);
    if (conditional && ((match && match !== found) || (none && found))) {
      request.resume();
      response.writeHead(412, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>PreconditionFailed</Code><Message>It is not as it was</Message></Error>');
      return;
    }
    const done = new Promise((resolve) => response.once('close', resolve));
    callback(request, response);
    await done;
    if (request.method !== 'PUT') return;
    etags.set(key, String(response.getHeader('etag')));
    // It answers before the file is written.
    const file = path.join(directory, `${decodeURIComponent(key)}._S3rver_object`);
    const size = Number(request.headers['content-length']);
    while (fs.statSync(file, { throwIfNoEntry: false })?.size !== size) await sleep(1);
  };
  return (request, response) => {
    last = last.then(() => one(request, response));
  };
}

/** @param conditional whether the server compares before it writes; many do not */
export async function openBucket(conditional: boolean): Promise<Bucket> {
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-bucket-'));
  const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: NAME, configs: [] }] });
  await s3.configureBuckets();
  const server = http.createServer(asAws(s3.callback(), directory, conditional));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    head: async (key) => (await fetch(`${endpoint}/${NAME}/${key}`, { method: 'HEAD' })).headers,
    open: (prefix) => new S3Storage({ bucket: NAME, prefix, endpoint }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
