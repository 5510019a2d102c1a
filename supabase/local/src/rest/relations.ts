import type { PostgresConnection } from '@supabase/lite/postgres';

/** What the library knows about the database. */
export type Catalogue = Awaited<ReturnType<PostgresConnection['introspect']>>;

type ForeignKey = Catalogue['foreign_keys'][number];

interface Key {
  table: string;
  schema?: string;
  columns: string[];
}

const sameTable = (key: Key, table: string, schema: string | undefined) =>
  key.table === table && (key.schema ?? 'public') === (schema ?? 'public');

const isSet = (columns: string[], wanted: string[]) =>
  columns.length === wanted.length && wanted.every((column) => columns.includes(column));

/** The rows of one constraint, in its order; the library keeps one row per column. */
function groups(keys: ForeignKey[]): ForeignKey[][] {
  const byName = new Map<string, ForeignKey[]>();
  for (const key of keys) {
    const name = JSON.stringify([key.schema, key.table, key.foreign_key_name, key.foreign_key_group ?? '']);
    byName.set(name, [...(byName.get(name) ?? []), key]);
  }
  return [...byName.values()];
}

/**
 * Embeds over foreign keys of several columns as PostgREST joins them. Named by a hint, such a key is joined by the
 * library on its first column only: the column that alone finds the row (an id) is put first, then the join is right,
 * because the key itself guarantees the others. And a relation is one-to-one only when a primary key or unique
 * constraint has exactly the key's columns; unique indexes do not count. Returns a changed copy.
 */
export function fixRelations(catalogue: Catalogue): Catalogue {
  const keys: Key[] = [...catalogue.primary_keys, ...catalogue.unique_constraints];
  let uniques = [...catalogue.unique_constraints];
  const foreignKeys = groups(catalogue.foreign_keys).flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const findsTheRow = ({ ref_table: table, ref_column: column }: ForeignKey) =>
      keys.some((key) => sameTable(key, table, first.schema) && isSet(key.columns, [column]));
    const ordered = [...group].sort((a, b) => Number(findsTheRow(b)) - Number(findsTheRow(a)));
    const lead = ordered[0]?.column ?? '';
    const columns = group.map((key) => key.column);
    const exact = keys.find(
      (key) => sameTable(key, first.table, first.schema) && isSet(key.columns, columns),
    );
    const others = uniques.filter(
      (key) => !(sameTable(key, first.table, first.schema) && isSet(key.columns, [lead])),
    );
    uniques = exact ? [...others, { ...(exact as (typeof uniques)[number]), columns: [lead] }] : others;
    return ordered;
  });
  return { ...catalogue, foreign_keys: foreignKeys, unique_constraints: uniques, indexes: [] };
}
