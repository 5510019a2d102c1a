import { StorageError } from './errors.js';

const starts = (data: Uint8Array, bytes: readonly number[], from = 0): boolean =>
  bytes.every((byte, n) => data[from + n] === byte);
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** An archive with this folder: what Office writes since 2007. */
const office = (folder: string) => (data: Uint8Array) =>
  starts(data, [...ascii('PK'), 3, 4]) && Buffer.from(data).includes(`${folder}/`, 0, 'latin1');
/** A file of the Office before. */
const oldOffice = (data: Uint8Array) => starts(data, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Letters: UTF-8 or one byte each, nothing that only programs read, and not the beginning of a page or drawing. */
const isText = (data: Uint8Array) =>
  !data.includes(0) &&
  !/^[\s\uFEFF]*<(!|\?|html|head|body|script|svg|iframe)/i.test(
    Buffer.from(data.subarray(0, 1024)).toString(),
  );

/** How files of these types begin, or what they hold. */
const BEGINNINGS: Record<string, (data: Uint8Array) => boolean> = {
  'image/jpeg': (data) => starts(data, [0xff, 0xd8, 0xff]),
  'image/png': (data) => starts(data, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': (data) => starts(data, ascii('RIFF')) && starts(data, ascii('WEBP'), 8),
  'image/gif': (data) => starts(data, ascii('GIF8')),
  'application/pdf': (data) => starts(data, ascii('%PDF-')),
  'application/msword': oldOffice,
  'application/vnd.ms-excel': oldOffice,
  'application/vnd.ms-powerpoint': oldOffice,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': office('word'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': office('xl'),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': office('ppt'),
  'text/plain': isText,
  'text/csv': isText,
};

/**
 * Refuses a picture or paper that is none, or one of another type: a page that calls itself a picture stays outside. Stricter than
 * hosted Storage, which believes the type.
 */
export function checkContents(data: Uint8Array, mimetype: string): void {
  const type = (mimetype.split(';')[0] ?? '').trim().toLowerCase();
  if (BEGINNINGS[type]?.(data) === false) {
    throw new StorageError(415, 'invalid_mime_type', `The contents are not ${type}`);
  }
}
