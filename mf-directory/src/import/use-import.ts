import { displayMessage } from '@paperplane/shared/domain';
import { useAppDispatch, useUnsavedChanges } from '@paperplane/shared/platform';
import { useEffect, useRef, useState } from 'react';
import type { Checked, OpenedFile } from './engine/engine';
import type { Engine } from './engine/messages';
import { startEngine } from './engine/start-engine';
import { beginImport, finishImport, getEarlierImport, importRows, type EarlierImport } from './import-api';
import type { ImportKind } from './rules/fields';
import { guessColumns, guessDateOrder, savedMapping, type Mapping } from './rules/mapping';
import { runImport, type ImportResult, type Progress } from './run-import';

/** Where somebody is in an import. Each step carries what the ones before it found out. */
export type Stage =
  | { step: 'file' }
  | {
      step: 'columns';
      file: OpenedFile;
      mapping: Mapping;
      remembered: boolean;
      earlier: EarlierImport['earlier'];
    }
  | { step: 'check'; file: OpenedFile; mapping: Mapping; checked: Checked }
  | { step: 'run'; file: OpenedFile; progress: Progress; stopping: boolean }
  | { step: 'done'; file: OpenedFile; mapping: Mapping; result: ImportResult };

const firstGuess = (kind: ImportKind, { headers, samples }: OpenedFile): Mapping => {
  const columns = guessColumns(kind, headers);
  const dates = columns.indexOf('birthday');
  return {
    columns,
    dates: dates < 0 ? 'mdy' : guessDateOrder(samples.map((row) => row[dates] ?? '')),
    same_email: 'skip',
  };
};

/** The state of an import and everything that moves it on; errors are for people. */
export function useImport(kind: ImportKind) {
  const dispatch = useAppDispatch();
  const engine = useRef<Engine | null>(null);
  const abort = useRef<AbortController | null>(null);
  const [stage, setStage] = useState<Stage>({ step: 'file' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useUnsavedChanges(stage.step !== 'file' && stage.step !== 'done');
  useEffect(
    () => () => {
      abort.current?.abort();
      engine.current?.close();
    },
    [],
  );

  /** What reads the file; there is one from the first file on. */
  const reader = (): Engine => {
    if (!engine.current) throw new Error('Choose a file first.');
    return engine.current;
  };

  async function attempt(run: () => Promise<void>) {
    setBusy(true);
    setError(null);
    try {
      await run();
    } catch (problem) {
      setError(displayMessage(problem));
    } finally {
      setBusy(false);
    }
  }

  const open = (chosen: File) =>
    attempt(async () => {
      engine.current ??= await startEngine();
      const file = await engine.current.open(chosen);
      const ask = { kind, headers: file.headers, fileHash: file.hash };
      const request = dispatch(getEarlierImport.initiate(ask, { subscribe: false, forceRefetch: true }));
      // Without an answer columns are guessed; importing will say what is wrong.
      const { mapping: saved, earlier } = (await request).data ?? { mapping: null, earlier: null };
      const remembered = savedMapping(kind, saved, file.headers.length);
      const mapping = remembered ?? firstGuess(kind, file);
      setStage({ step: 'columns', file, mapping, remembered: remembered !== null, earlier });
    });

  const check = (file: OpenedFile, mapping: Mapping) =>
    attempt(async () => {
      const checked = await reader().check(kind, mapping);
      setStage({ step: 'check', file, mapping, checked });
    });

  const run = (file: OpenedFile, mapping: Mapping) =>
    attempt(async () => {
      const controller = (abort.current = new AbortController());
      setStage({ step: 'run', file, stopping: false, progress: { done: 0, total: file.rowCount, added: 0 } });
      const calls = {
        begin: () =>
          dispatch(
            beginImport.initiate(
              {
                kind,
                mapping,
                fileName: file.name,
                fileHash: file.hash,
                headers: file.headers,
                totalRows: file.rowCount,
              },
              { track: false },
            ),
          ).unwrap(),
        send: (batchId: string, rows: Record<string, unknown>[]) =>
          dispatch(importRows.initiate({ batchId, rows }, { track: false })).unwrap(),
        finish: (batchId: string, cancelled: boolean, refused: number) =>
          dispatch(finishImport.initiate({ kind, batchId, cancelled, refused }, { track: false })).unwrap(),
        wait: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      };
      const progressed = (progress: Progress) =>
        setStage((now) => (now.step === 'run' ? { ...now, progress } : now));
      try {
        const parts = { engine: reader(), kind, file, mapping };
        const result = await runImport(parts, calls, progressed, controller.signal);
        setStage({ step: 'done', file, mapping, result });
      } catch (problem) {
        // Back to where it can be started again: rows that are in are skipped then.
        const checked = await reader().check(kind, mapping);
        setStage({ step: 'check', file, mapping, checked });
        throw problem;
      }
    });

  return {
    stage,
    busy,
    error,
    open,
    check,
    run,
    cancel: () => {
      abort.current?.abort();
      setStage((now) => (now.step === 'run' ? { ...now, stopping: true } : now));
    },
    remap: (mapping: Mapping) => setStage((now) => (now.step === 'columns' ? { ...now, mapping } : now)),
    back: (file: OpenedFile, mapping: Mapping) => {
      setError(null);
      setStage({ step: 'columns', file, mapping, remembered: false, earlier: null });
    },
    restart: () => {
      setError(null);
      setStage({ step: 'file' });
    },
    engine: reader,
  };
}

export type Import = ReturnType<typeof useImport>;
