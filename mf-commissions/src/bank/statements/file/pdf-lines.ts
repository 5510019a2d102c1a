import type { Row } from '../../files/csv/rows';
import { FILE_LIMITS } from '../../files/limits';

/** A text of a page and where it stands, in points from the lower left. */
export interface Placed {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Cell {
  text: string;
  left: number;
  right: number;
}

/** Texts of one line, from left to right. */
function linesOf(texts: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = [];
  for (const text of [...texts].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    // Half a letter up or down is the same line.
    if (line && first && Math.abs(first.y - text.y) <= Math.max(first.height, text.height, 4) * 0.5)
      line.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => line.sort((a, b) => a.x - b.x));
}

/** Texts that stand beside each other like words are one cell; a sign of a currency belongs to what follows. */
function cellsOf(line: readonly Placed[]): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, height } of line) {
    const last = cells.at(-1);
    const gap = last ? x - last.right : Infinity;
    const near = gap < Math.max(height, 6) * 0.6 || /^[$€£-]$/.test(last?.text.trim() ?? '');
    if (last && near) {
      last.text += gap > Math.max(height, 6) * 0.12 && !last.text.endsWith(' ') ? ` ${text}` : text;
      last.right = x + width;
    } else cells.push({ text, left: x, right: x + width });
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.trim() })).filter(({ text }) => text !== '');
}

const overlap = (a: { left: number; right: number }, b: { left: number; right: number }): number =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** Where columns stand: what overlaps in lines of several cells is one column. */
function columnsOf(lines: readonly Cell[][]): { left: number; right: number }[] {
  const spans = lines
    .filter((cells) => cells.length > 2)
    .flat()
    .sort((a, b) => a.right - a.left - (b.right - b.left));
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of spans) {
    const met = columns.filter((column) => overlap(column, { left, right }) > 0);
    // One that covers several columns widens none of them.
    if (met.length > 1) continue;
    const [column] = met;
    if (!column) {
      // What stands in no column goes to the nearest on its right.
      if (columns.length < FILE_LIMITS.columns) columns.push({ left, right });
    } else {
      column.left = Math.min(column.left, left);
      column.right = Math.max(column.right, right);
    }
  }
  return columns.sort((a, b) => a.left - b.left);
}

/** The rows of pages: lines by their height, cells by their place under each other. */
export function rowsOfPages(pages: readonly (readonly Placed[])[]): Row[] {
  const lines = pages.flatMap((page) => linesOf(page).map(cellsOf)).filter((cells) => cells.length > 0);
  const columns = columnsOf(lines);
  return lines.map((cells, index) => {
    const row = columns.map(() => '');
    for (const cell of cells) {
      const best = columns
        .map((column, at) => ({ at, shared: overlap(column, cell) }))
        .sort((a, b) => b.shared - a.shared)[0];
      const at = best && best.shared > 0 ? best.at : columns.findIndex(({ right }) => right >= cell.left);
      const place = at < 0 ? Math.max(columns.length - 1, 0) : at;
      row[place] = [row[place], cell.text].filter(Boolean).join(' ');
    }
    return { line: index + 1, cells: row };
  });
}
