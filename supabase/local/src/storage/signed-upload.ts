import { nowSeconds, signToken } from '../auth/tokens.js';
import { keyClaims } from '../database/service-pool.js';
import { json } from '../gateway/respond.js';
import type { StorageRoute } from './context.js';
import { claimsOfAddress } from './download.js';
import { invalidToken } from './errors.js';
import { checkedKey, splitPath } from './names.js';
import { checkMayWrite, isUpsert, storeUpload } from './upload.js';

/** As on hosted. */
const LIFETIME_SECONDS = 2 * 60 * 60;

/** An address to which whoever has it may upload one object for a while, if whoever asks may. */
export const createUploadUrl: StorageRoute = async ({ db, jwtSecret }, { request, path, claims }) => {
  const { bucket, key } = splitPath(path);
  checkedKey(key);
  const upsert = isUpsert(request);
  await checkMayWrite(db, {
    bucket,
    key,
    mode: upsert ? 'upsert' : 'create',
    owner: claims.sub,
    rights: claims,
  });
  const now = nowSeconds();
  // Named otherwise than in an address for reading: neither stands for the other.
  const promise = { upload: `${bucket}/${key}`, upsert, owner: claims.sub };
  const token = signToken({ ...promise, iat: now, exp: now + LIFETIME_SECONDS }, jwtSecret);
  return json(200, { url: `/object/upload/sign/${path}?token=${token}`, token });
};

/** Takes the upload of whoever has such an address. */
export const uploadBySignedUrl: StorageRoute = (services, { request, path, url }) => {
  const { bucket, key } = splitPath(path);
  const { upload, upsert, owner } = claimsOfAddress(url, services.jwtSecret);
  if (upload !== `${bucket}/${key}`) throw invalidToken('The token is for another object');
  return storeUpload(services, request, {
    bucket,
    key,
    mode: upsert === true ? 'upsert' : 'create',
    owner: typeof owner === 'string' ? owner : undefined,
    // Asked for when the address was made.
    rights: keyClaims('secret'),
  });
};
