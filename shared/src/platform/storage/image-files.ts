/** Pictures in Storage; loaded with the first one. Each operation is described where it is asked for (`images.ts`). */
import { processError, type AppError } from '../../domain';
import { supabase } from '../api/client';
import { store } from '../store';
import { FILE_CACHE_SECONDS } from './file-cache';
import type { ImageBucket } from './image-sources';
import { keyedName } from './keyed-name';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** A name nobody can guess, for a picture of this type; null for a type the buckets do not take. */
const imageName = (type: string): string | null => {
  const ending = ENDINGS[type];
  return ending ? `${crypto.randomUUID()}.${ending}` : null;
};

/** Where the signed-in person's pictures of a bucket are: nobody may write anywhere else. */
function ownFolder(bucket: ImageBucket): string {
  const { user } = store.getState().auth;
  if (!user) throw new Error('a picture needs a signed-in user');
  return bucket === 'avatars' ? `${user.organizationId}/${user.id}` : user.organizationId;
}

/** Storage's errors are Error objects: their message would be lost in a copy. */
const failure = (error: { message: string; name: string; status?: number }, context: string): AppError =>
  processError({ message: error.message, name: error.name, status: error.status ?? 0 }, context);

/** In one's own folder the policies refuse a picture where the agency has no room left. As the database says it of documents. */
const FULL = {
  code: 'P0001',
  message: 'Your agency’s space for files is full. Ask an owner to make room.',
  details: '{"code": "files_full", "params": {}}',
  hint: '',
};

/** @param isSame what is there already under this name is this picture */
async function uploadAs(
  bucket: ImageBucket,
  image: Blob,
  shelf: 'vendors' | undefined,
  named: (drawn: string) => Promise<string>,
  isSame = false,
): Promise<{ path: string } | { error: AppError }> {
  const context = `Storage/${bucket}`;
  const drawn = imageName(image.type);
  if (!drawn) return { error: processError({ message: `validation: ${image.type}` }, context) };
  try {
    const path = [ownFolder(bucket), shelf, await named(drawn)].filter(Boolean).join('/');
    const { error } = await supabase()
      .storage.from(bucket)
      .upload(path, image, { contentType: image.type, cacheControl: FILE_CACHE_SECONDS });
    const isThere = isSame && /already exists/i.test(error?.message ?? '');
    if (/row-level security/i.test(error?.message ?? '')) return { error: processError(FULL, context) };
    return error && !isThere ? { error: failure(error, context) } : { path };
  } catch (error) {
    return { error: processError(error, context) };
  }
}

export async function uploadImage(
  bucket: ImageBucket,
  image: Blob,
  shelf?: 'vendors',
): Promise<{ path: string } | { error: AppError }> {
  return uploadAs(bucket, image, shelf, (drawn) => Promise.resolve(drawn));
}

export const uploadLogoOnce = (
  image: Blob,
  requestKey: string,
): Promise<{ path: string } | { error: AppError }> =>
  uploadAs('logos', image, 'vendors', (drawn) => keyedName(drawn, image, requestKey), true);

export async function removeOtherImages(bucket: ImageBucket, keep: string | null): Promise<void> {
  try {
    const folder = ownFolder(bucket);
    const files = supabase().storage.from(bucket);
    const { data } = await files.list(folder);
    // Folders are listed too; they have no id.
    const others = (data ?? []).filter(({ id }) => id !== null).map(({ name }) => `${folder}/${name}`);
    const stale = others.filter((path) => path !== keep);
    if (stale.length > 0) await files.remove(stale);
  } catch {
    // See above.
  }
}

export async function removeImage(bucket: ImageBucket, path: string): Promise<void> {
  try {
    await supabase().storage.from(bucket).remove([path]);
  } catch {
    // See above.
  }
}
