import { StorageClient } from '@supabase/storage-js';
import { origin } from '../api/client';

let client: StorageClient | null = null;

/** The one Storage client. This file is loaded when somebody saves a picture, not before. */
export function storageClient(): StorageClient {
  const { url, key, fetch } = origin();
  client ??= new StorageClient(`${url}/storage/v1`, { apikey: key }, fetch);
  return client;
}
