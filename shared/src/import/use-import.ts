import { displayMessage } from '../domain';
import { useAppDispatch, useCurrentUser, useUnsavedChanges } from '@paperplane/shared/platform';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenedFile } from './engine/engine';
import { startImportEngine, type Engine } from './engine/start-engine';
import { guessDateOrder, wait } from './files';
import {
  beginImport,
  checkRows,
  finishImport,
  getEarlierImport,
  importRows,
  type EarlierImport,
} from './import-api';
import { isDay } from './rules/field';
import { fieldOf, type ImportKind } from './rules/fields';
import { guessColumns, savedMapping, type Mapping } from './rules/mapping';
import { checkFile, runImport, type ImportResult, type Job, type Outcome, type Progress } from './run-import';

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
  | { step: 'checking'; file: OpenedFile; progress: Progress; stopping: boolean }
  | { step: 'check'; file: OpenedFile; mapping: Mapping; outcome: Outcome }
  | { step: 'run'; file: OpenedFile; progress: Progress; stopping: boolean }
  | { step: 'done'; file: OpenedFile; mapping: Mapping; result: ImportResult };

const firstGuess = (kind: ImportKind, { headers, samples }: OpenedFile): Mapping => {
  const columns = guessColumns(kind, headers, samples);
  const holdsDays = (key: string) => {
    const field = fieldOf(kind, key);
    return field !== undefined && isDay(field);
  };
  const dates = samples.flatMap((row) => row.filter((_text, index) => holdsDays(columns[index] ?? '')));
  return { columns, dates: guessDateOrder(dates), same_email: 'skip' };
};

/** The state of an import and everything that moves it on; errors are for people. */
export function useImport(kind: ImportKind) {
  const dispatch = useAppDispatch();
  const { currency } = useCurrentUser().organization;
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

  /** What reads the file. */
  const reader = useCallback((): Engine => {
    if (!engine.current) throw new Error('Choose a file first.');
    return engine.current;
  }, []);

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
      // A new one for every file: what one file broke is not asked again.
      engine.current?.close();
      engine.current = await startImportEngine();
      const file = await engine.current.open(chosen, currency);
      const ask = { kind, headers: file.headers, fileHash: file.hash };
      const request = dispatch(getEarlierImport.initiate(ask, { subscribe: false, forceRefetch: true }));
      // Without an answer columns are guessed; importing will say what is wrong.
      const { mapping: saved, earlier } = (await request).data ?? { mapping: null, earlier: null };
      const remembered = savedMapping(kind, saved, file.headers.length);
      const mapping = remembered ?? firstGuess(kind, file);
      setStage({ step: 'columns', file, mapping, remembered: remembered !== null, earlier });
    });

  /** Begins a step that goes through the file and can be cancelled. */
  function job(step: 'checking' | 'run', file: OpenedFile, mapping: Mapping): Job {
    const controller = (abort.current = new AbortController());
    setStage({ step, file, stopping: false, progress: { done: 0, total: file.rowCount, added: 0 } });
    const onProgress = (progress: Progress) =>
      setStage((now) => (now.step === step ? { ...now, progress } : now));
    return { engine: reader(), kind, file, mapping, onProgress, signal: controller.signal, wait };
  }

  const toColumns = (file: OpenedFile, mapping: Mapping) =>
    setStage({ step: 'columns', file, mapping, remembered: false, earlier: null });

  const check = (file: OpenedFile, mapping: Mapping) =>
    attempt(async () => {
      const fileHash = file.hash;
      try {
        const outcome = await checkFile(job('checking', file, mapping), (checkId, rows, isLast) =>
          dispatch(
            checkRows.initiate({ kind, fileHash, mapping, rows, checkId, isLast }, { track: false }),
          ).unwrap(),
        );
        if (outcome.until < file.rowCount) toColumns(file, mapping);
        else setStage({ step: 'check', file, mapping, outcome });
      } catch (problem) {
        toColumns(file, mapping);
        throw problem;
      }
    });

  const run = (file: OpenedFile, mapping: Mapping, checked: Outcome) =>
    attempt(async () => {
      const begun = {
        kind,
        mapping,
        fileName: file.name,
        fileHash: file.hash,
        requestKey: crypto.randomUUID(),
      };
      const { headers, rowCount: totalRows } = file;
      try {
        const result = await runImport(job('run', file, mapping), {
          begin: () =>
            dispatch(beginImport.initiate({ ...begun, headers, totalRows }, { track: false })).unwrap(),
          send: (batchId, rows) =>
            dispatch(importRows.initiate({ batchId, rows }, { track: false })).unwrap(),
          finish: (batchId, cancelled, refused) =>
            dispatch(finishImport.initiate({ kind, batchId, cancelled, refused }, { track: false })).unwrap(),
        });
        setStage({ step: 'done', file, mapping, result });
      } catch (problem) {
        // Back to where it can be started again: rows that are in are skipped then.
        setStage({ step: 'check', file, mapping, outcome: checked });
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
      setStage((now) => (now.step === 'run' || now.step === 'checking' ? { ...now, stopping: true } : now));
    },
    remap: (mapping: Mapping) => setStage((now) => (now.step === 'columns' ? { ...now, mapping } : now)),
    back: (file: OpenedFile, mapping: Mapping) => {
      setError(null);
      toColumns(file, mapping);
    },
    restart: () => {
      setError(null);
      setStage({ step: 'file' });
    },
    engine: reader,
  };
}

export type Import = ReturnType<typeof useImport>;
