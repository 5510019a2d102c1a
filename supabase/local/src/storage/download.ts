import { nowSeconds, readToken, signToken, type Claims } from '../auth/tokens.js';
import { json } from '../gateway/respond.js';
import { bucketById } from './buckets.js';
import { asCaller, jsonBody, visibleObject, type ObjectRow, type StorageRoute } from './context.js';
import { invalidRequest, invalidToken, objectNotFound } from './errors.js';
import { splitPath } from './names.js';
import { serveFile } from './serve-file.js';

const FIND = 'select * from storage.objects where bucket_id = $1 and name = $2';

/** For the caller, as the policies say. */
export const downloadObject: StorageRoute = async (services, { request, path, claims }) => {
  const { bucket, key } = splitPath(path);
  const row = await asCaller(services.db, claims, (client) => visibleObject(client, bucket, key));
  return serveFile(services, request, row);
};

/** For everybody, when the bucket is public. A private bucket is as good as none. */
export const publicObject: StorageRoute = async (services, { request, path }) => {
  const { bucket, key } = splitPath(path);
  const found = await bucketById(services.db, bucket);
  if (!found.public) throw objectNotFound();
  const [row] = await services.db.rows<ObjectRow>(FIND, [bucket, key]);
  return serveFile(services, request, row);
};

function sign(url: string, seconds: number, secret: string): string {
  const now = nowSeconds();
  const token = signToken({ url, iat: now, exp: now + seconds }, secret);
  return `/object/sign/${url}?token=${token}`;
}

function seconds(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw invalidRequest('"expiresIn" must be a number of seconds above 0');
}

/** An address under which whoever has it may read the object for a while. */
export const createSignedUrl: StorageRoute = async ({ db, jwtSecret }, { request, path, claims }) => {
  const { bucket, key } = splitPath(path);
  const lifetime = seconds((await jsonBody(request)).expiresIn);
  const row = await asCaller(db, claims, (client) => visibleObject(client, bucket, key));
  if (!row) throw objectNotFound();
  return json(200, { signedURL: sign(`${bucket}/${key}`, lifetime, jwtSecret) });
};

/** The same for a list of names, each with its own answer. */
export const createSignedUrls: StorageRoute = async ({ db, jwtSecret }, { request, path, claims }) => {
  const { bucket } = splitPath(path);
  const { expiresIn, paths } = await jsonBody(request);
  const lifetime = seconds(expiresIn);
  if (!Array.isArray(paths) || !paths.every((name) => typeof name === 'string')) {
    throw invalidRequest('"paths" must be a list of names');
  }
  const found = await asCaller(db, claims, (client) =>
    client.query<{ name: string }>(
      'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
      [bucket, paths],
    ),
  );
  const visible = new Set(found.rows.map((row) => row.name));
  return json(
    200,
    paths.map((name) =>
      visible.has(name)
        ? { error: null, path: name, signedURL: sign(`${bucket}/${name}`, lifetime, jwtSecret) }
        : {
            error: 'Either the object does not exist or you do not have access to it',
            path: name,
            signedURL: null,
          },
    ),
  );
};

/** What the token of a signed address says; throws when it is no good any more. */
export function claimsOfAddress(url: URL, secret: string): Claims {
  const claims = readToken(url.searchParams.get('token') ?? '', secret);
  if (claims === 'expired') throw invalidToken('"exp" claim timestamp check failed');
  if (typeof claims === 'string') throw invalidToken('signature verification failed');
  return claims;
}

/** For whoever has a signed address that is still good. */
export const signedObject: StorageRoute = async (services, { request, path, url }) => {
  const { bucket, key } = splitPath(path);
  const claims = claimsOfAddress(url, services.jwtSecret);
  if (claims.url !== `${bucket}/${key}`) throw invalidToken('The token is for another object');
  const [row] = await services.db.rows<ObjectRow>(FIND, [bucket, key]);
  return serveFile(services, request, row);
};
