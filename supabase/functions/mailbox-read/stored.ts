import type { SupabaseClient } from '@supabase/supabase-js';

/**
 * What was asked for.
 * @throws when it failed
 */
export function done({ data, error }: { data: unknown; error: { message: string } | null }): unknown {
  if (error) throw new Error(error.message);
  return data;
}

/** The bytes of a mail or of a part. */
export async function bytesAt(client: SupabaseClient, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = done(await client.storage.from('mail').download(path)) as Blob;
  return new Uint8Array(await file.arrayBuffer());
}
