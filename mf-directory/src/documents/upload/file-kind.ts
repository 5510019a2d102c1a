/** Types a document may have, with what people call them. The bucket and the database take the same. */
export const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'text/plain': 'Text',
  'text/csv': 'CSV',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
};

/** What the file chooser offers. */
export const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.gif,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx';

export const MAX_BYTES = 25 * 1024 * 1024;

export const PROBLEMS = {
  empty: 'The file is empty.',
  large: 'The file is larger than 25 MB.',
  page: 'Web pages and drawings (HTML, SVG) are not taken, because they can run programs.',
  unknown: 'Choose a PDF, a picture (JPEG, PNG, WebP, GIF), an Office file or a text.',
} as const;

export type FileCheck = { type: string } | { problem: string };

const begins = (bytes: Uint8Array, start: string, at = 0): boolean =>
  [...start].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** Folders of the archives that Office writes since 2007. */
const OFFICE = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
] as const;

/** The Office before wrote one kind of container for all: only the name tells them apart. */
const OLD_OFFICE: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

const MARKUP = /^[\s\uFEFF]*<(!|\?|html|head|body|script|svg|iframe)/i;

function archiveType(bytes: Uint8Array): string | null {
  const names = new TextDecoder('latin1').decode(bytes);
  return OFFICE.find(([folder]) => names.includes(folder))?.[1] ?? null;
}

/** The type of a file by what it holds. @param name decides only between kinds that look alike inside */
export function kindOf(bytes: Uint8Array, name: string): FileCheck {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (bytes.length === 0) return { problem: PROBLEMS.empty };
  if (begins(bytes, '%PDF-')) return { type: 'application/pdf' };
  if (begins(bytes, '\xff\xd8\xff')) return { type: 'image/jpeg' };
  if (begins(bytes, '\x89PNG\r\n\x1a\n')) return { type: 'image/png' };
  if (begins(bytes, 'GIF87a') || begins(bytes, 'GIF89a')) return { type: 'image/gif' };
  if (begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8)) return { type: 'image/webp' };
  if (begins(bytes, 'PK\x03\x04')) {
    const type = archiveType(bytes);
    return type ? { type } : { problem: PROBLEMS.unknown };
  }
  if (begins(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
    const type = OLD_OFFICE[ending];
    return type ? { type } : { problem: PROBLEMS.unknown };
  }
  if (bytes.includes(0)) return { problem: PROBLEMS.unknown };
  if (MARKUP.test(new TextDecoder().decode(bytes.subarray(0, 1024)))) return { problem: PROBLEMS.page };
  return { type: ending === 'csv' ? 'text/csv' : 'text/plain' };
}

/** Looks into a file that somebody chose. */
export async function checkFile(file: File): Promise<FileCheck> {
  if (file.size > MAX_BYTES) return { problem: PROBLEMS.large };
  return kindOf(new Uint8Array(await file.arrayBuffer()), file.name);
}
