import { avatarSrc, logoSrc } from '@paperplane/shared/platform';
import type { BookingRow, Figures, Label, Report, ReportRow, RowsPage } from './report';

type Plain = Record<string, unknown>;

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camelCased = <T>(row: Plain): T =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as T;

interface LabelRow {
  first_name?: string;
  last_name?: string;
  name?: string;
  avatar_url?: string | null;
  logo_url?: string | null;
}

export interface ReportAnswer {
  range: Report['range'];
  before_range: Report['beforeRange'];
  rows: { key: string; label?: LabelRow | null; figures: Plain; before: Plain | null }[];
  total: Plain;
  before: Plain | null;
  others?: Plain | null;
  books_closed_through?: Report['booksClosedThrough'];
}

export const toFigures = (row: Plain): Figures => camelCased<Figures>(row);
const orNull = (row: Plain | null | undefined) => (row ? toFigures(row) : null);

const toLabel = ({ first_name, last_name, name, avatar_url, logo_url }: LabelRow): Label => ({
  ...(first_name !== undefined && { firstName: first_name }),
  ...(last_name !== undefined && { lastName: last_name }),
  ...(name !== undefined && { name }),
  pictureUrl: name === undefined ? avatarSrc(avatar_url ?? null) : logoSrc(logo_url ?? null),
});

const toRow = ({ key, label, figures, before }: ReportAnswer['rows'][number]): ReportRow => ({
  key,
  label: label ? toLabel(label) : null,
  figures: toFigures(figures),
  before: orNull(before),
});

/** What run_report answers. */
export const toReport = (answer: ReportAnswer): Report => ({
  range: answer.range,
  beforeRange: answer.before_range,
  rows: answer.rows.map(toRow),
  total: toFigures(answer.total),
  before: orNull(answer.before),
  others: orNull(answer.others),
  booksClosedThrough: answer.books_closed_through ?? null,
});

/** What get_report_rows answers. */
export const toRowsPage = ({ figures, rows }: { figures?: Plain; rows: Plain[] }): RowsPage => ({
  figures: orNull(figures),
  rows: rows.map((row) => camelCased<BookingRow>(row)),
});
