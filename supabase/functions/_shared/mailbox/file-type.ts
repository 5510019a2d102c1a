const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OLD_OFFICE: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 1024));

/** The kind of an Office file, by the folder that its archive has. */
function officeType(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('xl/')) return `${OFFICE}spreadsheetml.sheet`;
  if (text.includes('word/')) return `${OFFICE}wordprocessingml.document`;
  return text.includes('ppt/') ? `${OFFICE}presentationml.presentation` : null;
}

/** The type of a document by its bytes; of old Office files and of texts, its name says which. Null for what no document may be. */
export function typeOfFile(bytes: Uint8Array, name: string): string | null {
  const start = latin(bytes);
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('PK\x03\x04')) return officeType(bytes);
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return OLD_OFFICE[ending] ?? null;
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  if (bytes.includes(0) || /^(\s|\xef\xbb\xbf)*<(!|\?|html|head|body|script|svg|iframe)/i.test(start))
    return null;
  return /^(csv|tsv)$/.test(ending) ? 'text/csv' : 'text/plain';
}
