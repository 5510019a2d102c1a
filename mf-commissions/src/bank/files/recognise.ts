import { FileProblem } from '@paperplane/shared/import/files';
import { BANK_FORMATS, FORMATS, NAMED_FORMATS, type BankFormat } from './formats';

const starts = (bytes: Uint8Array, ...values: number[]): boolean =>
  values.every((value, index) => bytes[index] === value);

/** What the first bytes say of files that are no text. */
const BINARY: readonly (readonly [number[], string])[] = [
  [
    [0x50, 0x4b],
    'This is a spreadsheet or a ZIP archive. Save the sheet as CSV, or unpack the archive first.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel file. Save it as CSV first.'],
  [[0x25, 0x50, 0x44, 0x46], `This is a PDF. Download the movements as ${NAMED_FORMATS}.`],
  [[0x1f, 0x8b], 'This file is packed. Unpack it first.'],
];

/** @throws FileProblem when the content is empty or no text */
export function checkBytes(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new FileProblem('The file is empty.');
  const known = BINARY.find(([mark]) => starts(bytes, ...mark));
  if (known) throw new FileProblem(known[1]);
}

/**
 * The format of a bank's file, from what it says, not from its name: banks name them as they like.
 * @throws FileProblem when it is no bank file, or one of a kind that is not read
 */
export function recognise(text: string): BankFormat {
  if (text.trim() === '') throw new FileProblem('The file is empty.');
  if (text.includes('\0'))
    throw new FileProblem(`This is not a text file. Download it again as ${NAMED_FORMATS}.`);
  const head = text.slice(0, 4000).trimStart();
  if (/^(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body|script|table|div)\b/i.test(head))
    throw new FileProblem(
      'This is a web page, not a bank file: the bank may have asked to log in again. Download the file once more.',
    );
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new FileProblem('The file defines entities of its own, which no bank needs. It is not read.');
  const known = BANK_FORMATS.find((format) => FORMATS[format].recognizes(text, head));
  if (known) return known;
  if (head.startsWith('<')) {
    if (/<(\w+:)?BkToCstmr(AcctRpt|DbtCdtNtfctn)\b/.test(text))
      throw new FileProblem(
        'This is a CAMT.052 or CAMT.054 file. It holds what is not booked yet: download CAMT.053.',
      );
    throw new FileProblem('This XML file is no statement of a bank. CAMT.053 is read.');
  }
  return 'csv';
}
