import { looksLikeDay } from '../../domain';
import type { ImportKind } from './fields';
import { fieldsSaid } from './read-head';
import { ofLines } from './sale-fields';

/** Lines above the table that a program may write. */
const PREAMBLE = 60;

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;

const isValue = (cell: string): boolean =>
  looksLikeDay(cell) || /^[^\p{L}]*\d+[.,]\d{2}[^\p{L}]*$/u.test(cell);

/**
 * The line that names the columns, below whatever a program writes above its table: the one whose cells name most fields; where none names two,
 * the first one as wide as the table.
 * @returns its place among the lines; -1 where that line holds values, so that nothing names the columns
 */
export function findHead(kind: ImportKind, lines: readonly (readonly string[])[]): number {
  const looked = lines.slice(0, PREAMBLE);
  const scores = looked.map((cells) => {
    if (cells.some(isValue)) return 0;
    const named = cells.map((cell) => fieldsSaid(kind, cell).filter(({ key }) => !ofLines(key)));
    const keys = new Set(named.flat().map(({ key }) => key));
    return Math.min(keys.size, named.filter((said) => said.length > 0).length);
  });
  const best = Math.max(...scores);
  if (best >= 2) return scores.indexOf(best);
  const widths = lines.slice(0, 400).map(filled);
  const usual = [...widths].sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1;
  const first = looked.findIndex((cells) => filled(cells) >= Math.max(1, usual - 1));
  return first >= 0 && looked[first]?.some(isValue) ? -1 : Math.max(first, 0);
}

const SUM =
  /^\W*(?:grand |sub ?)?(?:total|totals|sum|summe|gesamt|gesamtsumme|zwischensumme|endsumme|somme|suma|subtotal|totale|totaal|eindtotaal|soma)(?: (?:general|generale|geral|suma))?(?=\W|$)/i;

/** Whether a line below the head is no row of the table: the head again, a sum, or a word below all of it. */
export function isNoRow(kind: ImportKind, cells: readonly string[], head: readonly string[]): boolean {
  if (head.length > 1 && head.every((name, index) => name.trim() === (cells[index]?.trim() ?? '')))
    return true;
  const said = cells.map((cell) => cell.trim()).filter(Boolean);
  // A sale has five cells at least.
  if (kind === 'sales' && said.length <= 2 && head.length >= 5) return true;
  if (said.length >= filled(head) / 2 + 1) return false;
  // `Total Travel` is a vendor: beside the word for a sum stand numbers alone, in sales also a month or a count of rows, but no day.
  if (kind === 'sales')
    return said.some((cell) => SUM.test(cell)) && !said.some((cell) => looksLikeDay(cell));
  return (
    said.length > 1 &&
    said.some((cell) => SUM.test(cell) && !/\p{L}/u.test(cell.replace(SUM, ''))) &&
    said.every((cell) => SUM.test(cell) || !/\p{L}/u.test(cell))
  );
}
