/** What the head of a mail says, whichever form it came in. */
export interface Head {
  /** Of the mailboxes it is sent to. */
  tokens: string[];
  /** Empty where the mail has none. */
  messageId: string;
  sender: string;
  senderName: string;
  subject: string;
  /** Whether the mail service found that it comes from whom it names (`isProven`). */
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
