import { FileProblem } from '@paperplane/shared/import/files';
import { strFromU8, unzipSync } from 'fflate';
import type { Row } from '../../files/csv/rows';
import { FILE_LIMITS } from '../../files/limits';
import { all, xmlTree, type Element } from '../../files/xml-tree';

const WANTED = /^xl\/(workbook\.xml|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/;

/** All text in an element: of a cell that is written in several hands. */
const textIn = ({ name, text, children }: Element): string =>
  name === 'rPh' ? '' : (name === 't' ? text : '') + children.map(textIn).join('');

/** `C` of `C12` as a number from 0. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]+/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;

/** A number as people write it, so that it is read like any other: two decimals where it has any. */
const written = (value: string): string =>
  /^-?\d+\.\d+(E[-+]?\d+)?$/i.test(value) ? Number(value).toFixed(2) : value;

function cellText(cell: Element, strings: readonly string[]): string {
  const value = all(cell, 'v')[0]?.text ?? '';
  if (cell.attributes['t'] === 's') return strings[Number(value)] ?? '';
  if (cell.attributes['t'] === 'inlineStr') return textIn(cell);
  return cell.attributes['t'] === 'str' ? value : written(value);
}

const tooLarge = () => new FileProblem('This workbook is too large to be a statement.');

/**
 * The rows of a workbook's sheets, one after the other.
 * @throws FileProblem when it is none
 */
export function workbookRows(bytes: Uint8Array): Row[] {
  let unpacked = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!WANTED.test(name)) return false;
        // What is packed fills as much as it says that it unpacks to, and no more; what is not fills what it takes in the archive, also where
        // many names stand for the same bytes.
        unpacked += originalSize + size;
        if (!(unpacked <= FILE_LIMITS.unpacked)) throw tooLarge();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('This workbook is damaged. Save it again, or as CSV.');
  }
  if (!files['xl/workbook.xml']) throw new FileProblem('Choose a PDF, a workbook (XLSX) or a CSV file.');
  const count = { elements: 0 };
  const tree = (name: string) => (files[name] ? xmlTree(strFromU8(files[name]), count) : undefined);
  let made = 0;
  const strings = all(tree('xl/sharedStrings.xml'), 'sst/si').map(textIn);
  const rows: Row[] = [];
  const sheets = Object.keys(files)
    .filter((name) => name.startsWith('xl/worksheets/'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  for (const name of sheets)
    for (const row of all(tree(name), 'worksheet/sheetData/row')) {
      const cells: string[] = [];
      for (const cell of all(row, 'c')) {
        const column = columnOf(cell.attributes['r'] ?? '');
        if (column >= 200) continue;
        cells[column < 0 ? cells.length : column] = cellText(cell, strings);
      }
      made += cells.length;
      if (made > FILE_LIMITS.cells || rows.length >= FILE_LIMITS.lines) throw tooLarge();
      const line = rows.length + 1;
      if (cells.some((cell) => cell?.trim()))
        rows.push({ line, cells: Array.from(cells, (cell) => cell ?? '') });
    }
  return rows;
}
