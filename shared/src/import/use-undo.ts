import { formatCount, plural } from '../domain';
import { useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import { useUndoImportMutation, type Undone } from './import-api';
import { KINDS } from './import-texts';
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
      const kept = answer.kept_count;
      toast.success(
        `${plural(removed, noun)} removed`,
        kept > 0
          ? `${formatCount(kept)} stayed because somebody has used or edited them since: ${answer.kept
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', ')}${kept > 3 ? ' and others' : ''}.`
          : undefined,
      );
    } catch (error) {
      toast.error('The import was not undone', error);
    } finally {
      setBusy(null);
    }
  }
  return { run, busy, done };
}
