import fs from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf, type Log } from '../log.js';
import type { ArrivedMail } from './maildev.js';

/** What stands before the `+` of addresses that a function receives the mail of. */
const RECEIVED = /^statements\+/i;
const TRIES = 3;
/** The domain of such addresses where nothing names another: no mail comes here from elsewhere. */
export const INBOUND_DEFAULTS = { MAILBOX_DOMAIN: 'mail.paperplane.test' };

/** Where mail that comes in goes, and the secret it brings. */
export interface Inbound {
  url: string;
  secret: string;
  log: Log;
}

/** The mail with the addresses it was sent to in front, as servers note them. */
async function noted({ to, file }: ArrivedMail): Promise<Uint8Array<ArrayBuffer>> {
  const recipients = to
    .map((address) => `Delivered-To: ${address.replace(/[^\x21-\x7e]/g, '')}\r\n`)
    .join('');
  return new Uint8Array(Buffer.concat([Buffer.from(recipients), await fs.readFile(file)]));
}

/** Hands mails for such addresses to the project's function, as a mail service does with its webhook. */
export function handOver({ url, secret, log }: Inbound): (mail: ArrivedMail) => Promise<void> {
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}` };
  return async (mail) => {
    if (!mail.to.some((address) => RECEIVED.test(address))) return;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(url, { method: 'POST', headers, body: await noted(mail) });
        if (response.ok) return;
        throw new Error(`it answered ${response.status}`);
      } catch (error) {
        if (attempt === TRIES)
          return log(`A mail was not handed over to ${url}: ${messageOf(error)}`, 'warn');
        await pause(attempt * 1000);
      }
    }
  };
}
