import { displayMessage } from '../domain';
import { useAppDispatch, useCurrentUser, useUnsavedChanges } from '@paperplane/shared/platform';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FoundWord, OpenedFile } from './engine/engine';
import { startImportEngine, type Engine } from './engine/start-engine';
import { wait } from './files';
import {
  beginImport,
  checkRows,
  finishImport,
  getEarlierImport,
  importRows,
  type EarlierImport,
} from './import-api';
import type { PresetId } from './presets/preset';
import { fileOf, presetOf } from './presets/presets';
import type { ImportKind } from './rules/fields';
import { savedMapping, savedWords, type Mapping } from './rules/mapping';
import type { VendorTerms } from './rules/usual-terms';
import { checkFile, runImport, type ImportResult, type Job, type Outcome, type Progress } from './run-import';

/** Where somebody is in an import. Each step carries what the ones before it found out. */
export type Stage =
  | { step: 'file' }
  | {
      step: 'columns';
      file: OpenedFile;
      mapping: Mapping;
      /** Words of the file that stand for choices. */
      words: FoundWord[];
      remembered: boolean;
      earlier: EarlierImport['earlier'];
    }
  | { step: 'checking'; file: OpenedFile; progress: Progress; stopping: boolean }
  | {
      step: 'check';
      file: OpenedFile;
      mapping: Mapping;
      outcome: Outcome;
      /** Usual rates of the vendors in the file, by `vendorKey`. */
      rates: Record<string, number>;
      terms: VendorTerms;
    }
  | { step: 'run'; file: OpenedFile; progress: Progress; stopping: boolean }
  | { step: 'done'; file: OpenedFile; mapping: Mapping; result: ImportResult };

/** Words mean what the agency said, else what the program they come from means by them. */
function meantWords(kind: ImportKind, preset: PresetId | null, told: Mapping['words']): Mapping['words'] {
  const words = { ...told };
  for (const [field, known] of Object.entries(fileOf(kind, preset)?.words ?? {}))
    words[field] = { ...known, ...told[field] };
  return words;
}

/** A mapping before anything is known of the rows. */
const fresh = (kind: ImportKind, preset: PresetId | null, columns: string[]): Mapping => ({
  columns,
  ...(presetOf(kind, preset)?.notation ?? { dates: null, decimal: null }),
  words: {},
  same_email: 'skip',
});

/**
 * The state of an import and everything that moves it on; errors are for people.
 * @param from the program that files are said to come from
 */
export function useImport(kind: ImportKind, from: PresetId | null = null) {
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
      const file = await engine.current.open(kind, chosen, currency, from);
      const ask = { kind, headers: file.headers, fileHash: file.hash };
      const request = dispatch(getEarlierImport.initiate(ask, { subscribe: false, forceRefetch: true }));
      // Without an answer columns are guessed; importing will say what is wrong.
      const {
        mapping: saved,
        words: told,
        earlier,
      } = (await request).data ?? {
        mapping: null,
        words: null,
        earlier: null,
      };
      const remembered = savedMapping(kind, saved, file.headers.length);
      const mapping = remembered ?? fresh(kind, file.preset, await engine.current.guess(kind, file.preset));
      const meant = { ...mapping, words: meantWords(kind, file.preset, savedWords(kind, told)) };
      await toColumns(file, meant, remembered !== null, earlier);
    });

  /** Shows what the columns hold, read as all rows together have it. */
  async function toColumns(
    file: OpenedFile,
    mapping: Mapping,
    remembered = false,
    earlier: EarlierImport['earlier'] = null,
  ) {
    const { words, ...notation } = await reader().reading(kind, mapping.columns, mapping);
    setStage({
      step: 'columns',
      file,
      mapping: { ...mapping, ...notation },
      words,
      remembered,
      earlier,
    });
  }

  /** Begins a step that goes through the file and can be cancelled. */
  function job(step: 'checking' | 'run', file: OpenedFile, mapping: Mapping): Job {
    const controller = (abort.current = new AbortController());
    setStage({ step, file, stopping: false, progress: { done: 0, total: file.rowCount, added: 0 } });
    const onProgress = (progress: Progress) =>
      setStage((now) => (now.step === step ? { ...now, progress } : now));
    return { engine: reader(), kind, file, mapping, onProgress, signal: controller.signal, wait };
  }

  const check = (file: OpenedFile, mapping: Mapping) =>
    attempt(async () => {
      const fileHash = file.hash;
      try {
        const outcome = await checkFile(job('checking', file, mapping), (checkId, rows, isLast) =>
          dispatch(
            checkRows.initiate({ kind, fileHash, mapping, rows, checkId, isLast }, { track: false }),
          ).unwrap(),
        );
        if (outcome.until < file.rowCount) return await toColumns(file, mapping);
        const rates = kind === 'sales' ? await reader().usualRates(mapping) : {};
        setStage({ step: 'check', file, mapping, outcome, rates, terms: {} });
      } catch (problem) {
        await toColumns(file, mapping);
        throw problem;
      }
    });

  const run = (checked: Extract<Stage, { step: 'check' }>) =>
    attempt(async () => {
      const { file, mapping, terms } = checked;
      const begun = {
        kind,
        mapping,
        fileName: file.name,
        fileHash: file.hash,
        requestKey: crypto.randomUUID(),
      };
      const { headers, rowCount: totalRows } = file;
      try {
        const result = await runImport(
          { ...job('run', file, mapping), terms },
          {
            begin: () =>
              dispatch(beginImport.initiate({ ...begun, headers, totalRows }, { track: false })).unwrap(),
            send: (batchId, rows) =>
              dispatch(importRows.initiate({ batchId, rows }, { track: false })).unwrap(),
            finish: (batchId, cancelled, refused) =>
              dispatch(
                finishImport.initiate({ kind, batchId, cancelled, refused }, { track: false }),
              ).unwrap(),
          },
        );
        setStage({ step: 'done', file, mapping, result });
      } catch (problem) {
        // Back to where it can be started again: rows that are in are skipped then.
        setStage(checked);
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
    /** Other columns may hold dates, amounts and words of another kind. */
    recolumn: (mapping: Mapping) =>
      attempt(async () => {
        const { words, ...notation } = await reader().reading(kind, mapping.columns, mapping);
        setStage((now) =>
          now.step === 'columns' ? { ...now, words, mapping: { ...mapping, ...notation } } : now,
        );
      }),
    /** The file comes from another program, or from none. */
    readAs: (file: OpenedFile, { same_email }: Mapping, preset: PresetId | null) =>
      attempt(async () => {
        const mapping = fresh(kind, preset, await reader().guess(kind, preset));
        await toColumns({ ...file, preset }, { ...mapping, same_email, words: meantWords(kind, preset, {}) });
      }),
    setTerms: (terms: VendorTerms) => setStage((now) => (now.step === 'check' ? { ...now, terms } : now)),
    back: (file: OpenedFile, mapping: Mapping) => attempt(() => toColumns(file, mapping)),
    restart: () => {
      setError(null);
      setStage({ step: 'file' });
    },
    engine: reader,
  };
}

export type Import = ReturnType<typeof useImport>;
