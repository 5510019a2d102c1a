import { processError, type AppError } from '../../domain';
import type { ImageBucket } from './image-sources';

const load = () => import(/* webpackChunkName: "lazy-images" */ './image-files');

/** Why a picture was not uploaded where the code for it did not come. */
const unloaded = (bucket: ImageBucket) => (): { error: AppError } => ({
  error: processError('network: the code did not load', `Storage/${bucket}`),
});

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
  return load().then((code) => code.uploadImage(bucket, image, shelf), unloaded(bucket));
}

/**
 * Uploads a vendor's logo once for each key: the same picture asked for again after a lost answer is the same file (docs/product/platform.md,
 * Nothing twice). @returns what uploadImage does
 */
export const uploadLogoOnce = (
  image: Blob,
  requestKey: string,
): Promise<{ path: string } | { error: AppError }> =>
  load().then((code) => code.uploadLogoOnce(image, requestKey), unloaded('logos'));

/**
 * Removes every picture of one's own folder but one: the replaced file, and whatever an interrupted upload left.
 * A failure is silent, since the next change removes it again.
 * @param keep the path the row shows now; null for none
 */
export async function removeOtherImages(bucket: ImageBucket, keep: string | null): Promise<void> {
  await load().then(
    (code) => code.removeOtherImages(bucket, keep),
    () => undefined,
  );
}

/** Removes one picture that no row shows any more. A failure is silent: the file stays where nobody finds it. */
export async function removeImage(bucket: ImageBucket, path: string): Promise<void> {
  await load().then(
    (code) => code.removeImage(bucket, path),
    () => undefined,
  );
}
