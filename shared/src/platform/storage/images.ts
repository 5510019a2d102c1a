import { processError, type AppError } from '../../domain';
import { supabase } from '../api/client';
import { store } from '../store';
import type { ImageBucket } from './image-sources';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** A name nobody can guess, for a picture of this type; null for a type the buckets do not take. */
export const imageName = (type: string): string | null => {
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
    const { error } = await supabase().storage.from(bucket).upload(path, image, { contentType: image.type });
    const isThere = isSame && /already exists/i.test(error?.message ?? '');
    return error && !isThere ? { error: failure(error, context) } : { path };
  } catch (error) {
    return { error: processError(error, context) };
  }
}

/**
 * Uploads a picture under a new, unguessable name.
 * @param image a JPEG, PNG or WebP of at most 2 MB
 * @param shelf a folder in one's own one, where pictures of many records lie side by side
 * @returns its path in the bucket, for the row that shows it; or why it was refused
 */
export async function uploadImage(
  bucket: ImageBucket,
  image: Blob,
  shelf?: 'vendors',
): Promise<{ path: string } | { error: AppError }> {
  return uploadAs(bucket, image, shelf, (drawn) => Promise.resolve(drawn));
}

/**
 * Uploads a vendor's logo once for each key: the same picture asked for again after a lost answer is the same file (docs/product/platform.md,
 * Nothing twice). @returns what uploadImage does
 */
export const uploadLogoOnce = (
  image: Blob,
  requestKey: string,
): Promise<{ path: string } | { error: AppError }> =>
  uploadAs(
    'logos',
    image,
    'vendors',
    async (drawn) => {
      // Not in the first load of pages.
      const { keyedName } = await import(/* webpackChunkName: "keyed-name" */ './keyed-name');
      return keyedName(drawn, image, requestKey);
    },
    true,
  );

/**
 * Removes every picture of one's own folder but one: the replaced file, and whatever an interrupted upload left.
 * A failure is silent, since the next change removes it again.
 * @param keep the path the row shows now; null for none
 */
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

/** Removes one picture that no row shows any more. A failure is silent: the file stays where nobody finds it. */
export async function removeImage(bucket: ImageBucket, path: string): Promise<void> {
  try {
    await supabase().storage.from(bucket).remove([path]);
  } catch {
    // See above.
  }
}
