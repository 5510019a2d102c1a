/**
 * MailDev in a process of its own: it parses mails with jsdom, which must not hold up the API, and it takes over
 * SIGINT and SIGTERM of its process. Ends with the backend (the channel to it closes), which is told of each mail that comes.
 * Arguments: SMTP port, web port, mail directory.
 */
import fs from 'node:fs/promises';
import type http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { refuseForeignPage } from '../gateway/guard.js';

/** As smtp-server calls it: the message as it comes, with how many bytes it had so far, and what is answered when all of it is there. */
type OnData = (
  this: unknown,
  message: { byteLength: number },
  session: { envelope: { rcptTo: { address: string }[] } },
  answer: (error: Error | null, text?: string) => void,
) => void;
interface MailServer {
  listen(): Promise<void>;
  smtp: { onData: OnData };
}
type MailDev = (config: Record<string, unknown>) => MailServer;

const require = createRequire(import.meta.url);
const maildev = require('maildev') as MailDev;
const web = require('maildev/lib/web') as { server: http.Server };

const HOST = '127.0.0.1';
const [smtp, page, mailDirectory = ''] = process.argv.slice(2);

process.on('disconnect', () => process.exit(0));
const server = maildev({
  ip: HOST,
  webIp: HOST,
  smtp: Number(smtp),
  web: Number(page),
  mailDirectory,
  silent: true,
});
// Stopping is the backend's business; Ctrl-C in the terminal reaches both.
process.removeAllListeners('SIGINT');
process.removeAllListeners('SIGTERM');
process.on('SIGINT', () => undefined);

/** MailDev answers every host and origin; mails hold secrets, and reading them asks for no key. */
function guard(event: 'request' | 'upgrade', refuse: (target: unknown, reason: string) => void): void {
  const listeners = web.server.listeners(event) as ((...parts: unknown[]) => void)[];
  web.server.removeAllListeners(event);
  web.server.on(event, (...parts: unknown[]) => {
    const reason = refuseForeignPage((parts[0] as http.IncomingMessage).headers, Number(page));
    if (reason) return refuse(parts[1], reason);
    for (const listener of listeners) listener.apply(web.server, parts);
  });
}
guard('request', (target, reason) => {
  (target as http.ServerResponse)
    .writeHead(403, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: 'forbidden', message: reason }));
});
guard('upgrade', (target) => (target as { destroy(): void }).destroy());

/** MailDev answers, and tells of a mail, before all of it is in its file. */
async function untilWhole(file: string, size: number): Promise<void> {
  while ((await fs.stat(file)).size < size) await pause(20);
}

const keep = server.smtp.onData;
server.smtp.onData = function onData(message, session, answer) {
  const to = session.envelope.rcptTo.map(({ address }) => address);
  keep.call(this, message, session, (error, text) => {
    answer(error, text);
    const id = /^Message queued as (\w+)$/.exec(text ?? '')?.[1];
    if (id === undefined) return;
    untilWhole(path.join(mailDirectory, `${id}.eml`), message.byteLength).then(
      () => process.send?.({ id, to }),
      // Somebody has deleted it meanwhile.
      () => undefined,
    );
  });
};

await server.listen();
if (!web.server.listening) await new Promise((resolve) => web.server.once('listening', resolve));
process.send?.('ready');
