import type { SupabaseClient } from '@supabase/supabase-js';

/** As in shared/src/platform/storage/file-cache.ts: no browser shows a file without asking again. */
const FILE_CACHE_SECONDS = '0';

/**
 * Puts a file into a bucket, in place of one that an earlier try has left.
 * @throws when it failed
 */
export async function putFile(
  client: SupabaseClient,
  bucket: string,
  { path, bytes, contentType }: { path: string; bytes: Uint8Array<ArrayBuffer>; contentType: string },
): Promise<void> {
  const { error } = await client.storage
    .from(bucket)
    .upload(path, bytes, { contentType, upsert: true, cacheControl: FILE_CACHE_SECONDS });
  if (error) throw new Error(error.message);
}

/** Keeps the bytes of a mail, or of a part. */
export const putMail = (
  client: SupabaseClient,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> => putFile(client, 'mail', { path, bytes, contentType: 'application/octet-stream' });

/** The bytes of a mail or of a part. @throws when it failed */
export async function bytesAt(client: SupabaseClient, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data, error } = await client.storage.from('mail').download(path);
  if (error) throw new Error(error.message);
  return new Uint8Array(await data.arrayBuffer());
}
