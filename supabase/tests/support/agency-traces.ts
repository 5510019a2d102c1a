import { Client } from 'pg';
import { backend } from './backend';

/** A table of the database, of whatever schema. */
export interface Table {
  /** As SQL writes it: `private.audit_log`. */
  name: string;
  hasOrganization: boolean;
  columns: { name: string; type: string; required: boolean; known: string[] }[];
}

/** Works as the superuser of the embedded backend, who reads every table. */
export async function asSuperuser<Result>(work: (db: Client) => Promise<Result>): Promise<Result> {
  const url = new URL(backend.dbUrl);
  url.username = 'supabase_admin';
  const db = new Client(url.href);
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** Every table of every schema, but PostgreSQL's own. */
export async function everyTable(db: Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       bool_or(a.attname = 'organization_id') as "hasOrganization",
       jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
         'required', a.attnotnull and a.attgenerated = '' and a.attidentity = '' and coalesce((
           select pg_get_expr(d.adbin, d.adrelid) ~ 'auth|current_organization' from pg_attrdef d
           where d.adrelid = c.oid and d.adnum = a.attnum), true),
         'known', coalesce((select jsonb_agg(m[1]) from pg_constraint k
           cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and k.conname ~ '_(known|check)$'), '[]')) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
     group by n.nspname, c.relname, c.oid order by 1`,
  );
  return rows;
}

const SAMPLES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  date: `'2026-03-17'`,
  'timestamp with time zone': 'now()',
  boolean: 'false',
  jsonb: `'{}'`,
  'text[]': `'{a}'`,
  'uuid[]': `'{}'`,
  bytea: `'\\x00'`,
};

/** What a CHECK asks of a column and its type does not say. */
const PARTICULAR: Record<string, string> = {
  sender: `'someone@mail.test'`,
  address: `'someone@mail.test'`,
  email: `'someone@mail.test'`,
  to_address: `'someone@mail.test'`,
  reply_to: `'someone@mail.test'`,
  token: `repeat('7', 24)`,
  file_hash: `repeat('7', 64)`,
  key_hash: `repeat('7', 64)`,
  prefix: `'ppk_7777'`,
  scopes: `'{sales:read}'`,
  steps: `'[{"from": 0, "percent": 1}]'`,
  // Of an upload: nullable, and there where it is no version of a document that exists.
  document: `'{}'`,
};

function sampleOf({ name, type, known }: Table['columns'][number], mark: string): string {
  if (name === 'organization_id') return '$1';
  if (known[0] !== undefined) return `'${known[0]}'`;
  if (name in PARTICULAR) return PARTICULAR[name] ?? '';
  if (/^(numeric|bigint|integer|smallint)/.test(type)) return '1';
  return SAMPLES[type] ?? `'${mark}'`;
}

/**
 * Leaves a row of an agency in each table that has an `organization_id`, and writes `mark` into each of its texts that takes it.
 * @returns the tables that took no row and why, and the columns that were marked
 */
export async function plant(
  organizationId: string,
  mark: string,
): Promise<{ empty: string[]; marked: string[] }> {
  return asSuperuser(async (db) => {
    const [empty, marked]: string[][] = [[], []];
    await db.query('set session_replication_role = replica');
    const attempt = async (statement: string, values: unknown[]) => {
      await db.query('begin');
      try {
        const { rowCount } = await db.query(statement, values);
        await db.query('commit');
        return (rowCount ?? 0) > 0 ? null : 'no row';
      } catch (error) {
        await db.query('rollback');
        return (error as Error).message;
      }
    };
    for (const { name, columns } of (await everyTable(db)).filter(
      // A row there would say that the deletion has begun.
      (table) => table.hasOrganization && table.name !== 'private.agency_deletions',
    )) {
      const { rows } = await db.query(`select from ${name} where organization_id = $1 limit 1`, [
        organizationId,
      ]);
      if (rows.length === 0) {
        const filled = columns.filter(
          (column) =>
            column.required ||
            ['organization_id', 'document'].includes(column.name) ||
            // An account of the bookkeeping has a number or a name.
            (name === 'private.journal_accounts' && column.name === 'number'),
        );
        const into = `insert into ${name} (${filled.map((column) => column.name).join(', ')})`;
        const row = filled.map((column) => sampleOf(column, mark)).join(', ');
        const failure = await attempt(`${into} values (${row})`, [organizationId]);
        if (failure) empty?.push(`${name}: ${failure}`);
      }
      for (const { name: column, type } of columns) {
        const value = { text: `'${mark}'`, jsonb: `'{"text": "${mark}"}'`, 'text[]': `'{${mark}}'` }[type];
        if (value === undefined) continue;
        const one = `ctid = (select ctid from ${name} where organization_id = $1 limit 1)`;
        if (!(await attempt(`update ${name} set ${column} = ${value} where ${one}`, [organizationId])))
          marked?.push(`${name}.${column}`);
      }
    }
    return { empty: empty ?? [], marked: marked ?? [] };
  });
}

/** The ids of everything an agency has: of its rows, and of its people. */
export async function idsOf(organizationId: string): Promise<string[]> {
  return asSuperuser(async (db) => {
    const ids = new Set([organizationId]);
    for (const { name, hasOrganization, columns } of await everyTable(db)) {
      if (!hasOrganization || !columns.some((column) => column.name === 'id' && column.type === 'uuid'))
        continue;
      const { rows } = await db.query<{ id: string }>(`select id from ${name} where organization_id = $1`, [
        organizationId,
      ]);
      for (const { id } of rows) ids.add(id);
    }
    return [...ids];
  });
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What of these ids and words is left: each table that has one in a row, in whatever column, with the number of such rows. */
export async function tracesOf(ids: string[], words: string[]): Promise<Record<string, number>> {
  const known = new Set(ids);
  const lower = words.map((word) => word.toLowerCase());
  const has = (row: string) =>
    lower.some((word) => row.includes(word)) || (row.match(UUID) ?? []).some((id) => known.has(id));
  return asSuperuser(async (db) => {
    const found: Record<string, number> = {};
    for (const { name, columns } of await everyTable(db)) {
      const bytes = columns
        .filter(({ type }) => type === 'bytea')
        .map((column) => ` || coalesce(encode(t.${column.name}, 'escape'), '')`);
      const { rows } = await db.query<{ row: string }>(
        `select t::text${bytes.join('')} as row from ${name} t`,
      );
      const n = rows.filter(({ row }) => has(row.toLowerCase())).length;
      if (n > 0) found[name] = n;
    }
    return found;
  });
}

/** Every row of an agency, as texts, by table: with accounts, sessions and files. */
export async function rowsOf(organizationId: string): Promise<Record<string, string[]>> {
  return asSuperuser(async (db) => {
    const people = `(select u.id from public.users u where u.organization_id = '${organizationId}')`;
    const beside: Record<string, string> = {
      'public.organizations': `id = '${organizationId}'`,
      'private.import_check_rows': `created_by in ${people}`,
      'private.removed_document_files': `name like '${organizationId}/%'`,
      'auth.users': `id in ${people}`,
      'auth.sessions': `user_id in ${people}`,
      'auth.identities': `user_id in ${people}`,
      'auth.mfa_factors': `user_id in ${people}`,
      'auth.one_time_tokens': `user_id in ${people}`,
      'storage.objects': `name like '${organizationId}/%'`,
      'realtime.messages': `topic = 'org:${organizationId}' or topic in (select 'user:' || p.id from ${people} p)`,
    };
    const rows: Record<string, string[]> = {};
    for (const { name, hasOrganization } of await everyTable(db)) {
      const where = hasOrganization ? `organization_id = '${organizationId}'` : beside[name];
      if (where === undefined) continue;
      const found = await db.query<{ row: string }>(
        `select t::text as row from ${name} t where ${where} order by 1`,
      );
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  });
}
