import type { FieldValues } from '@paperplane/shared/forms';
import { useLeaveGuard } from '@paperplane/shared/platform';
import { useState, type ComponentType } from 'react';
import type { DraftOfForm } from './draft-of-record';
import type { Conflict, RecordConflictProps } from './record-conflict';
import type { RecordOutcome } from './record-outcome';
import { useLazyDialog } from './use-lazy-dialog';
import { useRecordEditor, type RecordRules } from './use-record-editor';

interface EditedRecord<Values extends FieldValues, Input, Saved> extends Pick<
  DraftOfForm<Values, Saved>,
  'draft' | 'restored'
> {
  rules: RecordRules<Values, Input>;
  /** As it is now. */
  record: Saved;
  valuesOf: (record: Saved) => Values;
  /** Saves what was typed, if the record is still as it was. @throws the failure */
  update: (before: Saved, input: Input) => Promise<RecordOutcome<Saved>>;
  onSaved: (input: Input) => void;
  /** Fetches the dialog that explains a conflict; a function of the module. */
  loadConflict: () => Promise<ComponentType<RecordConflictProps<Saved>>>;
}

/**
 * The form of a record that exists. Saving names the version it started from; if others were faster, one is told and chooses. A draft may
 * have been begun on an older version: then saving it is a conflict, as it should be.
 * @returns `conflict`, what the dialog needs while it is open
 */
export function useEditedRecord<Values extends FieldValues, Input, Saved extends { id: string }>(
  edited: EditedRecord<Values, Input, Saved>,
) {
  const { rules, record, draft, restored, valuesOf, update, onSaved, loadConflict } = edited;
  const [before, setBefore] = useState(restored?.opened ?? record);
  const [start] = useState(() => valuesOf(before));
  const editor = useRecordEditor<Values, Input, Saved>(rules, { start, opened: before, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);
  const [conflict, setConflict] = useState<Conflict<Saved> | null>(null);
  const [Dialog, fetchDialog] = useLazyDialog(loadConflict);

  async function save(input: Input, base: Saved) {
    const outcome = await update(base, input);
    if (outcome.saved) {
      draft.discard();
      letGo();
      onSaved(input);
    } else if (await fetchDialog()) {
      const { theirs, changes } = outcome;
      setConflict({ before: base, theirs, mine: { ...base, ...input }, changes });
    }
  }

  function resolve(theirs: Saved, merged: Saved) {
    setConflict(null);
    setBefore(theirs);
    editor.rebase(theirs, valuesOf(theirs), valuesOf(merged));
    void editor.submit((input) => save(input, theirs));
  }

  return {
    editor,
    asking,
    before,
    save: (input: Input) => save(input, before),
    conflict: conflict &&
      Dialog && {
        Dialog,
        conflict,
        onResolve: (merged: Saved) => resolve(conflict.theirs, merged),
        onClose: () => setConflict(null),
      },
  };
}
