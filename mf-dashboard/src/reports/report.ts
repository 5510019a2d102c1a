import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from './contract';

type Answer = AnswerOf<typeof contract, 'run_report'>;

export type Report = Extract<Answer, { total: unknown }>;
export type ReportRow = Report['rows'][number];
/** With its rows in the order that is shown. */
export type ShownReport = Omit<Report, 'rows'> & { rows: readonly ReportRow[] };

/** What rows come to (private.report_figures). */
export type Figures = Report['total'];

/** What run_report answers of aging. */
export type AgingAnswer = Extract<Answer, { buckets: unknown }>;

export type RowsPage = AnswerOf<typeof contract, 'get_report_rows'>;

/** A booking behind a figure, or a payment to an agent. */
export type BookingRow = RowsPage['rows'][number];
