import { textOfRows } from '../made/statement-reader.js';
import { rowsOfTables } from './html-tables.ts';
import { MOST_BYTES, MOST_PARTS, type Attachment, type Letter } from './letter.ts';

/** A part of a mail that is to be read, or why it is not. */
export interface Part extends Attachment {
  number: number;
  code?: string;
}

/** What becomes of a mail: its parts, or why there are none. */
export type TakenApart = { parts: Part[] } | { code: string; params: Record<string, unknown> };

const AMOUNT = /\d[.,]\d{2}(?!\d)/;
/** How PDFs, archives and texts in 16 bits begin. */
const STATEMENTS = ['%PDF-', 'PK\x03\x04', '\xff\xfe', '\xfe\xff'];
/** What may be a statement, by how it begins: a PDF, an archive, or letters. Pictures and programs are none. */
const mayBeRead = ({ content }: Attachment): boolean => {
  const start = String.fromCharCode(...content.subarray(0, 512));
  return (
    STATEMENTS.some((letters) => start.startsWith(letters)) ||
    (start !== '' && !start.includes('\0') && !start.startsWith('\xff\xd8'))
  );
};

/** The table in a mail's text as a file of its own, where it has amounts. */
function bodyOf(letter: Letter, subject: string): (Attachment & { code?: string })[] {
  const name = `${subject || 'Statement'}.txt`;
  const rows = rowsOfTables(letter.html);
  if (!rows) return [{ name, content: new Uint8Array(), code: 'part_too_large' }];
  if (!rows.some(({ cells }) => cells.filter(Boolean).length > 1 && cells.some((cell) => AMOUNT.test(cell))))
    return [];
  return [
    {
      name,
      content: new Uint8Array(new TextEncoder().encode(textOfRows(rows))),
    },
  ];
}

/** The parts of a mail. What its text says counts where no attachment could be a statement. */
export function partsOf(letter: Letter, subject: string): TakenApart {
  const files: (Attachment & { code?: string })[] = letter.attachments.some(mayBeRead)
    ? letter.attachments
    : [...letter.attachments, ...bodyOf(letter, subject)];
  if (files.length > MOST_PARTS)
    return { code: 'too_many_parts', params: { count: files.length, most: MOST_PARTS } };
  if (files.length === 0) return { code: 'nothing_in_mail', params: {} };
  return {
    parts: files.map((file, index) => ({
      number: index + 1,
      ...(file.content.length === 0 && { code: 'part_empty' }),
      ...(file.content.length > MOST_BYTES && { code: 'part_too_large' }),
      ...file,
    })),
  };
}
