import crypto from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Claims } from '../auth/tokens.js';
import { actAs, type ServicePool } from '../database/service-pool.js';
import { json } from '../gateway/respond.js';
import { bucketById, type BucketRow } from './buckets.js';
import type { FileMetadata, StorageRoute, StorageServices } from './context.js';
import type { Files } from './files.js';
import { objectNotFound, StorageError } from './errors.js';
import { checkedKey, splitPath } from './names.js';
import { readUpload, type Upload } from './upload-body.js';

/** Refuses what is above the bucket's limit or not of its types. */
export function checkLimits(bucket: BucketRow, size: number, mimetype: string): void {
  if (bucket.file_size_limit !== null && size > Number(bucket.file_size_limit)) {
    throw new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
  }
  const type = (mimetype.split(';')[0] ?? '').trim().toLowerCase();
  const allowed = bucket.allowed_mime_types;
  const isAllowed = (pattern: string) =>
    pattern === '*/*' ||
    pattern.toLowerCase() === type ||
    (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1).toLowerCase()));
  if (allowed?.length && !allowed.some(isAllowed)) {
    throw new StorageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`);
  }
}

function metadataOf({ data, mimetype, cacheControl }: Upload): FileMetadata {
  return {
    eTag: `"${crypto.createHash('md5').update(data).digest('hex')}"`,
    size: data.length,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: data.length,
    httpStatusCode: 200,
  };
}

const INSERT = `insert into storage.objects (id, bucket_id, name, version, metadata, user_metadata, owner_id, owner)
  values ($8, $1, $2, $3, $4, $5, $6, $7)`;
const REPLACE = `version = $3, metadata = $4, user_metadata = $5, owner_id = $6, owner = $7`;
const STATEMENTS = {
  create: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set ${REPLACE}`,
  replace: `update storage.objects set ${REPLACE} where bucket_id = $1 and name = $2 and $8::uuid is not null`,
};

/** How an object is written: only a new one, a new one or another in its place, only in the place of one. */
export type WriteMode = keyof typeof STATEMENTS;

/** Where an upload goes, whose it is, and with whose rights it is written. */
export interface UploadTarget {
  bucket: string;
  key: string;
  mode: WriteMode;
  /** `sub` of whoever uploads. */
  owner: string | undefined;
  rights: Claims;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The column `owner` takes only what is a uuid. */
export const ownerUuid = (sub: string | undefined) => (UUID.test(sub ?? '') ? sub : null);

/** Whether the rights suffice to write there; throws why not. Nothing is written. */
export function checkMayWrite(
  db: ServicePool,
  { bucket, key, mode, owner, rights }: UploadTarget,
): Promise<unknown> {
  const [id, version] = [crypto.randomUUID(), crypto.randomUUID()];
  return db.transaction(async (client) => {
    await actAs(client, rights);
    await client.query(STATEMENTS[mode], [
      bucket,
      key,
      version,
      null,
      null,
      owner ?? null,
      ownerUuid(owner),
      id,
    ]);
  }, 'rollback');
}

/** Reads an upload from a request and stores it. */
export async function storeUpload(
  services: StorageServices,
  request: Request,
  target: UploadTarget,
): Promise<Response> {
  checkedKey(target.key);
  await bucketById(services.db, target.bucket);
  return storeContents(services, await readUpload(request), target);
}

/**
 * Writes row and file inside the caller's transaction and under its rights: the row first, uncommitted; then the file, under a
 * name of its own. What is left behind by a crash in between is a file nobody knows.
 * @returns the id of a new object
 */
export async function writeObject(
  client: ClientBase,
  files: Files,
  upload: Upload,
  { bucket, key, mode, owner }: Omit<UploadTarget, 'rights'>,
): Promise<string> {
  const [id, version] = [crypto.randomUUID(), crypto.randomUUID()];
  const done = await client.query(STATEMENTS[mode], [
    bucket,
    key,
    version,
    metadataOf(upload),
    upload.userMetadata,
    owner ?? null,
    ownerUuid(owner),
    id,
  ]);
  if (!done.rowCount) throw objectNotFound();
  await files.write(version, upload.data);
  return id;
}

/** Stores an upload in a transaction of its own, and removes the file it replaces once that is committed. */
export async function storeContents(
  { db, files }: StorageServices,
  upload: Upload,
  target: UploadTarget,
): Promise<Response> {
  const { bucket: bucketId, key, rights } = target;
  const bucket = await bucketById(db, bucketId);
  checkLimits(bucket, upload.data.length, upload.mimetype);
  const { old, id } = await db.transaction(async (client) => {
    const before = await client.query<{ id: string; version: string }>(
      'select id, version from storage.objects where bucket_id = $1 and name = $2 for update',
      [bucketId, key],
    );
    await actAs(client, rights);
    return { old: before.rows[0], id: await writeObject(client, files, upload, target) };
  });
  if (old) await files.remove([old.version]);
  return json(200, { Id: old?.id ?? id, Key: `${bucketId}/${key}` });
}

export const isUpsert = (request: { headers: Headers }) => request.headers.get('x-upsert') === 'true';

const store =
  (modeOf: (request: Request) => WriteMode): StorageRoute =>
  (services, { request, path, claims }) =>
    storeUpload(services, request, {
      ...splitPath(path),
      mode: modeOf(request),
      owner: claims.sub,
      rights: claims,
    });

export const createObject = store((request) => (isUpsert(request) ? 'upsert' : 'create'));
export const replaceObject = store(() => 'replace');
