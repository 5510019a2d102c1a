import type pg from 'pg';
import type { BucketConfig } from '../config/buckets.js';

/** Creates the buckets of `config.toml` and gives those that exist its limits; others are left alone. */
export async function keepBuckets(db: pg.Client, buckets: BucketConfig[]): Promise<void> {
  for (const bucket of buckets) {
    await db.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types, updated_at = now()
       where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
         is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`,
      [bucket.name, bucket.public, bucket.fileSizeLimit, bucket.allowedMimeTypes],
    );
  }
}
