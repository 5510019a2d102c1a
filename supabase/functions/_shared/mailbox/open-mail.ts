import { readLimited } from '../limited.ts';
import { headOfInbound, inboundOf, inboundOfBeginning } from './json.ts';
import { MOST_BYTES, tokensIn, type Head } from './letter.ts';
import { foundInForm } from './form-results.ts';
import { headOfMime } from './mime.ts';
import type { Found, Trust } from './proof.ts';

/** A mail as it was handed over. */
export interface OpenedMail {
  format: 'mime' | 'json';
  bytes: Uint8Array<ArrayBuffer>;
  /** False where it is larger than a mail may be; then `bytes` are its beginning. */
  whole: boolean;
  head: Head;
}

/** In base64, with the texts beside the attachments. */
const MOST_JSON = Math.ceil((MOST_BYTES * 4) / 3) + 2_000_000;
/** Fields by which services that send forms tell the recipients. */
const RECIPIENT_FIELDS = ['recipient', 'to', 'envelope'];

/** Without an id, the mail itself is one. */
async function named(head: Head, bytes: Uint8Array<ArrayBuffer>): Promise<Head> {
  if (head.messageId.trim() !== '') return head;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...head, messageId: `sha256:${hex}` };
}

/** What a service says beside a message. */
interface Beside {
  tokens: readonly string[];
  found: readonly Found[];
}

async function openMime(
  bytes: Uint8Array<ArrayBuffer>,
  whole: boolean,
  trust: Trust,
  { tokens, found }: Beside = { tokens: [], found: [] },
): Promise<OpenedMail> {
  const head = await headOfMime(bytes, trust, found);
  const all = [...new Set([...tokens, ...head.tokens])];
  return { format: 'mime', bytes, whole, head: await named({ ...head, tokens: all }, bytes) };
}

async function openForm(request: Request, trust: Trust): Promise<OpenedMail | null> {
  // A form is little more than the message in it.
  const { bytes, whole } = await readLimited(request.body, MOST_BYTES + 1_000_000);
  if (!whole) return null;
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => null);
  const message = form?.get('email') ?? form?.get('body-mime');
  if (!form || !message) return null;
  const raw = typeof message === 'string' ? new TextEncoder().encode(message) : await message.arrayBuffer();
  const recipients = RECIPIENT_FIELDS.flatMap((field) => form.getAll(field)).filter(
    (value) => typeof value === 'string',
  );
  const content = new Uint8Array(raw);
  const beside = { tokens: tokensIn(recipients.join(' ')), found: foundInForm(form) };
  return openMime(content, content.length <= MOST_BYTES, trust, beside);
}

async function openJson(request: Request, trust: Trust): Promise<OpenedMail | null> {
  const { bytes, whole } = await readLimited(request.body, MOST_JSON);
  const text = new TextDecoder().decode(bytes);
  const mail = whole ? inboundOf(text) : inboundOfBeginning(text);
  return mail && { format: 'json', bytes, whole, head: await named(headOfInbound(mail, trust), bytes) };
}

/** The mail in a request: as JSON, as a form with a message in it, or as a message. Null for what is none. */
export async function openMail(request: Request, trust: Trust): Promise<OpenedMail | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json') return openJson(request, trust);
  if (type === 'multipart/form-data') return openForm(request, trust);
  if (type !== 'message/rfc822' && type !== 'application/octet-stream') return null;
  const { bytes, whole } = await readLimited(request.body, MOST_BYTES);
  return openMime(bytes, whole, trust);
}
