/** A bucket of `[storage.buckets.<name>]`. */
export interface BucketConfig {
  name: string;
  public: boolean;
  /** In bytes; null for no limit of its own. */
  fileSizeLimit: number | null;
  allowedMimeTypes: string[] | null;
}

const UNITS = ['', 'k', 'm', 'g'];

/** Bytes of `50MiB`, `5MB`, `500k` or `1000`, counted in 1024s as the Supabase CLI does; null for anything else. */
function sizeInBytes(value: unknown): number | null {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/i.exec(String(value)) ?? [];
  return count ? Math.floor(Number(count) * 1024 ** UNITS.indexOf(unit.toLowerCase())) : null;
}

/** The buckets of the table `storage.buckets`. */
export function bucketsIn(table: unknown): BucketConfig[] {
  if (typeof table !== 'object' || table === null) return [];
  return Object.entries(table as Record<string, Record<string, unknown> | null>).map(([name, bucket]) => {
    const types = bucket?.allowed_mime_types;
    return {
      name,
      public: bucket?.public === true,
      fileSizeLimit: sizeInBytes(bucket?.file_size_limit),
      allowedMimeTypes: Array.isArray(types) && types.length > 0 ? types.map(String) : null,
    };
  });
}
