/** One row for a table, by column name. */
export type Row = Record<string, unknown>;
