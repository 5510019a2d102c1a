import { formatCount, formatMoneyExact, plural, sumAmounts } from '@paperplane/shared/domain';
import type { CheckedRow } from '@paperplane/shared/import';
import type { Row } from '../files/csv/rows';
import type { NumberedLine, StatementSummary } from '../files/engine/engine';
import type { LeftOut, Problem } from '../files/types';
import type { LineVerdict } from './bank-import-api';

/** A line of the preview. */
export interface PreviewRow extends CheckedRow {
  content: NumberedLine | null;
  /** The cells of its columns as they stand in a CSV file. */
  cells: readonly string[] | null;
  /** As it stands in the file, where it could not be read. */
  source: string;
  /** Which part of it could not be read. */
  wrong: Problem['wrong'] | null;
}

const RANK: Readonly<Record<string, number>> = { broken: 0, twin: 1, new: 2, here: 3 };
const rank = (row: PreviewRow): number => RANK[row.verdict === 'new' && row.note ? 'twin' : row.verdict] ?? 0;

/** What a reader sees of a line: equal lines may have ids of their own. */
const looks = ({ bookedOn, amount, text, counterparty, reference }: NumberedLine): string =>
  JSON.stringify([bookedOn, amount, text, counterparty, reference]);

/**
 * The lines of a file in the order that matters: broken, new with a word to say, new, already here; inside by their place in the file.
 * @param verdicts what the database says; null for a new account, of which every line is new
 * @param brokenCells of lines that cannot be read, where the file has columns
 */
export function previewRows(
  lines: readonly NumberedLine[],
  problems: readonly Problem[],
  verdicts: readonly LineVerdict[] | null,
  brokenCells: readonly Row[] = [],
): PreviewRow[] {
  const cellsOf = new Map(brokenCells.map(({ line, cells }) => [line, cells]));
  const known = new Map(verdicts?.map((verdict) => [verdict.line, verdict]));
  const equals = new Map<string, number>();
  for (const line of lines) equals.set(looks(line), (equals.get(looks(line)) ?? 0) + 1);
  const rows = lines.map((content): PreviewRow => {
    const verdict = known.get(content.line);
    const count = equals.get(looks(content)) ?? 1;
    const twin =
      count > 2
        ? `${formatCount(count)} times here, all are kept`
        : count === 2
          ? 'Twice here, both are kept'
          : '';
    const similar = verdict?.similar ? 'Like one from another kind of file' : '';
    return {
      line: content.line,
      verdict: verdict?.verdict ?? 'new',
      note: verdict?.why ?? (verdict?.verdict === 'here' ? '' : twin || similar),
      content,
      cells: content.cells,
      source: '',
      wrong: null,
    };
  });
  const broken = problems.map(({ line, why, source, wrong }): PreviewRow => ({
    line,
    verdict: 'broken',
    note: why,
    content: null,
    cells: cellsOf.get(line) ?? null,
    source,
    wrong: wrong ?? null,
  }));
  return [...broken, ...rows].sort((a, b) => rank(a) - rank(b) || a.line - b.line);
}

/** Money in and out of some lines: `$32,158.93 in, $5,214.40 out`. */
export function moneyOf(rows: readonly PreviewRow[], currency: string): string {
  const amounts = rows.map(({ content }) => Number(content?.amount ?? 0));
  const sum = (sign: 1 | -1) =>
    formatMoneyExact(sumAmounts(amounts.map((each) => ({ amount: Math.max(each * sign, 0) }))), currency);
  return `${sum(1)} in, ${sum(-1)} out`;
}

/** What stays out of the import, in sentences: what is pending apart from what moves nothing. */
export function leftOutWords(leftOut: readonly LeftOut[]): string[] {
  const pending = leftOut.filter((each) => each.pending).length;
  const others = leftOut.length - pending;
  return [
    ...(pending > 0
      ? [
          `${plural(pending, 'line')} left out: ${pending === 1 ? 'it is' : 'they are'} pending, and a later file brings ${pending === 1 ? 'it' : 'them'} booked.`,
        ]
      : []),
    ...(others > 0
      ? [
          `${plural(others, 'more line')} ${others === 1 ? 'holds' : 'hold'} no booked movement: totals or balances.`,
        ]
      : []),
  ];
}

/** What the balances in a file say, for the strip; null where it has none. */
export function balanceWords(
  { balances }: StatementSummary,
  currency: string,
): { addsUp: boolean; title: string; detail: string } | null {
  const [first] = balances;
  if (!first) return null;
  const wrong = balances.find(({ addsUp }) => !addsUp);
  if (!wrong) {
    const last = balances.at(-1) ?? first;
    const [from, to] = [first.opening, last.closing].map((each) => formatMoneyExact(Number(each), currency));
    return { addsUp: true, title: 'Add up', detail: `${from} to ${to}` };
  }
  return {
    addsUp: false,
    title: 'Do not add up',
    detail: wrong.wrongAt === null ? 'A line may be missing' : `From line ${formatCount(wrong.wrongAt)} on`,
  };
}
