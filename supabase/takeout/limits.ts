/**
 * The most that is taken out of an archive, whatever it says of itself: all is counted while it is read. Who has made it may not be who
 * restores it, and a few megabytes unpack to more than there is memory.
 */
export const LIMITS = {
  /** Bytes of a file. A part of a table has about two million, a document 25 MB. */
  file: 64_000_000,
  /** Bytes of all that is read. Each file is read twice: before anything is written, and when it is. */
  whole: 200_000_000_000,
  /** Bytes of `manifest.json`: of some hundred thousand files. */
  description: 64_000_000,
  /** Values in it: each takes many times its letters in memory. */
  values: 3_000_000,
  /** Files in a zip. */
  entries: 300_000,
} as const;
/** Them, or smaller ones of a test. */
export type Limits = Record<keyof typeof LIMITS, number>;
