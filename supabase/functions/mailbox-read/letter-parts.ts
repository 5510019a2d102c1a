import { inboundOf, letterOfInbound } from '../_shared/mailbox/json.ts';
import type { Letter } from '../_shared/mailbox/letter.ts';
import { letterOfMime } from '../_shared/mailbox/mime.ts';
import { partsOf, type TakenApart } from '../_shared/mailbox/parts.ts';

/** A mail as it was handed over. */
export interface MailToOpen {
  bytes: Uint8Array<ArrayBuffer>;
  format: 'mime' | 'json';
  subject: string;
}

/** More than 25 MB of base64 have. */
const MOST_LINES = 400_000;
/** Lines that may divide parts. */
const MOST_DIVIDERS = 5000;
const [NEW_LINE, DASH] = [10, 45];

/** Whether a message has no more lines and parts than one of 25 MB: to take it apart costs more with each, not with its letters. */
function isOpened(bytes: Uint8Array): boolean {
  let [lines, dividers] = [0, 0];
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) {
    lines += 1;
    if (bytes[at + 1] === DASH && bytes[at + 2] === DASH) dividers += 1;
    if (lines > MOST_LINES || dividers > MOST_DIVIDERS) return false;
  }
  return true;
}

async function letterOf({ bytes, format }: MailToOpen): Promise<Letter | null> {
  if (format === 'mime') return isOpened(bytes) ? letterOfMime(bytes).catch(() => null) : null;
  const mail = inboundOf(new TextDecoder().decode(bytes));
  return mail && letterOfInbound(mail);
}

/** What a mail that nobody can open becomes. */
export const NOT_OPENED: TakenApart = { code: 'mail_not_opened', params: {} };

/** The parts of a mail, or why there are none. */
export async function partsOfMail(mail: MailToOpen): Promise<TakenApart> {
  const letter = await letterOf(mail);
  return letter ? partsOf(letter, mail.subject) : NOT_OPENED;
}
