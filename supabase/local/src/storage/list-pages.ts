import { json } from '../gateway/respond.js';
import { bucketById } from './buckets.js';
import { asCaller, jsonBody, type StorageRoute } from './context.js';
import { invalidRequest } from './errors.js';
import { splitPath } from './names.js';

const COLUMNS = ['name', 'created_at', 'updated_at'] as const;
const MAX_LIMIT = 1000;

/** How a list is sorted, and behind which entry it goes on. */
interface Position {
  column: (typeof COLUMNS)[number];
  order: 'asc' | 'desc';
  /** The last entry that was told: its name, and what it was sorted by. */
  name: string | null;
  value: string | null;
}

interface Entry {
  id: string | null;
  name: string;
  sorted_by: string;
}

/** A position as whoever asked sent it back. Throws when it is none. */
function decoded(cursor: string): Position {
  try {
    const position = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Position;
    const { column, order, name, value } = position;
    const isTime = typeof value === 'string' && !Number.isNaN(Date.parse(value));
    const isSorted = COLUMNS.includes(column) && (order === 'asc' || order === 'desc');
    if (isSorted && typeof name === 'string' && (column === 'name' || isTime)) return position;
  } catch {
    // Refused like everything else that is no position.
  }
  throw invalidRequest('Invalid continuation token');
}

const encoded = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url');

/** Where to begin: behind the cursor, which keeps the sorting of the first page, or at the top. */
function positionOf(body: Record<string, unknown>): Position {
  if (typeof body.cursor === 'string' && body.cursor) return decoded(body.cursor);
  const { column = 'name', order = 'asc' } = (body.sortBy ?? {}) as { column?: unknown; order?: unknown };
  const known = COLUMNS.find((name) => name === column);
  if (!known) throw invalidRequest('body/sortBy/column must be equal to one of the allowed values');
  if (order !== 'asc' && order !== 'desc') {
    throw invalidRequest('body/sortBy/order must be equal to one of the allowed values');
  }
  return { column: known, order, name: null, value: null };
}

function limitOf(value: unknown): number {
  if (value === undefined) return MAX_LIMIT;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw invalidRequest('body/limit must be >= 1');
  }
  return Math.min(value, MAX_LIMIT);
}

/**
 * Lists the names that begin with `prefix`, as far as the caller may see them, a page at a time. With `with_delimiter` what lies
 * below a further `/` is told as its folder.
 */
export const listPages: StorageRoute = async ({ db }, { claims, path, request }) => {
  const { bucket } = splitPath(path);
  const body = await jsonBody(request);
  const position = positionOf(body);
  const { column, order } = position;
  const limit = limitOf(body.limit);
  const hasFolders = body.with_delimiter === true;
  const prefix = typeof body.prefix === 'string' ? body.prefix : '';
  await bucketById(db, bucket);
  // A folder is as old as the oldest object in it that the caller sees.
  const sorted = column === 'name' ? 'name collate "C"' : `"${column}"`;
  const behind =
    column === 'name'
      ? `name collate "C" ${order === 'asc' ? '>' : '<'} $4`
      : `(${sorted}, name collate "C") ${order === 'asc' ? '>' : '<'} ($6::timestamptz, $4)`;
  const found = await asCaller(db, claims, (client) =>
    client.query<Entry>(
      `with inside as (
         select *, strpos(substr(name, length($2) + 1), '/') as slash from storage.objects
         where bucket_id = $1 and starts_with(name, $2)
       ), entries as (
         select left(name, length($2) + slash) as name, null::uuid as id, min(created_at) as created_at,
           min(updated_at) as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where $3 and slash > 0 group by 1
         union all
         select name, id, created_at, updated_at, last_accessed_at, metadata from inside where not ($3 and slash > 0)
       )
       select *, ${column}::text as sorted_by from entries
       where $4::text is null or ${behind}
       order by ${sorted} ${order}, name collate "C" ${order} limit $5`,
      [bucket, prefix, hasFolders, position.name, limit + 1, ...(column === 'name' ? [] : [position.value])],
    ),
  );
  const entries = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? entries.at(-1) : undefined;
  const told = entries.map(({ sorted_by: _sortedBy, ...entry }) => {
    const key = entry.name.replace(/\/$/, '').split('/').pop();
    return hasFolders ? { ...entry, key } : entry;
  });
  return json(200, {
    hasNext: last !== undefined,
    nextCursor: last && encoded({ column, order, name: last.name, value: last.sorted_by }),
    nextCursorKey: last?.name,
    folders: told.filter(({ id }) => id === null),
    objects: told.filter(({ id }) => id !== null),
  });
};
