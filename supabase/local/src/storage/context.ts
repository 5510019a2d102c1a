import type pg from 'pg';
import type { Claims } from '../auth/tokens.js';
import { actAs, type ServicePool } from '../database/service-pool.js';
import type { Files } from './files.js';

/** What every Storage route shares. */
export interface StorageServices {
  db: ServicePool;
  files: Files;
  jwtSecret: string;
}

/** One request to Storage. `path` is what follows the words that chose the route. */
export interface StorageRequest {
  request: Request;
  url: URL;
  path: string;
  claims: Claims;
}

export type StorageRoute = (services: StorageServices, request: StorageRequest) => Promise<Response>;

/** Runs `work` in one transaction under the rights of the caller: policies decide. */
export function asCaller<Result>(
  db: ServicePool,
  claims: Claims,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (client) => {
    await actAs(client, claims, { 'storage.allow_delete_query': 'true' });
    return work(client);
  });
}

/** What Storage remembers of a file beside its row. */
export interface FileMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
}

/** A row of `storage.objects`. */
export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  metadata: FileMetadata | null;
  user_metadata: Record<string, unknown> | null;
  owner_id: string | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
}

/** The object as the caller may see it, or undefined. */
export async function visibleObject(
  client: pg.PoolClient,
  bucket: string,
  key: string,
): Promise<ObjectRow | undefined> {
  const found = await client.query<ObjectRow>(
    'select * from storage.objects where bucket_id = $1 and name = $2',
    [bucket, key],
  );
  return found.rows[0];
}

/** The JSON body as an object; anything else counts as empty. */
export async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  const value: unknown = await request.json().catch(() => null);
  return value && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
