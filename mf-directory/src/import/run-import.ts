import { constraintError, MESSAGES } from '@paperplane/shared/domain';
import type { Engine } from './engine/messages';
import type { OpenedFile } from './engine/engine';
import type { Finished, RowsAnswer } from './import-api';
import { fieldOf, type ImportKind } from './rules/fields';
import type { Mapping } from './rules/mapping';
import type { RowError } from './rules/read-row';

/** Half of what the database takes at once: a busy one stops a request after eight seconds. */
const PORTION = 250;
/** Waits before a portion is sent again, in milliseconds: what was lost on the way is sent twice and counted once. */
const PAUSES = [1000, 4000];

/** How far an import is. */
export interface Progress {
  /** Rows of the file that were dealt with, and all there are. */
  done: number;
  total: number;
  added: number;
}

export interface ImportResult extends Finished {
  batchId: string;
  /** Rows of the file that were looked at; fewer than all after a cancel. */
  until: number;
  /** What the database refused. */
  refused: RowError[];
  skips: RowsAnswer['skips'];
}

/** The calls an import makes. */
export interface ImportCalls {
  begin: (mapping: Mapping) => Promise<{ batch_id: string }>;
  send: (batchId: string, rows: Record<string, unknown>[]) => Promise<RowsAnswer>;
  finish: (batchId: string, cancelled: boolean, refused: number) => Promise<Finished>;
  wait: (milliseconds: number) => Promise<unknown>;
}

/** What the database said about a row, for people. */
export function explain(kind: ImportKind, error: RowsAnswer['errors'][number]): RowError {
  const known = constraintError(error.message);
  const column =
    error.field || (known?.field ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  // A hint names a column only where a trigger spoke in words; everything else is the database's own language.
  const message = known?.message ?? (error.field ? error.message : MESSAGES.invalid);
  return { row: error.row_number, field: fieldOf(kind, column)?.label ?? '', message };
}

async function sendPatiently(calls: ImportCalls, batchId: string, rows: Record<string, unknown>[]) {
  for (const pause of PAUSES) {
    try {
      return await calls.send(batchId, rows);
    } catch {
      await calls.wait(pause);
    }
  }
  return calls.send(batchId, rows);
}

/**
 * Sends a file's good rows, portion by portion, until it ends or somebody cancels; both end the import in the database.
 * @param signal aborted by Cancel: the portion on its way arrives, no other follows
 * @throws AppError when a portion does not arrive even after waiting; what came in stays, and the same file goes on from there
 */
export async function runImport(
  { engine, kind, file, mapping }: { engine: Engine; kind: ImportKind; file: OpenedFile; mapping: Mapping },
  calls: ImportCalls,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  const { batch_id: batchId } = await calls.begin(mapping);
  const refused: RowError[] = [];
  const skips: RowsAnswer['skips'] = [];
  let wrong = 0;
  let added = 0;
  let from: number | null = 0;
  while (from !== null && !signal.aborted) {
    const portion: Awaited<ReturnType<Engine['portion']>> = await engine.portion(
      kind,
      mapping,
      from,
      PORTION,
    );
    wrong += portion.refused;
    if (portion.rows.length > 0) {
      const answer = await sendPatiently(calls, batchId, portion.rows);
      added += answer.added;
      skips.push(...answer.skips);
      refused.push(...answer.errors.map((error) => explain(kind, error)));
    }
    from = portion.next;
    onProgress({ done: from ?? file.rowCount, total: file.rowCount, added });
  }
  const finished = await calls.finish(batchId, from !== null, wrong);
  return { ...finished, batchId, until: from ?? file.rowCount, refused, skips };
}
