import { plural } from '../domain';
import { useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import { useUndoImportMutation, type Undone } from './import-api';
import { KINDS, stayed } from './import-texts';
import type { ImportKind } from './rules/fields';

/** Takes an import back, in as many calls as it needs, and says what became of it. */
export function useUndo(kind: ImportKind) {
  const [undoSome] = useUndoImportMutation();
  const [busy, setBusy] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const toast = useToast();
  const { noun } = KINDS[kind];

  async function run(batchId: string) {
    setBusy(batchId);
    try {
      let removed = 0;
      let answer: Undone;
      do {
        answer = await undoSome({ kind, batchId }).unwrap();
        removed += answer.removed;
      } while (answer.more);
      setDone(batchId);
      toast.done(
        `${plural(removed, noun)} removed`,
        [stayed(answer), 'The file can be imported again.'].filter(Boolean).join(' '),
      );
    } catch (error) {
      toast.error('The import was not undone', error);
    } finally {
      setBusy(null);
    }
  }
  return { run, busy, done };
}
