import { formatCount } from '@paperplane/shared/domain';
import type { Mailbox } from '../bank-types';

export type IncomingMail = Mailbox['mails'][number];
export type MailPart = IncomingMail['parts'][number];

type Params = Readonly<Record<string, unknown>>;

/** Why a mail, or a part of one, was not read, by its code. */
const REASONS: Readonly<Record<string, (params: Params) => string>> = {
  sender_refused: () => 'You left it out',
  too_many_wait: () => 'Not kept: 50 mails of unknown senders wait already',
  files_full: () => 'Not kept: the agency’s space for files is full',
  mail_too_large: () => 'Not kept: larger than 25 MB',
  too_many_parts: ({ count }) => `Not read: ${formatCount(Number(count))} attachments, 20 are the most`,
  nothing_in_mail: () => 'No attachment and no table with amounts',
  mail_not_opened: () => 'Could not be opened',
  part_empty: () => 'The file is empty',
  part_too_large: () => 'Larger than a statement may be',
  part_not_opened: () => 'Could not be opened',
  winmail: () => 'Only Outlook can open it. Ask the vendor to send plain attachments, not “rich text”',
  type_unknown: () => 'No PDF, workbook, CSV file or picture',
  file_with_macros: () => 'Holds macros. Ask the vendor for a file without',
  file_of_two_kinds: () => 'Not kept: it is two kinds of file at once',
  file_damaged: () => 'The file is damaged',
  no_statement: () => 'Kept as a document, no statement',
  too_much_here: () => 'Waits to be read on the vendor’s page',
  unreadable: ({ why }) => (typeof why === 'string' ? why : 'Kept as a document, not readable'),
};

/** The words of a code; a newer one has none here. */
export const reasonOf = (code: string, params: Params): string => REASONS[code]?.(params) ?? 'Not read';

/** What became of a mail; null where its parts say it. */
export function mailWords({ state, code, params, parts }: IncomingMail): string | null {
  if (state === 'stored') return 'Arriving';
  if (state === 'waiting') return 'Waits for your word on its sender';
  if (code !== null) return reasonOf(code, params);
  return state === 'reading' && parts.length === 0 ? 'Being read' : null;
}

/** What became of a part. */
export function partWords({ state, code, params }: MailPart): string {
  if (state === 'reading') return 'Being read';
  if (state === 'read') return 'Statement';
  return code === null ? 'Kept as a document' : reasonOf(code, params);
}
