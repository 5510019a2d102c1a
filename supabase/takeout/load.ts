import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Archive } from './archive.js';
import { TakeoutError } from './error.js';
import { readChecked, tableParts, type Manifest, type TablePart } from './manifest.js';

interface Column {
  name: string;
  type: string;
  is_text: boolean;
  is_sealed: boolean;
  sealed_by: string | null;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The value of a column as it was before it became a cell. */
function valueOf({ name, type, is_text, is_sealed, sealed_by }: Column): string {
  const cell = quoted(name);
  const text = `case when left(${cell}, 1) = '''' then substr(${cell}, 2) else ${cell} end`;
  if (is_sealed) return `private.seal('${sealed_by}', ${text})`;
  return `(${is_text ? text : cell})::${type}`;
}

/** Writes the rows of one file into its table. */
async function loadPart(
  db: pg.Client,
  part: TablePart,
  csv: string,
  columns: readonly Column[],
): Promise<void> {
  const names = columns.map(({ name }) => quoted(name));
  await db.query(`create temporary table incoming (${names.map((name) => `${name} text`).join(', ')})`);
  const copy = db.query(copyFrom('copy incoming from stdin (format csv, header match)'));
  await pipeline(Readable.from([csv]), copy);
  const { rowCount } = await db.query(
    `insert into ${part.table} (${names.join(', ')}) select ${columns.map(valueOf).join(', ')} from incoming`,
  );
  await db.query('drop table incoming');
  if (rowCount !== part.rows)
    throw new TakeoutError(`The archive is damaged: ${part.path} has ${rowCount} rows, not ${part.rows}.`);
}

/** Which tables are restored and which of them are sealed, as this version's catalogue says. */
async function tablesOf(db: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await db.query<{ relation: string; columns: Column[] }>(
    `select c.relation, (select jsonb_agg(to_jsonb(k) || jsonb_build_object('sealed_by', private.export_key(c.relation)))
       from private.export_columns(c.relation) k) as columns
     from private.export_catalogue() c where c.way <> 'left_out'`,
  );
  return new Map(rows.map(({ relation, columns }) => [relation, columns]));
}

/** The passphrase's key. @throws TakeoutError for another passphrase */
async function openKey(db: pg.Client, sealed: string, passphrase: string): Promise<string> {
  await db.query('savepoint opening');
  try {
    const { rows } = await db.query<{ key: string }>(
      'select extensions.pgp_sym_decrypt(extensions.dearmor($1), $2) as key',
      [sealed, passphrase],
    );
    return rows[0]?.key ?? '';
  } catch {
    throw new TakeoutError('This is not the passphrase that the export was started with.');
  } finally {
    await db.query('rollback to savepoint opening');
  }
}

/** What keeps rows from being written as they are: triggers, and the order that foreign keys ask for. Undone by `restoreGuards`. */
async function liftGuards(db: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows: keys } = await db.query<{ relation: string; name: string }>(
    `select format('%I.%I', n.nspname, r.relname) as relation, quote_ident(k.conname) as name
     from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace n on n.oid = r.relnamespace
     where k.contype = 'f' and format('%s.%s', n.nspname, r.relname) = any ($1) and not k.condeferrable`,
    [tables],
  );
  for (const { relation, name } of keys)
    await db.query(`alter table ${relation} alter constraint ${name} deferrable initially deferred`);
  for (const table of tables) await db.query(`alter table ${table} disable trigger user`);
  return keys.map(({ relation, name }) => `alter table ${relation} alter constraint ${name} not deferrable`);
}

/** Checks every foreign key, and puts triggers and constraints back. @throws TakeoutError when rows point to nothing */
async function restoreGuards(
  db: pg.Client,
  tables: readonly string[],
  back: readonly string[],
): Promise<void> {
  try {
    await db.query('set constraints all immediate');
  } catch (error) {
    throw new TakeoutError(`The archive is damaged: ${(error as Error).message}`);
  }
  for (const statement of back) await db.query(statement);
  for (const table of tables) await db.query(`alter table ${table} enable trigger user`);
}

