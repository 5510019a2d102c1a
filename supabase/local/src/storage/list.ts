import { json } from '../gateway/respond.js';
import { bucketById } from './buckets.js';
import { asCaller, jsonBody, type StorageRoute } from './context.js';
import { invalidRequest } from './errors.js';
import { splitPath } from './names.js';

const COLUMNS = new Set(['name', 'updated_at', 'created_at', 'last_accessed_at']);
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;

function wholeNumber(value: unknown, otherwise: number, max = Number.MAX_SAFE_INTEGER): number {
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw invalidRequest('limit and offset must be whole numbers');
  }
  return Math.min(value, max);
}

function sorting(value: unknown): { column: string; order: 'asc' | 'desc' } {
  const { column = 'name', order = 'asc' } = (value ?? {}) as { column?: unknown; order?: unknown };
  if (typeof column !== 'string' || !COLUMNS.has(column)) throw invalidRequest('Invalid sortBy column');
  if (order !== 'asc' && order !== 'desc') throw invalidRequest('Invalid sortBy order');
  return { column, order };
}

/**
 * Lists what lies directly in a folder, as far as the caller may see it: folders first (without an id), then files.
 * `search` keeps the names that begin with it, in any case of letters.
 */
export const listObjects: StorageRoute = async ({ db }, { claims, path, request }) => {
  const { bucket } = splitPath(path);
  const body = await jsonBody(request);
  const { column, order } = sorting(body.sortBy);
  const folder = (typeof body.prefix === 'string' ? body.prefix : '').replace(/^\/+|\/+$/g, '');
  const prefix = folder ? `${folder}/` : '';
  await bucketById(db, bucket);
  const found = await asCaller(db, claims, (client) =>
    client.query(
      `with inside as (
         select *, path_tokens[$3] as entry, array_length(path_tokens, 1) > $3 as deeper from storage.objects
         where bucket_id = $1 and starts_with(name, $2) and starts_with(lower(path_tokens[$3]), lower($4))
       ), entries as (
         select distinct entry as name, null::uuid as id, null::timestamptz as updated_at,
           null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where deeper
         union all
         select entry, id, updated_at, created_at, last_accessed_at, metadata from inside where not deeper
       )
       select * from entries order by (id is not null), ${column === 'name' ? 'name collate "C"' : column} ${order},
         name collate "C" limit $5 offset $6`,
      [
        bucket,
        prefix,
        prefix.split('/').length,
        typeof body.search === 'string' ? body.search : '',
        wholeNumber(body.limit, DEFAULT_LIMIT, MAX_LIMIT),
        wholeNumber(body.offset, 0),
      ],
    ),
  );
  return json(200, found.rows);
};
