import { checkContents } from '../contents.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
/** What documents may be, texts aside: of those the name says which. */
const TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  `${OFFICE}spreadsheetml.sheet`,
  `${OFFICE}wordprocessingml.document`,
  `${OFFICE}presentationml.presentation`,
  'application/vnd.ms-excel',
  'application/msword',
  'application/vnd.ms-powerpoint',
] as const;

/** The type of a file as documents have it, or the code of what speaks against it. */
export type FileType = { type: string } | { code: string };

/** Outlook's own form: only Outlook opens it. */
const isWinmail = (bytes: Uint8Array) =>
  bytes[0] === 0x78 && bytes[1] === 0x9f && bytes[2] === 0x3e && bytes[3] === 0x22;

/** Looks into a file, as into one that somebody uploads: what it holds says what it is, not its name. */
export async function typeOfFile(bytes: Uint8Array, name: string): Promise<FileType> {
  if (isWinmail(bytes)) return { code: 'winmail' };
  const text = /\.(csv|tsv)$/i.test(name) ? 'text/csv' : 'text/plain';
  for (const type of [...TYPES, text]) {
    const refusal = await checkContents(type, bytes.length, (from, to) =>
      Promise.resolve(bytes.subarray(from, to)),
    );
    if (!refusal) return { type };
    if (refusal.code !== 'file_not_its_type') return { code: refusal.code };
  }
  return { code: 'type_unknown' };
}
