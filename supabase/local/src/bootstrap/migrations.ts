import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Log } from '../log.js';
import { availableExtensions, withoutMissingExtensions } from './extensions.js';

interface DatabaseErrorFields {
  message?: string;
  detail?: string;
  hint?: string;
  position?: string;
  where?: string;
}

interface Migration {
  file: string;
  version: string;
  name: string;
  sql: string;
}

/** A migration that could not be applied; its message names the file, the line and the reason. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The database was made by migrations that this version of the project does not have. */
export class OutdatedDatabaseError extends Error {
  override name = 'OutdatedDatabaseError';
}

/** Explains a failed SQL file: reason, line, and what PostgreSQL adds to it. */
export function explainSqlError(file: string, sql: string, error: unknown): string {
  const fields = error as DatabaseErrorFields;
  const line = fields.position ? sql.slice(0, Number(fields.position)).split('\n').length : 0;
  const extra = [fields.detail, fields.hint, fields.where].filter(Boolean).map((text) => `\n  ${text ?? ''}`);
  return `${file}${line ? `, line ${line}` : ''}: ${fields.message ?? String(error)}${extra.join('')}`;
}

function readMigrations(workdir: string): Migration[] {
  const dir = path.join(workdir, 'supabase', 'migrations');
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
      if (!version || name === undefined) return [];
      return [{ file, version, name, sql: fs.readFileSync(path.join(dir, file), 'utf8') }];
    });
}

/** The versions of the files in `supabase/migrations`, oldest first. */
export const readMigrationVersions = (workdir: string): string[] =>
  readMigrations(workdir).map(({ version }) => version);

/**
 * What a migration makes: the CLI stores split statements, we store the file as one. Comments make nothing, nor does how it takes its
 * locks, which may be mended in a file that was applied already.
 */
const normalizeSql = (sql: string) =>
  sql
    .replace(/^--.*$/gm, '')
    .replace(/\bset local lock_timeout = '\w+'/g, '')
    .replace(/\bdo \$\$ begin (lock table [^;]+); end \$\$/g, '$1')
    .replace(/[\s;]+/g, '');

/**
 * Applies the new files of `supabase/migrations` in order, each in one transaction, recorded as the Supabase CLI
 * records them. Warns about applied files that have changed since. `db` is a connection as `postgres`. Returns the number
 * of applied files.
 * @throws OutdatedDatabaseError before anything is applied; MigrationError, and nothing of the failed file stays
 */
export async function migrate(db: pg.Client, workdir: string, log: Log): Promise<number> {
  const { rows } = await db.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.version, row.statements]));
  const migrations = readMigrations(workdir);
  const onDisk = new Set(migrations.map((migration) => migration.version));
  const gone = [...applied.keys()].filter((version) => !onDisk.has(version)).sort();
  if (gone.length > 0) {
    throw new OutdatedDatabaseError(
      `This database was made by ${gone.length === 1 ? 'a migration' : `${gone.length} migrations`} that this version does not have ` +
        `(${gone[0]}${gone.length > 1 ? ` to ${gone.at(-1)}` : ''}), so what is in it cannot be carried over.`,
    );
  }
  const extensions = await availableExtensions(db);
  let count = 0;
  for (const { file, version, name, sql } of migrations) {
    const before = applied.get(version);
    if (applied.has(version)) {
      if (before && normalizeSql(before.join(';')) !== normalizeSql(sql)) {
        log(
          `Migration ${file} was changed after it was applied here: the change is NOT in this database. ` +
            'Add a new migration, or delete the data directory to start over.',
          'warn',
        );
      }
      continue;
    }
    const { sql: possible, missing } = withoutMissingExtensions(sql, extensions);
    if (missing.length > 0) {
      log(`${file}: skipped, not available here: extension ${[...new Set(missing)].join(', ')}`, 'warn');
    }
    await db.query('begin');
    try {
      await db.query(possible);
      await db.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [version, name, [sql]],
      );
      await db.query('commit');
    } catch (error) {
      await db.query('rollback');
      throw new MigrationError(`Migration failed. ${explainSqlError(file, sql, error)}`);
    }
    // A migration may leave settings (role, search_path) behind on the connection.
    await db.query('reset all; reset role');
    log(`Applied migration ${file}`);
    count += 1;
  }
  return count;
}
