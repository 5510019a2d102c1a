/**
 * Compares what a file holds with the type it has. Pure: it reads parts of the file through the function it is given. It looks at the
 * first and the last 64 kB, and at the table of contents of an Office file where that lies elsewhere; not at what is between.
 */

/** Reads the bytes from `from` up to `to`, which is not part of it. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** Why a file is refused; `found` is a word of `KINDS`. Null: it holds what it says. */
export type Refusal = {
  code: 'file_not_its_type' | 'file_with_macros' | 'file_of_two_kinds' | 'file_damaged';
  params: { found?: Kind };
} | null;

/** How much is read at each end. */
export const PART = 64 * 1024;
/** A table of contents of an Office file is a few kB; larger ones are not read. */
const LONGEST_TABLE = 1024 * 1024;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const begins = (data: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, n) => data[at + n] === byte);
const latin1 = (data: Uint8Array): string => new TextDecoder('latin1').decode(data);
const uint16 = (data: Uint8Array, at: number): number => (data[at] ?? 0) + (data[at + 1] ?? 0) * 0x100;
const uint32 = (data: Uint8Array, at: number): number => uint16(data, at) + uint16(data, at + 2) * 0x10000;

/** Beginnings of files, the longer before the shorter. */
const BEGINNINGS = [
  ['pdf', letters('%PDF-')],
  ['png', [0x89, ...letters('PNG\r\n'), 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', letters('GIF87a')],
  ['gif', letters('GIF89a')],
  ['zip', [...letters('PK'), 3, 4]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['program', [...letters('MZ')]],
  ['program', [0x7f, ...letters('ELF')]],
  ['archive', letters('Rar!')],
  ['archive', letters('7z\xbc\xaf')],
  ['archive', [0x1f, 0x8b]],
  ['picture', letters('BM')],
  ['picture', letters('II*\0')],
  ['picture', letters('MM\0*')],
] as const;

/** What a file can be found to be. `ole` and `zip` are containers that say no more. */
export type Kind =
  | (typeof BEGINNINGS)[number][0]
  | 'webp'
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'old_word'
  | 'old_excel'
  | 'old_powerpoint'
  | 'video'
  | 'text'
  | 'page'
  | 'unknown';

/** The kind that stands behind each type. */
const TYPES: Readonly<Record<string, Kind>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'text/plain': 'text',
  'text/csv': 'text',
  'application/msword': 'old_word',
  'application/vnd.ms-excel': 'old_excel',
  'application/vnd.ms-powerpoint': 'old_powerpoint',
  [`${OFFICE}wordprocessingml.document`]: 'word',
  [`${OFFICE}spreadsheetml.sheet`]: 'excel',
  [`${OFFICE}presentationml.presentation`]: 'powerpoint',
};

/** A page or drawing, which a browser would run. */
const MARKUP = /^[\s\uFEFF]*<(!|\?|html|head|body|script|svg|iframe)/i;
/** Tab, line and page breaks, and the mark with which DOS ends a text; no text has other control characters. */
const IN_TEXTS = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a];
const isControl = (letter: string): boolean => letter < ' ' && !IN_TEXTS.includes(letter.charCodeAt(0));

/** A part of a text, by the first encoding that it fits; null where it is none. The ends may lie within a letter. */
function textOf(part: Uint8Array, start: Uint8Array): string | null {
  if (begins(start, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(part);
  if (begins(start, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(part);
  let from = 0;
  while (from < 3 && ((part[from] ?? 0) & 0xc0) === 0x80) from += 1;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(part.subarray(from), { stream: true });
  } catch {
    return [0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => part.includes(byte)) ? null : latin1(part);
  }
}

function isText(head: Uint8Array, tail: Uint8Array): boolean {
  return [head, tail].every((part) => {
    const text = textOf(part, head);
    return text !== null && ![...text].some(isControl);
  });
}

/** Where the table of contents of an archive is; null where the file does not end as an archive. */
function tableOf(tail: Uint8Array, tailFrom: number): { from: number; to: number } | null {
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (!begins(tail, [...letters('PK'), 5, 6], at)) continue;
    // Nothing but its comment stands behind it.
    if (at + 22 + uint16(tail, at + 20) !== tail.length) continue;
    const [length, from] = [uint32(tail, at + 12), uint32(tail, at + 16)];
    return { from, to: Math.min(from + length, tailFrom + at) };
  }
  return null;
}

/** The names in a table of contents; null where it is none. */
function namesOf(table: Uint8Array): string[] | null {
  const names: string[] = [];
  for (let at = 0; at + 46 <= table.length;) {
    if (!begins(table, [...letters('PK'), 1, 2], at)) return null;
    const length = uint16(table, at + 28);
    names.push(latin1(table.subarray(at + 46, at + 46 + length)));
    at += 46 + length + uint16(table, at + 30) + uint16(table, at + 32);
  }
  return names;
}

/** The main part of each kind of Office file. */
const OFFICE_PARTS = [
  ['word', /^word\/document\d*\.xml$/i],
  ['excel', /^xl\/workbook\d*\.xml$/i],
  ['powerpoint', /^ppt\/presentation\d*\.xml$/i],
] as const;

interface Found {
  kind: Kind;
  macros?: boolean;
  damaged?: boolean;
  /** What would tell its kind lies where nobody looked. */
  unread?: boolean;
}

async function archiveOf(read: ReadBytes, tail: Uint8Array, tailFrom: number): Promise<Found> {
  const table = tableOf(tail, tailFrom);
  if (!table || table.to <= table.from || table.to - table.from > LONGEST_TABLE) {
    return { kind: 'zip', damaged: true };
  }
  const names = namesOf(await read(table.from, table.to));
  const kinds = OFFICE_PARTS.filter(([, part]) => names?.some((name) => part.test(name)));
  const isOffice = names?.includes('[Content_Types].xml') && kinds.length === 1;
  return {
    kind: (isOffice && kinds[0]?.[0]) || 'zip',
    damaged: names === null,
    macros: names?.some((name) => /(^|\/)(vbaProject\.bin|macrosheets\/)/i.test(name)),
  };
}

/** The streams by which the Office before is known, as its directory names them. */
const OLD_OFFICE = [
  ['old_word', 'WordDocument'],
  ['old_excel', 'Workbook'],
  ['old_excel', 'Book'],
  ['old_powerpoint', 'PowerPoint Document'],
] as const;

/** A directory of more sectors is read no further. */
const MOST_SECTORS = 64;

/** The directory of a container names its streams; its sectors are chained by the table of sectors (FAT). */
async function oldOfficeOf(read: ReadBytes, head: Uint8Array, size: number): Promise<Found> {
  const length = 2 ** uint16(head, 30);
  if (![512, 4096].includes(length)) return { kind: 'ole', damaged: true };
  const sectorAt = (index: number) => read((index + 1) * length, Math.min((index + 2) * length, size));
  const isThere = (index: number) => (index + 1) * length < size;
  const streams = new Set<string>();
  let sector = uint32(head, 48);
  let unread = true;
  for (let count = 0; count < MOST_SECTORS; count += 1) {
    if (!isThere(sector)) {
      unread = false;
      break;
    }
    const entries = await sectorAt(sector);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const name = entries.subarray(at, at + Math.min(Math.max(uint16(entries, at + 64) - 2, 0), 62));
      streams.add(new TextDecoder('utf-16le').decode(name));
    }
    const perTable = length / 4;
    const table = Math.floor(sector / perTable);
    // The header knows the first 109 tables, those of the first 7 MB with small sectors.
    const tableSector = table < 109 ? uint32(head, 76 + 4 * table) : size;
    if (!isThere(tableSector)) break;
    sector = uint32(await sectorAt(tableSector), 4 * (sector % perTable));
  }
  return { kind: OLD_OFFICE.find(([, stream]) => streams.has(stream))?.[0] ?? 'ole', unread };
}

async function kindOf(read: ReadBytes, head: Uint8Array, tail: Uint8Array, size: number): Promise<Found> {
  if (begins(head, letters('RIFF'))) return { kind: begins(head, letters('WEBP'), 8) ? 'webp' : 'video' };
  if (begins(head, letters('ftyp'), 4)) return { kind: 'video' };
  const kind = BEGINNINGS.find(([, bytes]) => begins(head, bytes))?.[0];
  if (kind === 'zip') return archiveOf(read, tail, size - tail.length);
  if (kind === 'ole') return oldOfficeOf(read, head, size);
  const isPlain = isText(head, tail);
  // What begins like a program or picture by two letters may be a word.
  if (kind && !(isPlain && (kind === 'program' || kind === 'picture'))) return { kind };
  const start = textOf(head.subarray(0, 1024), head) ?? '';
  if (MARKUP.test(start)) return { kind: 'page' };
  return { kind: isPlain ? 'text' : 'unknown' };
}

/** Reads what was read before from memory. */
const withEnds =
  (read: ReadBytes, head: Uint8Array, tail: Uint8Array, size: number): ReadBytes =>
  async (from, to) => {
    if (to <= head.length) return head.subarray(from, to);
    const tailFrom = size - tail.length;
    return from >= tailFrom ? tail.subarray(from - tailFrom, to - tailFrom) : read(from, to);
  };

/**
 * Looks into a file.
 * @param type what it says it is
 * @param size of the whole file
 * @returns why it is refused
 */
export async function checkContents(type: string, size: number, read: ReadBytes): Promise<Refusal> {
  const head = await read(0, Math.min(size, PART));
  const tail = size <= PART ? head : await read(size - PART, size);
  const from = withEnds(read, head, tail, size);
  const { kind, macros, damaged, unread } = await kindOf(from, head, tail, size);
  if (kind === 'ole' && unread && TYPES[type]?.startsWith('old_')) return null;
  if (kind !== TYPES[type]) {
    return damaged
      ? { code: 'file_damaged', params: {} }
      : { code: 'file_not_its_type', params: { found: kind } };
  }
  if (macros) return { code: 'file_with_macros', params: {} };
  const isArchive = ['word', 'excel', 'powerpoint'].includes(kind);
  // A picture or paper that ends as an archive is one for whoever reads it from behind.
  return !isArchive && tableOf(tail, size - tail.length) ? { code: 'file_of_two_kinds', params: {} } : null;
}
