import fs from 'node:fs';
import path from 'node:path';

const PATTERN = /[*?]/;

/** A name with `*` and `?` as a regular expression. */
const asExpression = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  );

function matching(folder: string, [pattern, ...deeper]: string[]): string[] {
  if (pattern === undefined) return [folder];
  const names = PATTERN.test(pattern)
    ? fs.existsSync(folder) && fs.statSync(folder).isDirectory()
      ? fs.readdirSync(folder).filter((name) => asExpression(pattern).test(name))
      : []
    : [pattern];
  return names.sort().flatMap((name) => matching(path.join(folder, name), deeper));
}

/** The files that `db.seed.sql_paths` names, in its order and each once; a pattern's files by name. */
export function seedFiles(workdir: string, patterns: string[]): string[] {
  const folder = path.join(workdir, 'supabase');
  const files = patterns.flatMap((pattern) => matching(folder, pattern.split('/')));
  return [...new Set(files)].filter((file) => fs.existsSync(file) && fs.statSync(file).isFile());
}
