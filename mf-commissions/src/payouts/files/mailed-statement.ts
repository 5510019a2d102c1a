/** What the mail of a statement says: bundled for the Edge Function that sends it (`npm run gen:functions`). */
import { formatDate, fromDatabase } from '@paperplane/shared/domain';
import type { PaidStatement } from '../payout-types';
import { statementCsv } from './statement-csv';
import { statementFileName } from './statement-file-name';

/** What a statement by mail is written from (compose_mail): `answer` is what `get_statement` told its agent. */
export interface StatementContent {
  answer: unknown;
  agency: string;
}

/**
 * A statement by mail: the file that its page saves, and the way to it.
 * @param site the address of the app, where it is known
 */
export function mailedStatement({ answer, agency }: StatementContent, site: string | undefined) {
  const statement = fromDatabase(answer) as PaidStatement;
  return {
    subject: `Your statement ${statement.number}`,
    body: [
      `What ${agency} paid you on ${formatDate(statement.paidOn)} stands in statement ${statement.number}. It is attached as a table.`,
      site
        ? `The statement in Paperplane, also as PDF:\n${site}/commissions/statements/${statement.id}`
        : 'The statement is in Paperplane, under My payouts, also as PDF.',
      `To get statements no more by mail, press “Stop sending it to me” ${site ? `here:\n${site}/reports` : 'on the Reports page.'}`,
    ].join('\n\n'),
    attachmentName: statementFileName(statement, 'csv'),
    attachment: statementCsv(statement),
  };
}
