import { constraintError, MESSAGES } from '../domain';
import type { LineRows, OpenedFile } from './engine/engine';
import type { Engine } from './engine/start-engine';
import { patiently, type Wait } from './files';
import type { Finished, RowsAnswer } from './import-api';
import { fieldOf, type ImportKind } from './rules/fields';
import type { Mapping } from './rules/mapping';
import type { RowError } from './rules/read-row';
import type { VendorTerms } from './rules/usual-terms';

/** Less than the database takes at once: a busy one stops a request after eight seconds, and a sale is four records. */
const PORTIONS: Readonly<Record<ImportKind, number>> = { customers: 250, vendors: 250, sales: 100 };

/** How far a check or an import is. */
export interface Progress {
  /** Rows of the file that were dealt with, and all there are. */
  done: number;
  total: number;
  added: number;
}

/** What becomes of the rows of a file: each is added, skipped or wrong. */
export interface Outcome extends Pick<RowsAnswer, 'added' | 'skips' | 'adds'> {
  /** What the reader or the database refused, in the order of the rows; several of one row are possible. */
  errors: RowError[];
  /** Which rows are one sale. */
  lineRows: LineRows;
  /** Rows of the file that were looked at; fewer than all after a cancel. */
  until: number;
}

export interface ImportResult extends Outcome {
  batchId: string;
  /** As the import ended: done or cancelled, and its counts. */
  finished: Finished;
}

type Rows = Record<string, unknown>[];

/** The calls an import makes; each may be made again after a lost answer. */
export interface ImportCalls {
  begin: () => Promise<{ batchId: string }>;
  send: (batchId: string, rows: Rows) => Promise<RowsAnswer>;
  finish: (batchId: string, cancelled: boolean, refused: number) => Promise<Finished>;
}

/** The call a check makes: `last` with the end of the file. */
export type CheckCall = (
  checkId: string | undefined,
  rows: Rows,
  last: boolean,
) => Promise<RowsAnswer & { checkId: string }>;

/** What both work on. */
export interface Job {
  engine: Engine;
  kind: ImportKind;
  file: OpenedFile;
  mapping: Mapping;
  /** With which vendors who are new are added; none while rows are checked. */
  terms?: VendorTerms;
  onProgress: (progress: Progress) => void;
  /** Aborted by Cancel: the portion on its way arrives, no other follows. */
  signal: AbortSignal;
  wait: Wait;
}

/** A line's field in the database: which line, from 0, and what of it. */
const LINE = /^lines\.(\d+)(?:\.(\w+))?$/;

/**
 * What the database said about a row, for people.
 * @param lineRows of a line it says which row of the file that is
 */
export function explain(
  kind: ImportKind,
  error: RowsAnswer['errors'][number],
  lineRows: LineRows = {},
): RowError {
  const [, place, ofLine = ''] = LINE.exec(error.field ?? '') ?? [];
  if (place !== undefined) {
    const row = lineRows[error.rowNumber]?.[Number(place)] ?? error.rowNumber;
    return { ...explain(kind, { ...error, field: `line_${ofLine}` }), row };
  }
  const known = constraintError(error.message);
  const column =
    error.field || (known?.field ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  // A customer or vendor of a sale is one or more columns of its row.
  const field = [column, `customer_${column}`, column.replace(/_id$/, '')]
    .map((key) => fieldOf(kind, key))
    .find(Boolean);
  // Only a refusal has a code; everything else is the database's own language.
  const message = known?.message ?? (error.code ? error.message : MESSAGES.invalid);
  return { row: error.rowNumber, field: field?.label ?? '', message };
}

/** By row of a sale with lines its first one. */
export const firstRows = (lineRows: LineRows): ReadonlyMap<number, number> =>
  new Map(
    Object.entries(lineRows).flatMap(([first, rows]) => rows.map((row) => [row, Number(first)] as const)),
  );

/** The number of rows, or sales of several rows, that have an error. */
export function wrongIn({ errors, lineRows }: Pick<Outcome, 'errors' | 'lineRows'>): number {
  const first = firstRows(lineRows);
  return new Set(errors.map(({ row }) => first.get(row) ?? row)).size;
}

/** Hands a file's good rows to `send`, portion by portion, until it ends or somebody cancels. */
async function eachPortion(
  { engine, kind, file, mapping, terms, onProgress, signal, wait }: Job,
  send: (rows: Rows, last: boolean) => Promise<RowsAnswer>,
): Promise<Outcome & { wrong: number }> {
  const outcome: Outcome & { wrong: number } = {
    added: 0,
    skips: [],
    adds: [],
    errors: [],
    lineRows: {},
    until: 0,
    wrong: 0,
  };
  let from: number | null = 0;
  while (from !== null && !signal.aborted) {
    const portion: Awaited<ReturnType<Engine['portion']>> = await engine.portion(
      kind,
      mapping,
      from,
      PORTIONS[kind],
      terms,
    );
    const errors = [...portion.errors];
    outcome.wrong += portion.wrong;
    Object.assign(outcome.lineRows, portion.lineRows);
    if (portion.rows.length > 0) {
      const answer = await patiently(wait, () => send(portion.rows, portion.next === null));
      outcome.added += answer.added;
      outcome.skips.push(...answer.skips);
      outcome.adds.push(...answer.adds);
      errors.push(...answer.errors.map((error) => explain(kind, error, portion.lineRows)));
    }
    outcome.errors.push(...errors.sort((a, b) => a.row - b.row));
    from = portion.next;
    outcome.until = from ?? file.rowCount;
    onProgress({ done: outcome.until, total: file.rowCount, added: outcome.added });
  }
  return outcome;
}

/**
 * Says what an import would make of every row. Nothing is written.
 * @throws AppError when a portion gets no answer even after waiting
 */
export async function checkFile(job: Job, check: CheckCall): Promise<Outcome> {
  let checkId: string | undefined;
  return eachPortion(job, async (rows, last) => {
    const answer = await check(checkId, rows, last);
    checkId = answer.checkId;
    return answer;
  });
}

/**
 * Sends a file's good rows, portion by portion; the end and a cancel both end the import in the database.
 * @throws AppError when a portion does not arrive even after waiting; what came in stays, and the same file goes on from there
 */
export async function runImport(job: Job, calls: ImportCalls): Promise<ImportResult> {
  const { batchId } = await patiently(job.wait, calls.begin);
  const outcome = await eachPortion(job, (rows) => calls.send(batchId, rows));
  const cancelled = outcome.until < job.file.rowCount;
  const finished = await patiently(job.wait, () => calls.finish(batchId, cancelled, outcome.wrong));
  return { ...outcome, batchId, finished };
}
