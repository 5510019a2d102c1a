import type { PersonName } from '../domain';

/** What somebody did to a record while somebody else edited it. */
export interface RecordChange {
  /** `null` when that person cannot be seen. */
  changedBy: PersonName | null;
  /** ISO moment. */
  changedAt: string;
  /** As the database names them. */
  changedFields: readonly string[];
  /** Typed with the change. */
  comment?: string | null;
}

/** What came of a save: done, or nothing written because others were faster. */
export type RecordOutcome<Saved> =
  | { saved: true }
  | { saved: false; theirs: Saved; changes: readonly RecordChange[] };

/** The columns in which two states of a record differ: what a save writes. */
export const changedColumns = <Columns extends object>(was: Columns, now: Columns): Partial<Columns> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(was[column as keyof Columns]),
    ),
  ) as Partial<Columns>;
