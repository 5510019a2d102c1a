import path from 'node:path';
import { DirectoryStorage } from './directory-storage';
import { dryRun } from './dry-run';
import type { Storage } from './storage';

export interface TargetOptions {
  /** Address of an S3-compatible service other than AWS. */
  readonly endpoint?: string;
  /** Store texts as they are: a CDN in front compresses them. */
  readonly plain?: boolean;
  readonly dryRun?: boolean;
  readonly say: (line: string) => void;
}

/** A relative folder starts where npm was called. */
export const folderOf = (target: string): string => path.resolve(process.env['INIT_CWD'] ?? '', target);

/**
 * Opens what `--to` and `--at` name.
 * @param target a folder, or `s3://bucket/prefix`
 */
export async function openTarget(target: string, options: TargetOptions): Promise<Storage> {
  const storage = await openStorage(target, options);
  return options.dryRun ? dryRun(storage, options.say) : storage;
}

async function openStorage(target: string, { endpoint, plain }: TargetOptions): Promise<Storage> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(target) ?? [];
  if (bucket) {
    // The AWS SDK is only loaded by who needs it.
    const { S3Storage } = await import('./s3-storage');
    return new S3Storage({ bucket, prefix: prefix.replace(/\/+$/, ''), endpoint, compressed: !plain });
  }
  if (/^\w+:\/\//.test(target)) throw new Error(`${target}: a target is a folder or s3://bucket/prefix`);
  return new DirectoryStorage(folderOf(target));
}
