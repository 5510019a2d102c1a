import { createHmac } from 'node:crypto';
import { isSameSecret } from '../_shared/same-secret.ts';

/** How old a signed request may be, and how far ahead its clock. */
const TOLERANCE_SECONDS = 300;

/** Resend signs as Standard Webhooks has it: id, time and body, with a key behind `whsec_`. */
function isSigned(headers: Headers, body: string, secret: string, now: number): boolean {
  const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) =>
    headers.get(name),
  );
  if (!id || !timestamp || !signatures) return false;
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return signatures.split(' ').some((signature) => isSameSecret(signature, `v1,${expected}`));
}

/** Postmark signs nothing: its address carries a password (HTTP Basic). */
function hasPassword(headers: Headers, secret: string): boolean {
  const [, basic] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (!basic) return false;
  const [, ...password] = Buffer.from(basic, 'base64').toString().split(':');
  return isSameSecret(password.join(':'), secret);
}

/** Whether a request comes from the provider whose secret this is (`MAIL_WEBHOOK_SECRET`). */
export const isFromProvider = (headers: Headers, body: string, secret: string, now = Date.now()): boolean =>
  secret.startsWith('whsec_') ? isSigned(headers, body, secret, now) : hasPassword(headers, secret);
