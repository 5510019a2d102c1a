import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { globSync } from 'tinyglobby';
import { explainSqlError, readProjectConfig } from '../local/src/index.js';
import type { SchemaFile } from './walls.js';

/**
 * The files of `supabase/schemas` as absolute paths, in the order of `config.toml` (`db.migrations.schema_paths`): as the Supabase CLI
 * reads its patterns, by name within one, and each file where it is found first.
 */
export function schemaFiles(root: string): string[] {
  const cwd = path.join(root, 'supabase');
  return [
    ...new Set(
      readProjectConfig(root).schemaPaths.flatMap((pattern) =>
        globSync(pattern, { cwd, absolute: true }).sort(),
      ),
    ),
  ];
}

/**
 * Builds the database of the product from the declarative schema files, in one transaction.
 * @param db a connection as `postgres` to a database without the product
 * @throws Error naming the file, the line and the reason
 */
export async function applySchemas(db: pg.Client, root: string): Promise<void> {
  await db.query('begin');
  for (const file of schemaFiles(root)) {
    const sql = fs.readFileSync(file, 'utf8');
    await db.query(sql).catch((error: unknown) => {
      throw new Error(explainSqlError(path.relative(root, file), sql, error));
    });
  }
  await db.query('commit');
}

/** All schema files as one text: the first migration of a project that has none. */
export const baselineSql = (root: string): string =>
  schemaFiles(root)
    .map((file) => `-- ${path.basename(file)}\n\n${fs.readFileSync(file, 'utf8')}`)
    .join('\n');

/** The schema files by their names within `supabase/schemas`, in the same order. */
export const readSchemas = (root: string): SchemaFile[] =>
  schemaFiles(root).map((file) => ({
    file: path.relative(path.join(root, 'supabase/schemas'), file).split(path.sep).join('/'),
    sql: fs.readFileSync(file, 'utf8'),
  }));
