/** The embedded tables of one level, by the name they are answered under. */
export type Joins = Record<string, { from?: string; hint?: string; type?: string }>;

/** What we read of a request as the library parsed it. */
export interface Ast {
  type: 'query' | 'insert' | 'update' | 'delete' | 'upsert' | 'put' | 'rpc';
  from?: string;
  function?: string;
  args?: unknown;
  /** Columns by name; renamed, cast and embedded ones as objects by the name they are answered under. */
  select?: (string | Record<string, { aggregate?: string; join?: Joins; select?: unknown[] }>)[];
  join?: Joins;
  values?: unknown;
  onConflict?: string[];
  $meta?: {
    /** The columns a list of rows is about, named in the address because rows may leave some out. */
    columns?: string[];
    missing?: string;
    handling?: string;
    maxAffected?: number;
  };
}
