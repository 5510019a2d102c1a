import type pg from 'pg';

/** Comments, quoted texts, bodies in dollar quotes, and statements that create an extension: only these are looked at. */
const STATEMENTS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?("[^"]+"|[\w-]+)[^;]*;?/gi;

/** The names of the extensions this PostgreSQL has. */
export async function availableExtensions(db: pg.Client): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>('select name from pg_available_extensions');
  return new Set(rows.map((row) => row.name));
}

/**
 * SQL without the statements that create extensions which cannot be had here, and their names. Lines keep their numbers.
 * What uses such an extension still fails, with PostgreSQL's own words.
 */
export function withoutMissingExtensions(
  text: string,
  available: Set<string>,
): { sql: string; missing: string[] } {
  const missing: string[] = [];
  const sql = text.replace(STATEMENTS, (whole: string, _quote?: string, extension?: string) => {
    const name = extension?.replaceAll('"', '');
    if (name === undefined || available.has(name.toLowerCase())) return whole;
    missing.push(name);
    return whole.replace(/[^\n]/g, ' ');
  });
  return { sql, missing };
}
