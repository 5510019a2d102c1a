import { neutralize } from '@paperplane/shared/domain';
import Papa from 'papaparse';

/**
 * Rows as CSV: lines end with CR LF, nothing is a formula to a spreadsheet.
 * @param quotes which columns stand between quotes whatever is in them
 */
export const csvText = (
  rows: readonly (readonly string[])[],
  { delimiter = ',', quotes }: { delimiter?: string; quotes?: readonly boolean[] } = {},
): string =>
  `${Papa.unparse(
    rows.map((row) => row.map(neutralize)),
    { newline: '\r\n', delimiter, quotes: quotes ? [...quotes] : false },
  )}\r\n`;