/** How accounts begin: without a password, their addresses proved by the first mail that is answered. */
const ACCOUNTS = `
  update auth.users a set instance_id = '00000000-0000-0000-0000-000000000000', aud = 'authenticated', role = 'authenticated',
    raw_app_meta_data = '{"provider": "email", "providers": ["email"]}',
    raw_user_meta_data = jsonb_build_object('sub', a.id, 'email', a.email, 'first_name', u.first_name, 'last_name', u.last_name)
  from public.users u where u.id = a.id;
  insert into auth.identities (provider, provider_id, user_id, identity_data)
  select 'email', u.id::text, u.id, u.raw_user_meta_data from auth.users u where u.email is not null`;

/** Bank connections have no secret here: they are as if somebody had disconnected them. */
const DISCONNECT = `
  with gone as (
    update public.bank_connections set state = 'disconnected', begun_at = null, next_try_at = null, expires_at = null, code = null,
      words = null, disconnected_at = now(), version = version + 1
    where state <> 'disconnected' returning id)
  update public.bank_connection_accounts a set ended_at = now() from gone g where a.connection_id = g.id and a.ended_at is null`;

/** Whoever restores an agency keeps it: its deletion was asked for elsewhere. */
const KEEP = `
  update public.organizations set deletion_asked_at = null, deletion_asked_by = null, deletion_due_at = null, deletion_told_days = null
  where deletion_due_at is not null`;

/** What is restored, by whom it is read. */
export interface LoadPlan {
  archive: Archive;
  manifest: Manifest;
  /** Null: passports and bank details are left out. */
  passphrase: string | null;
}

/**
 * Writes all rows of an archive into a database without an agency, inside the caller's transaction: as they were, with their ids; no
 * trigger adds anything to them, every constraint is checked.
 * @param db a connection as the owner of the tables
 * @throws TakeoutError when the database is not empty, of another version, or the archive is damaged
 */
export async function loadRows(db: pg.Client, { archive, manifest, passphrase }: LoadPlan): Promise<void> {
  const { rows: found } = await db.query<{ taken: boolean; shape: string }>(
    `select exists (select from public.organizations) or exists (select from auth.users) as taken, private.export_shape() as shape`,
  );
  if (found[0]?.taken)
    throw new TakeoutError(
      'There are agencies or accounts here already: an agency is restored where there is nothing.',
    );
  if (found[0]?.shape !== manifest.shape)
    throw new TakeoutError(
      'The archive was made by another version of Paperplane. Restore it with that version, then update.',
    );
  const tables = await tablesOf(db);
  const key =
    passphrase === null || manifest.sealed_key === null
      ? null
      : await openKey(db, manifest.sealed_key, passphrase);
  const names = [...tables.keys()].filter((name) => !name.startsWith('auth.'));
  const back = await liftGuards(db, names);
  for (const part of tableParts(manifest)) {
    const columns = tables.get(part.table);
    const isSealed = columns?.some((column) => column.is_sealed);
    if (!columns || isSealed !== (part.kind === 'sealed'))
      throw new TakeoutError(`The archive is damaged: ${part.path} is of no table that is restored.`);
    const text = (await readChecked(archive, part)).toString('utf8');
    if (part.kind === 'table') await loadPart(db, part, text, columns);
    else if (key) await loadPart(db, part, await unsealed(db, text, key), columns);
  }
  await db.query(ACCOUNTS);
  await db.query(DISCONNECT);
  await db.query(KEEP);
  await restoreGuards(db, names, back);
  await db.query('analyze');
}

async function unsealed(db: pg.Client, text: string, key: string): Promise<string> {
  const { rows } = await db.query<{ plain: string }>(
    'select extensions.pgp_sym_decrypt(extensions.dearmor($1), $2) as plain',
    [text, key],
  );
  return rows[0]?.plain ?? '';
}
