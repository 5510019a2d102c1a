import type { ServicePool } from '../database/service-pool.js';
import { json } from '../gateway/respond.js';
import { asCaller, jsonBody, type StorageRoute } from './context.js';
import { bucketNotFound, invalidRequest, StorageError } from './errors.js';
import { checkedBucketName } from './names.js';

/** A row of `storage.buckets` as the API shows it. */
export interface BucketRow {
  id: string;
  name: string;
  public: boolean;
  file_size_limit: string | null;
  allowed_mime_types: string[] | null;
}

const COLUMNS = 'id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at';
const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
const SORTABLE = new Set(['id', 'name', 'created_at', 'updated_at']);

/** The bucket whoever asks: limits and "public" apply to everybody. Throws when there is none. */
export async function bucketById(db: ServicePool, id: string): Promise<BucketRow> {
  const [bucket] = await db.rows<BucketRow>(`select ${COLUMNS} from storage.buckets where id = $1`, [id]);
  if (!bucket) throw bucketNotFound();
  return bucket;
}

/** Bytes of `1000`, `"1000"` or `"2MB"`; null for no limit. */
function sizeLimit(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?b)?$/i.exec(text) ?? [];
  if (!count) throw invalidRequest('Invalid file_size_limit');
  return Math.floor(Number(count) * (UNITS[unit.toLowerCase()] ?? 1));
}

function mimeTypes(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  const types = Array.isArray(value) ? value : [];
  if (
    !types.every((type) => typeof type === 'string' && /^[\w.+*-]+\/[\w.+*-]+$/.test(type)) ||
    !types.length
  ) {
    throw new StorageError(415, 'invalid_mime_type', 'Invalid allowed_mime_types');
  }
  return types as string[];
}

const asJson = <Row extends { file_size_limit?: unknown }>(row: Row) => ({
  ...row,
  file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit),
});

export const listBuckets: StorageRoute = ({ db }, { claims, url }) =>
  asCaller(db, claims, async (client) => {
    const column = url.searchParams.get('sortColumn') ?? 'name';
    if (!SORTABLE.has(column)) throw invalidRequest('Invalid sortColumn');
    const order = url.searchParams.get('sortOrder') === 'desc' ? 'desc' : 'asc';
    const found = await client.query<BucketRow>(
      `select ${COLUMNS}, type from storage.buckets where strpos(lower(name), lower($1)) > 0
       order by ${column} ${order} limit $2 offset $3`,
      [
        url.searchParams.get('search') ?? '',
        Number(url.searchParams.get('limit')) || 1000,
        Number(url.searchParams.get('offset')) || 0,
      ],
    );
    return json(200, found.rows.map(asJson));
  });

export const getBucket: StorageRoute = ({ db }, { claims, path }) =>
  asCaller(db, claims, async (client) => {
    const found = await client.query<BucketRow>(`select ${COLUMNS} from storage.buckets where id = $1`, [
      path,
    ]);
    const [bucket] = found.rows;
    if (!bucket) throw bucketNotFound();
    return json(200, asJson(bucket));
  });

export const createBucket: StorageRoute = async ({ db }, { claims, request }) => {
  const body = await jsonBody(request);
  const name = checkedBucketName(body.name);
  const id = checkedBucketName(body.id ?? name);
  await asCaller(db, claims, (client) =>
    client.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        name,
        body.public === true,
        sizeLimit(body.file_size_limit),
        mimeTypes(body.allowed_mime_types),
        claims.sub,
      ],
    ),
  );
  return json(200, { name });
};

export const updateBucket: StorageRoute = async ({ db }, { claims, path, request }) => {
  const body = await jsonBody(request);
  // What is left out stays; null takes the limit away.
  const values = [
    path,
    typeof body.public === 'boolean' ? body.public : null,
    body.file_size_limit !== undefined,
    sizeLimit(body.file_size_limit),
    body.allowed_mime_types !== undefined,
    mimeTypes(body.allowed_mime_types),
  ];
  const updated = await asCaller(db, claims, (client) =>
    client.query(
      `update storage.buckets set public = coalesce($2, public), updated_at = now(),
         file_size_limit = case when $3 then $4::bigint else file_size_limit end,
         allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end where id = $1`,
      values,
    ),
  );
  if (!updated.rowCount) throw bucketNotFound();
  return json(200, { message: 'Successfully updated' });
};

export const emptyBucket: StorageRoute = async ({ db, files }, { claims, path }) => {
  const bucket = path.replace(/\/empty$/, '');
  const removed = await asCaller(db, claims, async (client) => {
    const found = await client.query('select 1 from storage.buckets where id = $1', [bucket]);
    if (!found.rowCount) throw bucketNotFound();
    return client.query<{ version: string }>(
      'delete from storage.objects where bucket_id = $1 returning version',
      [bucket],
    );
  });
  await files.remove(removed.rows.map((row) => row.version));
  // Hosted's words; here it is done already.
  return json(200, { message: 'Empty bucket has been queued. Completion may take up to an hour.' });
};

export const deleteBucket: StorageRoute = async ({ db }, { claims, path }) => {
  const deleted = await asCaller(db, claims, (client) =>
    client.query('delete from storage.buckets where id = $1', [path]),
  ).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '23503') throw error;
    throw new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty');
  });
  if (!deleted.rowCount) throw bucketNotFound();
  return json(200, { message: 'Successfully deleted' });
};
