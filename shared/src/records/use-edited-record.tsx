import type { FieldValues } from '@paperplane/shared/forms';
import { useCurrentUser, useLeaveGuard } from '@paperplane/shared/platform';
import { useState, type ComponentType } from 'react';
import { LeaveQuestion } from './leave-question';
import type { Conflict, RecordConflictProps } from './record-conflict';
import type { RecordOutcome } from './record-outcome';
import { useLazyDialog } from './use-lazy-dialog';
import type { DraftOfForm } from './use-record-draft';
import { useRecordEditor, type RecordRules } from './use-record-editor';

interface EditedRecord<Values extends FieldValues, Input, Saved> extends Pick<
  DraftOfForm<Values, Saved>,
  'draft' | 'restored'
> {
  rules: RecordRules<Values, Input>;
  /** "This customer". */
  what: string;
  /** As it is now. */
  record: Saved;
  valuesOf: (record: Saved) => Values;
  /**
   * Saves what was typed, if the record is still as it was. @returns `null` when nothing is written and nothing is left to say
   * @throws the failure
   */
  update: (before: Saved, input: Input) => Promise<RecordOutcome<Saved> | null>;
  /** The record as it was typed; by default what was typed stands for the fields of its names. */
  typed?: (before: Saved, input: Input) => Saved;
  onSaved: (input: Input) => void;
  /** Fetches the dialog that explains a conflict; a function of the module. */
  loadConflict: () => Promise<ComponentType<RecordConflictProps<Saved>>>;
}

/**
 * The form of a record that exists. Saving names the version it started from; if others were faster, one is told and chooses. A draft may
 * have been begun on an older version: then saving it is a conflict, as it should be.
 * @returns its editor, what saves it, the record it is compared with, and the dialogs that are open
 */
export function useEditedRecord<Values extends FieldValues, Input, Saved extends { id: string }>(
  edited: EditedRecord<Values, Input, Saved>,
) {
  const { rules, what, record, draft, restored, valuesOf, update, onSaved } = edited;
  const { typed = (was: Saved, input: Input) => ({ ...was, ...input }) } = edited;
  const { timeZone } = useCurrentUser().organization;
  const [before, setBefore] = useState(restored?.opened ?? record);
  const [start] = useState(() => valuesOf(before));
  const editor = useRecordEditor<Values, Input, Saved>(rules, { start, opened: before, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);
  const [conflict, setConflict] = useState<Conflict<Saved> | null>(null);
  const [ConflictDialog, fetchDialog] = useLazyDialog(edited.loadConflict);

  async function save(input: Input, base: Saved) {
    const outcome = await update(base, input);
    if (outcome?.saved) {
      draft.discard();
      letGo();
      onSaved(input);
    } else if (outcome && (await fetchDialog())) {
      const { theirs, changes } = outcome;
      setConflict({ before: base, theirs, mine: typed(base, input), changes });
    }
  }

  function resolve(theirs: Saved, merged: Saved) {
    setConflict(null);
    setBefore(theirs);
    editor.rebase(theirs, valuesOf(theirs), valuesOf(merged));
    void editor.submit((input) => save(input, theirs));
  }

  const dialogs = (
    <>
      {conflict && ConflictDialog && (
        <ConflictDialog
          conflict={conflict}
          timeZone={timeZone}
          onResolve={(merged) => resolve(conflict.theirs, merged)}
          onClose={() => setConflict(null)}
        />
      )}
      <LeaveQuestion what={what} asking={asking} draft={draft} />
    </>
  );
  return { editor, before, save: (input: Input) => save(input, before), dialogs };
}
