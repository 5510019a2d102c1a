import PostalMime, { addressParser, type Attachment as Part, type Email } from 'postal-mime';
import { tokensOf, type Attachment, type Head, type Letter } from './letter.ts';
import { isProven, type Found, type Trust } from './proof.ts';

/** More is no head of a mail. */
const MOST_HEAD = 262_144;
const DEEPEST = 3;
/** Signatures: they belong to the mail, and nobody reads them. */
const SIGNATURES = /^application\/(pgp-signature|(x-)?pkcs7-signature)$/;

/** Where the empty line behind the headers begins. */
function endOfHead(bytes: Uint8Array): number {
  const most = Math.min(bytes.length, MOST_HEAD);
  for (let at = 0; at < most; at += 1) {
    if (bytes[at] !== 10) continue;
    if (bytes[at + 1] === 10 || (bytes[at + 1] === 13 && bytes[at + 2] === 10)) return at + 1;
  }
  return most;
}

/** What the head of a message says, with what the service found beside it; its body is not looked at. */
export async function headOfMime(
  bytes: Uint8Array<ArrayBuffer>,
  trust: Trust,
  found: readonly Found[] = [],
): Promise<Head> {
  const email = await PostalMime.parse(bytes.subarray(0, endOfHead(bytes)));
  const { from } = email;
  const headers = email.headers.map(({ originalKey, value }) => ({ name: originalKey, value }));
  const [first] = from?.group ?? [from];
  const sender = first?.address ?? '';
  const senders = addressParser(email.headers.find(({ key }) => key === 'from')?.value ?? '');
  return {
    tokens: tokensOf(headers),
    messageId: email.messageId ?? '',
    sender,
    senderName: first?.name ?? '',
    subject: email.subject ?? '',
    // Of several, nobody can say which of them was looked at.
    proven: !from?.group && senders.length < 2 && isProven({ headers, sender, found }, trust),
  };
}

const bytesOf = (content: Part['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);

/** A picture that the text shows, a signature: no file that somebody sent. */
const isOfTheText = ({ related, disposition, mimeType }: Part): boolean =>
  SIGNATURES.test(mimeType) ||
  (mimeType.startsWith('image/') && (related === true || disposition === 'inline'));

async function filesOf(email: Email, depth: number): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (const part of email.attachments) {
    if (isOfTheText(part)) continue;
    const content = bytesOf(part.content);
    // A mail that was forwarded whole: what it brings, in its place.
    if (part.mimeType === 'message/rfc822' && depth < DEEPEST)
      files.push(...(await filesOf(await PostalMime.parse(content), depth + 1)));
    else files.push({ name: part.filename ?? '', content });
  }
  return files;
}

/** What a message holds, forwarded ones included. */
export async function letterOfMime(bytes: Uint8Array<ArrayBuffer>): Promise<Letter> {
  const email = await PostalMime.parse(bytes);
  return { html: email.html ?? '', attachments: await filesOf(email, 0) };
}
