import { json } from '../gateway/respond.js';
import { bucketById } from './buckets.js';
import { asCaller, jsonBody, type StorageRoute } from './context.js';
import { invalidRequest } from './errors.js';
import { splitPath } from './names.js';

const COLUMNS = new Set(['name', 'updated_at', 'created_at']);
const MAX_LIMIT = 1000;

interface Entry {
  id: string | null;
  name: string;
  sorted_by: string;
}

interface Options {
  prefix: string;
  withDelimiter: boolean;
  limit: number;
  column: string;
  order: 'asc' | 'desc';
  /** The last entry of the page before: what it is sorted by, and its name. */
  after: [sortedBy: string, name: string] | null;
}

function readCursor(cursor: unknown): Options['after'] {
  if (cursor === undefined || cursor === null || cursor === '') return null;
  try {
    const value: unknown = JSON.parse(
      Buffer.from(typeof cursor === 'string' ? cursor : '', 'base64url').toString(),
    );
    const [sortedBy, name] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof sortedBy === 'string' && typeof name === 'string') return [sortedBy, name];
  } catch {
    // Answered below.
  }
  throw invalidRequest('Invalid cursor');
}

const cursorAfter = (entry: Entry) =>
  Buffer.from(JSON.stringify([entry.sorted_by, entry.name])).toString('base64url');

function readOptions(body: Record<string, unknown>): Options {
  const { column = 'name', order = 'asc' } = (body.sortBy ?? {}) as { column?: unknown; order?: unknown };
  if (typeof column !== 'string' || !COLUMNS.has(column)) throw invalidRequest('Invalid sortBy column');
  if (order !== 'asc' && order !== 'desc') throw invalidRequest('Invalid sortBy order');
  const limit = body.limit ?? MAX_LIMIT;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) {
    throw invalidRequest('limit must be a whole number above 0');
  }
  return {
    prefix: typeof body.prefix === 'string' ? body.prefix : '',
    withDelimiter: body.with_delimiter === true,
    limit: Math.min(limit, MAX_LIMIT),
    column,
    order,
    after: readCursor(body.cursor),
  };
}

/** `$1` bucket, `$2` prefix, `$3` whether folders are folded, `$4` and `$5` the entry before, `$6` how many. */
function statement({ column, order, after }: Options): string {
  const sorted = column === 'name' ? 'name collate "C"' : column;
  const type = column === 'name' ? 'text' : 'timestamptz';
  const beyond = order === 'asc' ? '>' : '<';
  return `with inside as (
      select *, strpos(substr(name, length($2) + 1), '/') as slash from storage.objects
      where bucket_id = $1 and starts_with(name, $2)
    ), entries as (
      select left(name, length($2) + slash) as name, null::uuid as id, max(updated_at) as updated_at,
        min(created_at) as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from inside where $3 and slash > 0 group by 1
      union all
      select name, id, updated_at, created_at, last_accessed_at, metadata from inside where not ($3 and slash > 0)
    )
    select *, ${column}::text as sorted_by from entries
    ${after ? `where (${sorted}, name collate "C") ${beyond} ($4::${type}, $5::text)` : 'where $4::text is null and $5::text is null'}
    order by ${sorted} ${order}, name collate "C" ${order} limit $6`;
}

/**
 * Lists what begins with a prefix, as far as the caller may see it, page by page; with a delimiter what lies deeper is
 * folded into its folder.
 */
export const listObjectsV2: StorageRoute = async ({ db }, { claims, path, request }) => {
  const { bucket } = splitPath(path);
  const options = readOptions(await jsonBody(request));
  await bucketById(db, bucket);
  const { prefix, withDelimiter, limit, after } = options;
  const found = await asCaller(db, claims, (client) =>
    client.query<Entry>(statement(options), [
      bucket,
      prefix,
      withDelimiter,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit + 1,
    ]),
  );
  const page = found.rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = found.rows.length > limit;
  const shown = page.map(({ sorted_by: _sortedBy, ...entry }) => ({
    ...entry,
    key: entry.name.replace(/\/$/, ''),
  }));
  return json(200, {
    hasNext,
    ...(hasNext && last ? { nextCursor: cursorAfter(last) } : {}),
    folders: shown.filter(({ id }) => id === null).map(({ key, name }) => ({ key, name })),
    objects: shown.filter(({ id }) => id !== null),
  });
};
