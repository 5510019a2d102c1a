import type { ListedDocument } from './document';

/** What is told of a version that is not accepted. */
export type FileCheck = NonNullable<ListedDocument['check']>;

/** What each type says it is. */
const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'a PDF',
  'image/jpeg': 'a JPEG picture',
  'image/png': 'a PNG picture',
  'image/webp': 'a WebP picture',
  'image/gif': 'a GIF picture',
  'text/plain': 'a text',
  'text/csv': 'a CSV file',
  'application/msword': 'a Word file',
  'application/vnd.ms-excel': 'an Excel file',
  'application/vnd.ms-powerpoint': 'a PowerPoint file',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'a Word file',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'an Excel file',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'a PowerPoint file',
};

/** What a file was found to be (`Kind` of the function document-check). */
const KINDS: Readonly<Record<string, string>> = {
  pdf: 'a PDF',
  jpeg: 'a JPEG picture',
  png: 'a PNG picture',
  webp: 'a WebP picture',
  gif: 'a GIF picture',
  picture: 'a picture of another kind',
  video: 'a film, a sound or a picture of a camera',
  text: 'text',
  word: 'a Word file',
  excel: 'an Excel file',
  powerpoint: 'a PowerPoint file',
  old_word: 'a Word file of before 2007',
  old_excel: 'an Excel file of before 2007',
  old_powerpoint: 'a PowerPoint file of before 2007',
  ole: 'a file of another program',
  zip: 'an archive (ZIP)',
  archive: 'an archive',
  program: 'a program',
  page: 'a web page or drawing, which can run programs',
};

const REASONS: Readonly<Record<string, (said: string, found: string | undefined) => string>> = {
  file_not_its_type: (said, found) =>
    found === undefined ? `This is not ${said}.` : `This is not ${said}: its content is ${found}.`,
  file_with_macros: () => 'This file has macros, which are programs. Save it without them.',
  file_of_two_kinds: () => 'This file is two in one: an archive (ZIP) lies behind what it shows.',
  file_damaged: () => 'This file is damaged or was cut off.',
  file_lost: () => 'This file is not there any more.',
};

/** Why a file was refused. */
export function refusalText({ type, code, params }: FileCheck): string {
  const said = TYPES[type] ?? 'what it says';
  return REASONS[code ?? '']?.(said, KINDS[params.found ?? '']) ?? `This is not ${said}.`;
}

/** What is going on with a file, in one line. */
export function checkText(check: FileCheck): string {
  if (check.state === 'refused') return refusalText(check);
  return check.isLate ? 'Still waiting to be checked' : 'Checking …';
}
