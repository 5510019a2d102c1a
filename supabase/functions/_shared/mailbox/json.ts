import { Buffer } from 'node:buffer';
import { addressParser } from 'postal-mime';
import { tokensIn, tokensOf, type Head, type HeaderField, type Letter } from './letter.ts';
import { isProven, type Trust } from './proof.ts';

/** A mail as inbound services hand it over; Postmark's form. */
interface Inbound {
  From?: unknown;
  FromName?: unknown;
  FromFull?: { Email?: unknown; Name?: unknown };
  To?: unknown;
  Cc?: unknown;
  Bcc?: unknown;
  OriginalRecipient?: unknown;
  Subject?: unknown;
  MessageID?: unknown;
  Headers?: unknown;
  HtmlBody?: unknown;
  Attachments?: unknown;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    : [];

/** The mail in a body; null when it is none. */
export function inboundOf(body: string): Inbound | null {
  try {
    const mail: unknown = JSON.parse(body);
    return typeof mail === 'object' && mail !== null && !Array.isArray(mail) ? mail : null;
  } catch {
    return null;
  }
}

/** The mail in the beginning of a body that is too large, without its attachments; null where they do not come last. */
export function inboundOfBeginning(beginning: string): Inbound | null {
  const [before, attachments] = beginning.split(/,\s*"Attachments"\s*:/, 2);
  return attachments === undefined ? null : inboundOf(`${before}}`);
}

/** What the head of such a mail says. */
export function headOfInbound(mail: Inbound, trust: Trust): Head {
  const headers: HeaderField[] = list(mail.Headers).map(({ Name, Value }) => ({
    name: text(Name),
    value: text(Value),
  }));
  const ownId = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const written = [mail.OriginalRecipient, mail.To, mail.Cc, mail.Bcc].map(text).join(' ');
  const [, bare = ''] = /<([^<>]*)>\s*$/.exec(text(mail.From)) ?? [];
  const sender = text(mail.FromFull?.Email) || bare || text(mail.From).trim();
  return {
    tokens: [...new Set([...tokensIn(written), ...tokensOf(headers)])],
    messageId: ownId || text(mail.MessageID),
    sender,
    senderName: text(mail.FromFull?.Name) || text(mail.FromName),
    subject: text(mail.Subject),
    // Of several, nobody can say which of them was looked at.
    proven: addressParser(text(mail.From)).length < 2 && isProven({ headers, sender }, trust),
  };
}

/** What such a mail holds. */
export function letterOfInbound(mail: Inbound): Letter {
  const html = text(mail.HtmlBody);
  const isShown = (id: string) => id !== '' && html.includes(`cid:${id.replace(/^<|>$/g, '')}`);
  return {
    html,
    attachments: list(mail.Attachments)
      .filter(
        ({ ContentID, ContentType }) => !(text(ContentType).startsWith('image/') && isShown(text(ContentID))),
      )
      .map(({ Name, Content }) => ({
        name: text(Name),
        content: new Uint8Array(Buffer.from(text(Content), 'base64')),
      })),
  };
}
