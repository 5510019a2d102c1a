import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from './contract';

export type AccountingContract = typeof contract;

/** The journal of a month as the page shows it. */
export type Journal = NonNullable<AnswerOf<AccountingContract, 'get_journal'>>;
export type JournalAccount = Journal['accounts'][number];
export type JournalExport = Journal['exports'][number];
/** A line of the journal as the page lists it. */
export type JournalRow = NonNullable<AnswerOf<AccountingContract, 'list_journal'>>['rows'][number];
export type JournalSettings = Journal['settings'];
export type JournalFormat = JournalExport['format'];

/** An exported month without its lines. */
export type OpenedJournal = NonNullable<AnswerOf<AccountingContract, 'open_journal_export'>>;
export type JournalLine = AnswerOf<AccountingContract, 'read_journal_export'>[number];
