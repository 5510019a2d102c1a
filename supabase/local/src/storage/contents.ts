import { StorageError } from './errors.js';

const starts = (data: Uint8Array, bytes: readonly number[], from = 0): boolean =>
  bytes.every((byte, n) => data[from + n] === byte);
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** How files of these types begin. */
const BEGINNINGS: Record<string, (data: Uint8Array) => boolean> = {
  'image/jpeg': (data) => starts(data, [0xff, 0xd8, 0xff]),
  'image/png': (data) => starts(data, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': (data) => starts(data, ascii('RIFF')) && starts(data, ascii('WEBP'), 8),
  'image/gif': (data) => starts(data, ascii('GIF8')),
};

/**
 * Refuses a picture that is none, or one of another type: a page that calls itself a picture stays outside. Stricter than
 * hosted Storage, which believes the type.
 */
export function checkContents(data: Uint8Array, mimetype: string): void {
  const type = (mimetype.split(';')[0] ?? '').trim().toLowerCase();
  if (BEGINNINGS[type]?.(data) === false) {
    throw new StorageError(415, 'invalid_mime_type', `The contents are not ${type}`);
  }
}
