import { useDraft } from '@paperplane/shared/platform';
import { useEffect, useState } from 'react';
import type { BankRecord } from '../bank-types';
import { startingDraft, type Draft } from './draft';

interface Work {
  record: BankRecord;
  /** The version that what is typed is about. */
  version: number;
  start: Draft;
  draft: Draft;
}

interface Kept {
  version: number;
  draft: Draft;
}

const same = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A transaction on the workbench. What is typed survives a reload, and stays when the transaction is read again; somebody else's decision
 * about it makes it `behind`.
 */
export function useWorkbench(record: BankRecord) {
  const { id, version } = record.transaction;
  const storage = useDraft(`bank.${id}`);
  const [work, setWork] = useState<Work>(() => {
    const start = startingDraft(record);
    const kept = storage.read()?.content as Kept | undefined;
    return { record, version, start, draft: kept?.version === version ? kept.draft : start };
  });
  const isDirty = !same(work.draft, work.start);
  if (work.record !== record) {
    const start = startingDraft(record);
    setWork(isDirty ? { ...work, record } : { record, version, start, draft: start });
  }
  const { draft } = work;
  useEffect(() => {
    if (isDirty) storage.keep({ version: work.version, draft } satisfies Kept);
    else storage.discard();
  }, [storage, isDirty, work.version, draft]);

  return {
    draft,
    isDirty,
    version: work.version,
    behind: work.version !== version,
    change: (next: (draft: Draft) => Draft) =>
      setWork((before) => ({ ...before, draft: next(before.draft) })),
    /** What is typed gives way: to what the transaction is now, and to what it is when it is read again. */
    yield: () => {
      const start = startingDraft(record);
      setWork({ record, version, start, draft: start });
    },
    /** What was decided here is known here: what is typed goes on. */
    adopt: (known: number) => setWork((before) => ({ ...before, version: known })),
    discard: storage.discard,
  };
}

export type Workbench = ReturnType<typeof useWorkbench>;
