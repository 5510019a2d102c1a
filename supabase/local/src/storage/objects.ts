import crypto from 'node:crypto';
import { json } from '../gateway/respond.js';
import { bucketById } from './buckets.js';
import { asCaller, jsonBody, visibleObject, type ObjectRow, type StorageRoute } from './context.js';
import { invalidRequest, objectNotFound } from './errors.js';
import { checkedKey, splitPath } from './names.js';
import { checkLimits, ownerUuid } from './upload.js';

const MAX_REMOVED = 1000;

/** Removes the named objects, as far as the policies let the caller see and delete them. */
export const removeObjects: StorageRoute = async ({ db, files }, { claims, path, request }) => {
  const { prefixes } = await jsonBody(request);
  const isList = Array.isArray(prefixes) && prefixes.every((name) => typeof name === 'string');
  if (!isList || prefixes.length === 0 || prefixes.length > MAX_REMOVED) {
    throw invalidRequest(`"prefixes" must be a list of 1 to ${MAX_REMOVED} names`);
  }
  const { bucket } = splitPath(path);
  await bucketById(db, bucket);
  const removed = await asCaller(db, claims, (client) =>
    client.query<ObjectRow>(
      'delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning *',
      [bucket, prefixes],
    ),
  );
  await files.remove(removed.rows.map((row) => row.version));
  return json(200, removed.rows);
};

export const removeObject: StorageRoute = async ({ db, files }, { claims, path }) => {
  const { bucket, key } = splitPath(path);
  const removed = await asCaller(db, claims, (client) =>
    client.query<ObjectRow>(
      'delete from storage.objects where bucket_id = $1 and name = $2 returning version',
      [bucket, key],
    ),
  );
  const [row] = removed.rows;
  if (!row) throw objectNotFound();
  await files.remove([row.version]);
  return json(200, { message: 'Successfully deleted' });
};

/** Source and destination of a move or copy. */
async function readJourney(request: Request) {
  const body = await jsonBody(request);
  const text = (name: string) => {
    const value = body[name];
    if (typeof value !== 'string' || !value) throw invalidRequest(`"${name}" is missing`);
    return value;
  };
  const fromBucket = text('bucketId');
  const toBucket = typeof body.destinationBucket === 'string' ? body.destinationBucket : fromBucket;
  return {
    from: { bucket: fromBucket, key: text('sourceKey') },
    to: { bucket: toBucket, key: checkedKey(text('destinationKey')) },
  };
}

/** Moves an object: only its row changes. */
export const moveObject: StorageRoute = async ({ db }, { claims, request }) => {
  const { from, to } = await readJourney(request);
  const bucket = await bucketById(db, to.bucket);
  const moved = await asCaller(db, claims, async (client) => {
    const source = await visibleObject(client, from.bucket, from.key);
    if (!source) throw objectNotFound();
    checkLimits(bucket, source.metadata?.size ?? 0, source.metadata?.mimetype ?? '');
    return client.query(
      'update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2',
      [from.bucket, from.key, to.bucket, to.key],
    );
  });
  if (!moved.rowCount) throw objectNotFound();
  return json(200, { message: 'Successfully moved' });
};

/** Copies an object, contents and all. An object at the destination is never replaced. */
export const copyObject: StorageRoute = async ({ db, files }, { claims, request }) => {
  const { from, to } = await readJourney(request);
  const bucket = await bucketById(db, to.bucket);
  const [id, version] = [crypto.randomUUID(), crypto.randomUUID()];
  await asCaller(db, claims, async (client) => {
    const source = await visibleObject(client, from.bucket, from.key);
    const data = source && (await files.read(source.version));
    if (!source || !data) throw objectNotFound();
    checkLimits(bucket, data.length, source.metadata?.mimetype ?? '');
    await client.query(
      `insert into storage.objects (id, bucket_id, name, version, metadata, user_metadata, owner_id, owner)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        to.bucket,
        to.key,
        version,
        source.metadata,
        source.user_metadata,
        claims.sub ?? null,
        ownerUuid(claims.sub),
      ],
    );
    await files.write(version, data);
  });
  return json(200, { Id: id, Key: `${to.bucket}/${to.key}` });
};

/** What is known about an object, without its contents. */
export const objectInfo: StorageRoute = async ({ db }, { claims, path }) => {
  const { bucket, key } = splitPath(path);
  const row = await asCaller(db, claims, (client) => visibleObject(client, bucket, key));
  if (!row) throw objectNotFound();
  return json(200, {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata?.size,
    content_type: row.metadata?.mimetype,
    cache_control: row.metadata?.cacheControl,
    etag: row.metadata?.eTag,
    metadata: row.user_metadata ?? {},
    last_modified: row.metadata?.lastModified ?? row.updated_at,
    created_at: row.created_at,
  });
};
