import { patiently, type Wait } from '@paperplane/shared/import/files';
import type { BankEngine } from '../files/engine/start-engine';
import type { Problem } from '../files/types';
import type { LineVerdict, FinishedImport, ImportedLines, SentLine } from './bank-import-api';
import { sentLine } from './sent-line';

/** What the database takes in a call. */
export const PORTION = 2000;

/** The calls an import makes; each may be made again after a lost answer. */
export interface BankImportCalls {
  begin: () => Promise<{ importId: string }>;
  send: (importId: string, lines: SentLine[]) => Promise<ImportedLines>;
  finish: (
    importId: string,
    cancelled: boolean,
    brokenLines: { line: number; why: string }[],
  ) => Promise<FinishedImport>;
  wait: Wait;
}

export interface BankImportResult extends FinishedImport {
  importId: string;
  /** Lines that did not come in, by the file's reading and by the database; what was read stands in the file as `source`. */
  refused: Problem[];
}

/** All portions of a statement's lines, one after the other, until somebody stops. */
async function* portions(engine: BankEngine, statement: number, signal: AbortSignal) {
  for (let from = 0; !signal.aborted; from += PORTION) {
    const lines = await engine.portion(statement, from, PORTION);
    if (lines.length > 0) yield lines.map(sentLine);
    if (lines.length < PORTION) return;
  }
}

/**
 * What importing would do with each line of a statement. Writes nothing.
 * @param ask the database about some lines
 * @throws AppError when it does not answer
 */
export async function previewStatement(
  engine: BankEngine,
  statement: number,
  ask: (lines: SentLine[]) => Promise<LineVerdict[]>,
  signal: AbortSignal,
): Promise<LineVerdict[]> {
  const verdicts: LineVerdict[] = [];
  for await (const lines of portions(engine, statement, signal)) verdicts.push(...(await ask(lines)));
  return verdicts;
}

/**
 * Sends a statement's lines portion by portion, then lets them be matched. Cancelled, it takes all of it back.
 * @param onDone told how many lines were dealt with
 * @throws AppError when a portion does not arrive even after waiting; the same file goes on from there
 */
export async function runBankImport(
  { engine, statement, problems }: { engine: BankEngine; statement: number; problems: readonly Problem[] },
  calls: BankImportCalls,
  onDone: (lines: number) => void,
  signal: AbortSignal,
): Promise<BankImportResult> {
  const { importId } = await patiently(calls.wait, calls.begin);
  const refused = [...problems];
  let done = 0;
  for await (const lines of portions(engine, statement, signal)) {
    const answer = await patiently(calls.wait, () => calls.send(importId, lines));
    refused.push(...answer.broken.map(({ line, why }) => ({ line, why, source: '' })));
    done += lines.length;
    onDone(done);
  }
  let finished: FinishedImport;
  do
    finished = await patiently(calls.wait, () =>
      calls.finish(
        importId,
        signal.aborted,
        problems.map(({ line, why }) => ({ line, why })),
      ),
    );
  while (finished.more);
  return { ...finished, importId, refused };
}
