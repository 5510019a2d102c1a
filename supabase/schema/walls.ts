/**
 * Who uses whom among the wings of the database's schema (`supabase/schemas/<wing>`), read from definitions and bodies. A wing uses those
 * that `config.toml` lists before it, and none above: the one above listens to its tables, or asks it.
 */
export interface SchemaFile {
  /** By wing: `sales/history.sql`. */
  file: string;
  sql: string;
}

const DEFINITION =
  /create\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(?:table|view|function|type)\s+(?:if not exists\s+)?((?:public|private)\.\w+)/g;
const NAME = /\b(?:public|private)\.\w+/g;

/** Comments point at what they explain, wherever it is. */
const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\bcomment on [^;]*;/g, '');

export const wingOf = (file: string) => file.split('/')[0] ?? '';

/**
 * @param files all of the schema, in the order of `config.toml`
 * @returns what of a wing above is named by a wing below: `sales -> payouts` and the names, sorted
 */
export function arrowsUp(files: SchemaFile[]): Record<string, string[]> {
  const wings = [...new Set(files.map(({ file }) => wingOf(file)))];
  const texts = files.map(({ file, sql }) => ({ wing: wingOf(file), text: withoutComments(sql) }));
  const home = new Map(
    texts.flatMap(({ wing, text }) =>
      [...text.matchAll(DEFINITION)].map(([, name]) => [name, wing] as const),
    ),
  );
  const arrows = new Map<string, Set<string>>();
  for (const { wing, text } of texts) {
    for (const [name] of text.matchAll(NAME)) {
      const target = home.get(name);
      if (target === undefined || wings.indexOf(target) <= wings.indexOf(wing)) continue;
      const arrow = `${wing} -> ${target}`;
      arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(name));
    }
  }
  return Object.fromEntries([...arrows].map(([arrow, names]) => [arrow, [...names].sort()]));
}
