import { displayMessage, isAppError } from '@paperplane/shared/domain';
import { wait } from '@paperplane/shared/import/files';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { useAppDispatch, useCurrentUser, useUnsavedChanges } from '@paperplane/shared/platform';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../files/csv/rows';
import type { CsvReading } from '../files/csv/reading';
import type { NumberedLine, OpenedBankFile, ReadBankFile, Reading } from '../files/engine/engine';
import { FILE_LIMITS } from '../files/limits';
import { startBankEngine, type BankEngine } from '../files/engine/start-engine';
import {
  beginBankImport,
  finishBankImport,
  importBankLines,
  previewBankLines,
  recognizeBankFile,
  saveBankAccount,
  type LineVerdict,
  type NewAccount,
  type Recognized,
} from './bank-import-api';
import { previewStatement, runBankImport, type BankImportResult } from './run-bank-import';

/** A file that is being looked at: how it is read, for which account, and what importing would do. */
export interface Check {
  file: OpenedBankFile;
  reading: Reading;
  remembered: boolean;
  earlier: Recognized['earlier'];
  read: ReadBankFile;
  /** Which of the file's statements. */
  statement: number;
  /** Empty for an account that is not here yet. */
  accountId: string;
  /** All lines of the statement; empty while the file asks something. */
  lines: NumberedLine[];
  /** The first lines as they stand, while it does. */
  samples: Row[];
  /** Of lines that cannot be read, as they stand. */
  brokenCells: Row[];
  /** Null until the database has answered; of a new account all lines are new. */
  verdicts: LineVerdict[] | null;
}

/** Where somebody is in an import. */
export type Stage =
  | { step: 'file' }
  | { step: 'check'; check: Check }
  | { step: 'run'; check: Check; done: number; stopping: boolean }
  | { step: 'done'; check: Check; result: BankImportResult };

const SAMPLES = 10;

/**
 * The state of an import and everything that moves it on; errors are for people.
 * @param accountId the account of a file that says nothing of its account
 */
