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

/** A text of a stranger as one line, with nothing that a database refuses, and read in the order in which it is written. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

const valuesOf = (headers: readonly HeaderField[], wanted: string): string[] =>
  headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value.toLowerCase());

/**
 * What a header of results says, check by check, without what a sender may have written into it: comments and quoted texts. Null where
 * it cannot be told what is whose.
 */
function checksIn(results: string): string[] | null {
  let [plain, depth] = ['', 0];
  for (const sign of results.replace(/"(\\.|[^"\\])*"/g, '')) {
    if (sign === '(') depth += 1;
    if (depth === 0) plain += sign;
    if (sign === ')') depth -= 1;
    if (depth < 0) return null;
  }
  return depth > 0 || plain.includes('"') ? null : plain.split(';').map((check) => check.trim());
}

/**
 * What the mail service found when it asked whether the mail comes from whom it names. Its own word stands above those that came with the
 * mail, so the first one counts. DMARC, which looks at the name that people see, overrules the two below it; what was not asked proves nothing wrong.
 */
export function isProven(headers: readonly HeaderField[]): boolean {
  if (valuesOf(headers, 'from').length > 1) return false;
  if (/^\s*(soft)?fail/.test(valuesOf(headers, 'received-spf')[0] ?? '')) return false;
  const checks = checksIn(valuesOf(headers, 'authentication-results')[0] ?? '');
  if (!checks) return false;
  // Each check begins with its name: what follows, as an address, is the sender's word.
  const isAny = (pattern: RegExp) => checks.some((check) => pattern.test(check));
  if (isAny(/^dmarc\s*=\s*(perm)?(fail|error)\b/)) return false;
  if (isAny(/^dmarc\s*=\s*pass\b/)) return true;
  return !isAny(/^(spf|dkim)\s*=\s*(soft|hard|perm)?(fail|error)\b/);
}
