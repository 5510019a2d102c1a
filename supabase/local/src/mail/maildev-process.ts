/**
 * MailDev in a process of its own: it parses mails with jsdom, which must not hold up the API, and it takes over
 * SIGINT and SIGTERM of its process. Ends with the backend (the channel to it closes).
 * Arguments: SMTP port, web port, mail directory.
 */
import type http from 'node:http';
import { createRequire } from 'node:module';
import { refuseForeignPage } from '../gateway/guard.js';

interface MailServer {
  listen(): Promise<void>;
}
type MailDev = (config: Record<string, unknown>) => MailServer;

const require = createRequire(import.meta.url);
const maildev = require('maildev') as MailDev;
const web = require('maildev/lib/web') as { server: http.Server };

const HOST = '127.0.0.1';
const [smtp, page, mailDirectory] = process.argv.slice(2);

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

await server.listen();
if (!web.server.listening) await new Promise((resolve) => web.server.once('listening', resolve));
process.send?.('ready');