export function useBankImport(accountId = '') {
  const { currency } = useCurrentUser().organization;
  const dispatch = useAppDispatch();
  const engine = useRef<BankEngine | null>(null);
  const asking = useRef<AbortController | null>(null);
  const [stage, setStage] = useState<Stage>({ step: 'file' });
  /** Files that were chosen together with this one; each is looked at in its turn. */
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [nameError, setNameError] = useState<string | null>(null);
  const { send: sendAccount, notice, renew } = useRequestKey();
  useUnsavedChanges(stage.step === 'check' || stage.step === 'run' || waiting.length > 0);
  useEffect(
    () => () => {
      asking.current?.abort();
      engine.current?.close();
    },
    [],
  );

  const reader = (): BankEngine => {
    if (!engine.current) throw new Error('Choose a file first.');
    return engine.current;
  };

  async function attempt(run: () => Promise<void>) {
    setBusy(true);
    setError(null);
    setNameError(null);
    try {
      await run();
    } catch (problem) {
      setError(displayMessage(problem));
    } finally {
      setBusy(false);
    }
  }

  /** Shows a file as it is read, then what the database knows of its lines. A later one replaces it. */
  async function show(found: Omit<Check, 'lines' | 'samples' | 'brokenCells' | 'verdicts'>) {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    const { accountId, statement, file, reading, read } = found;
    const asks = read.question !== null;
    const lines = asks ? [] : await reader().portion(statement, 0, FILE_LIMITS.lines);
    const samples =
      asks && file.format === 'csv'
        ? await reader().samples((reading as CsvReading).headerLine, SAMPLES)
        : [];
    const broken = file.format === 'csv' ? read.problems.map(({ line }) => line) : [];
    const brokenCells = broken.length > 0 ? await reader().cellsOf(broken) : [];
    if (signal.aborted) return;
    const check: Check = { ...found, lines, samples, brokenCells, verdicts: null };
    setStage({ step: 'check', check });
    if (asks || !accountId) return;
    const verdicts = await previewStatement(
      reader(),
      statement,
      (sent) =>
        dispatch(
          previewBankLines.initiate({ accountId, lines: sent }, { subscribe: false, forceRefetch: true }),
        ).unwrap(),
      signal,
    );
    if (!signal.aborted) setStage({ step: 'check', check: { ...check, verdicts } });
  }

  const recognize = (file: OpenedBankFile, identifier: string | null): Promise<Recognized> =>
    dispatch(
      recognizeBankFile.initiate(
        {
          identifier,
          headers: file.headers,
          separator: file.format === 'csv' ? (file.reading as CsvReading).delimiter : null,
          fileHash: file.hash,
        },
        { subscribe: false, forceRefetch: true },
      ),
    ).unwrap();

  const open = (chosen: File) =>
    attempt(async () => {
      // A new one for every file: what one file broke or kept busy is not asked again.
      engine.current?.close();
      engine.current = await startBankEngine();
      const file = await engine.current.open(chosen, currency);
      let reading = file.reading;
      let read = await engine.current.read(reading);
      const known = await recognize(file, read.statements[0]?.account ?? null);
      const recalled =
        file.format === 'csv' ? await engine.current.recall(known.mapping, file.reading as CsvReading) : null;
      if (recalled) {
        reading = recalled.reading;
        read = await engine.current.read(reading);
      }
      await show({
        file,
        reading,
        remembered: recalled?.whole ?? false,
        earlier: known.earlier,
        read,
        statement: 0,
        accountId: known.accountId ?? accountId,
      });
    });

  const take = (file: File, others: readonly File[]) => {
    setWaiting(others);
    setStage({ step: 'file' });
    void open(file);
  };
  const next = () => {
    const [file, ...others] = waiting;
    asking.current?.abort();
    if (file) take(file, others);
  };

  /** Reads the file otherwise: columns, order of dates, sign before decimals. */
  const reread = (check: Check, reading: Reading) =>
    attempt(async () => {
      const read = await reader().read(reading);
      const statement = Math.min(check.statement, Math.max(0, read.statements.length - 1));
      await show({ ...check, reading, read, statement, remembered: false });
    });

  /** The same after another encoding, separator or header line: what the columns hold is guessed anew. */
  const resplit = (check: Check, { encoding, delimiter, headerLine }: CsvReading) =>
    attempt(async () => {
      const reading = await reader().reguess(encoding, delimiter, headerLine);
      await show({ ...check, reading, read: await reader().read(reading), statement: 0, remembered: false });
    });

  const chooseAccount = (check: Check, accountId: string) => attempt(() => show({ ...check, accountId }));
  const chooseStatement = (check: Check, statement: number) =>
    attempt(async () => {
      const known = await recognize(check.file, check.read.statements[statement]?.account ?? null);
      await show({ ...check, statement, accountId: known.accountId ?? '' });
    });

  /** Imports; an account that is typed is saved first. */
  const run = (check: Check, added: NewAccount | null) =>
    attempt(async () => {
      const { signal } = (asking.current = new AbortController());
      const { file, read, statement } = check;
      let { accountId } = check;
      if (added) {
        try {
          const saved = await sendAccount((requestKey) =>
            dispatch(saveBankAccount.initiate({ ...added, id: null, requestKey }, { track: false })).unwrap(),
          );
          accountId = saved.id;
          renew();
        } catch (problem) {
          if (problem instanceof ToldFailure) return;
          if (!isAppError(problem) || problem.field !== 'name') throw problem;
          setNameError(problem.userMessage);
          return;
        }
      }
      const checked = { ...check, accountId };
      setStage({ step: 'run', check: checked, done: 0, stopping: false });
      const summary = read.statements[statement];
      const requestKey = crypto.randomUUID();
      const calls = {
        begin: () =>
          dispatch(
            beginBankImport.initiate(
              {
                accountId,
                fileName: file.name,
                fileHash: file.hash,
                format: file.format,
                totalLines: (summary?.count ?? 0) + read.problems.length,
                reading: check.reading,
                identifier: summary?.account ?? null,
                headers: read.headers,
                balance: summary?.balance ?? null,
                requestKey,
              },
              { track: false },
            ),
          ).unwrap(),
        send: (importId: string, lines: Parameters<typeof importBankLines.initiate>[0]['lines']) =>
          dispatch(importBankLines.initiate({ importId, lines }, { track: false })).unwrap(),
        finish: (importId: string, cancelled: boolean, brokenLines: { line: number; why: string }[]) =>
          dispatch(
            finishBankImport.initiate({ importId, cancelled, brokenLines }, { track: false }),
          ).unwrap(),
        wait,
      };
      try {
        const parts = { engine: reader(), statement, problems: read.problems };
        const result = await runBankImport(
          parts,
          calls,
          (done) => setStage((now) => (now.step === 'run' ? { ...now, done } : now)),
          signal,
        );
        setStage({ step: 'done', check: checked, result });
      } catch (problem) {
        // Back to where it can be started again: lines that are in are left alone then.
        await show(checked);
        throw problem;
      }
    });

  return {
    stage,
    busy,
    error,
    /** What there is to say of a new account whose answer was lost. */
    notice,
    /** What is wrong with the name of a new account. */
    nameError,
    take,
    waiting,
    /** Goes on with the next of the files that were chosen together. */
    next,
    reread,
    resplit,
    chooseAccount,
    chooseStatement,
    run,
    engine: reader,
    cancel: () => {
      asking.current?.abort();
      setStage((now) => (now.step === 'run' ? { ...now, stopping: true } : now));
    },
    restart: () => {
      asking.current?.abort();
      setError(null);
      setWaiting([]);
      setStage({ step: 'file' });
    },
  };
}

export type BankImport = ReturnType<typeof useBankImport>;
