/**
 * A program that is told what happens in an agency, as an example: `WEBHOOK_SECRET=whsec_… node receive.mjs [port] [file]`. It checks who
 * speaks with the library, notes each event once by its id, and answers when that is on the disk: killed at any moment it has lost
 * nothing, because what was not answered comes again.
 */
import fs from 'node:fs';
import http from 'node:http';
import { Webhook } from 'standardwebhooks';

const MOST_BYTES = 1024 * 1024;

/** The ids that a file has noted; a last line that was cut off counts as not noted. */
function notedIn(file) {
  if (!fs.existsSync(file)) return new Set();
  const ids = new Set();
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    try {
      ids.add(JSON.parse(line).id);
    } catch {
      // Half a line: the event comes again.
    }
  }
  return ids;
}

async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Serves on a port of this machine and notes events in a file, a line each.
 * @param {{ secret: string, file: string, port?: number }} options
 * @returns the server, and where it listens
 */
export async function receive({ secret, file, port = 0 }) {
  const webhook = new Webhook(secret);
  const noted = notedIn(file);
  const out = fs.openSync(file, 'a');
  // Behind half a line of a program that was killed.
  if (fs.fstatSync(out).size > 0) fs.writeSync(out, '\n');

  const server = http.createServer(async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    if (request.method !== 'POST') return answer(405);
    const body = await bodyOf(request);
    if (body === null) return answer(413);
    let event;
    try {
      event = webhook.verify(body, request.headers);
    } catch {
      return answer(401);
    }
    if (!noted.has(event.id)) {
      fs.writeSync(out, `${JSON.stringify(event)}\n`);
      fs.fsyncSync(out);
      noted.add(event.id);
    }
    return answer(204);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

if (import.meta.filename === process.argv[1]) {
  const secret = process.env.WEBHOOK_SECRET;
  if (!secret) throw new Error('WEBHOOK_SECRET is the secret of the endpoint: whsec_…');
  const { url } = await receive({
    secret,
    port: Number(process.argv[2] ?? 8080),
    file: process.argv[3] ?? 'events.jsonl',
  });
  console.log(`Listening on ${url}`);
}
