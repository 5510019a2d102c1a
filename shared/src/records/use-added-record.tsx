import type { FieldValues } from '@paperplane/shared/forms';
import { useLeaveGuard } from '@paperplane/shared/platform';
import { LeaveQuestion } from './leave-question';
import type { DraftOfForm } from './use-record-draft';
import { useRecordEditor, type RecordRules } from './use-record-editor';

interface AddedRecord<Values extends FieldValues, Input, Saved> extends Pick<
  DraftOfForm<Values, Saved>,
  'draft' | 'restored'
> {
  rules: RecordRules<Values, Input>;
  /** "This customer". */
  what: string;
  /** What the form shows before anything is typed; counts once. */
  start: Values;
  /** Saves what was typed. @returns what leads on @throws the failure */
  add: (input: Input) => Promise<() => void>;
}

/**
 * The form of a new record.
 * @returns its editor, what saves it, and the question that is asked when a way leads out of it
 */
export function useAddedRecord<Values extends FieldValues, Input, Saved = never>(
  added: AddedRecord<Values, Input, Saved>,
) {
  const { rules, what, start, draft, restored, add } = added;
  const editor = useRecordEditor<Values, Input, Saved>(rules, { start, opened: null, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);

  async function save(input: Input) {
    const leadOn = await add(input);
    draft.discard();
    letGo();
    leadOn();
  }
  return { editor, save, dialogs: <LeaveQuestion what={what} asking={asking} draft={draft} /> };
}
