/** What the head of a mail says, whichever form it came in. */
export interface Head {
  /** Of the mailboxes it is sent to. */
  tokens: string[];
  /** Empty where the mail has none. */
  messageId: string;
  sender: string;
  senderName: string;
  subject: string;
  /** False where the mail service says that it does not come from whom it names. */
  proven: boolean;
}

/** A file that came with a mail. */
export interface Attachment {
  name: string;
  content: Uint8Array<ArrayBuffer>;
}

/** What a mail holds. */
export interface Letter {
  html: string;
  attachments: Attachment[];
}

export interface HeaderField {
  name: string;
  value: string;
}

export const MOST_BYTES = 26_214_400;
export const MOST_PARTS = 20;

/** Headers that say to whom a mail is, with what servers note when they hand it on. */
const RECIPIENTS = new Set([
  'to',
  'cc',
  'bcc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-forwarded-to',
  'x-delivered-to',
]);

/** The tokens in a text of addresses. */
export const tokensIn = (addresses: string): string[] => [
  ...new Set(
    [...addresses.matchAll(/statements\+([0-9a-f]{24})@/gi)].map(([, token = '']) => token.toLowerCase()),
  ),
];

/** The tokens in headers. */
export const tokensOf = (headers: readonly HeaderField[]): string[] =>
  tokensIn(
    headers
      .filter(({ name }) => RECIPIENTS.has(name.toLowerCase()))
      .map(({ value }) => value)
      .join(' '),
  );

/** A text of a stranger as one line, with nothing that a database refuses. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();

const valuesOf = (headers: readonly HeaderField[], wanted: string): string[] =>
  headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value.toLowerCase());

/**
 * What the mail service found when it asked whether the mail comes from whom it names. Its own word stands above those that came with the
 * mail, so the first one counts. DMARC, which looks at the name that people see, overrules the two below it; what was not asked proves nothing wrong.
 */
export function isProven(headers: readonly HeaderField[]): boolean {
  if (valuesOf(headers, 'from').length > 1) return false;
  if (/^\s*(soft)?fail/.test(valuesOf(headers, 'received-spf')[0] ?? '')) return false;
  const [results = ''] = valuesOf(headers, 'authentication-results');
  if (/\bdmarc\s*=\s*pass\b/.test(results)) return true;
  return !/\b(spf|dkim|dmarc)\s*=\s*(soft|hard|perm)?(fail|error)\b/.test(results);
}
