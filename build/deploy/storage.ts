/** Where a site lies: a directory or a bucket. Deploying knows nothing more of it than this. */

/** A file as it was found. */
export interface Stored {
  readonly content: Buffer;
  /** Changes with the content; what a conditional write compares. */
  readonly etag: string;
}

/** Compressed copies of a file, made by the build. */
export interface Encoded {
  readonly br?: Buffer;
  readonly gz?: Buffer;
}

export interface WriteOptions {
  /** Copies the build has made; without, the storage compresses what it serves compressed. */
  readonly encoded?: Encoded;
  /** Write only while the file is as it was found: with this etag, or absent (null). Storages that cannot compare write anyway. */
  readonly found?: string | null;
}

/** Keys are paths below the site's root, with slashes and without one at the start: `remotes/mf_sales/current.json`. */
export interface Storage {
  /** For people, for example `s3://bucket/prefix`. */
  readonly name: string;
  /** The file, decompressed; null where there is none. */
  read: (key: string) => Promise<Stored | null>;
  /** Readers see the old content or the new one, never half of one. @throws Conflict when the file is not as it was found */
  write: (key: string, content: Buffer, options?: WriteOptions) => Promise<void>;
  /** Names of the folders right below a folder, sorted; none where there is no such folder. */
  folders: (key: string) => Promise<string[]>;
}

/** Somebody else has changed the file since it was read. */
export class Conflict extends Error {
  override readonly name = 'Conflict';

  constructor(key: string) {
    super(`${key} was changed by somebody else at the same time`);
  }
}

/** Texts worth compressing: below this a response fits one packet anyway, in bytes. */
export const WORTH_COMPRESSING = 600;
export const isCompressible = (key: string): boolean => /\.(js|css|html|json|svg|webmanifest|txt)$/.test(key);
