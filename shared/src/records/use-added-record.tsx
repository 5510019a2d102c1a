import type { FieldValues } from '@paperplane/shared/forms';
import { useLeaveGuard } from '@paperplane/shared/platform';
import { LeaveQuestion } from './leave-question';
import type { DraftOfForm } from './use-record-draft';
import { useRequestKey, type SendOnce } from './use-request-key';
import { useRecordEditor, type RecordRules } from './use-record-editor';

interface AddedRecord<Values extends FieldValues, Input, Saved> extends Pick<
  DraftOfForm<Values, Saved>,
  'draft' | 'restored' | 'banner'
> {
  rules: RecordRules<Values, Input>;
  /** "This customer". */
  what: string;
  /** What the form shows before anything is typed; counts once. */
  start: Values;
  /** Saves what was typed, once, by `send`. @returns what leads on @throws the failure */
  add: (input: Input, send: SendOnce) => Promise<() => void>;
}

/**
 * The form of a new record.
 * @returns its editor, what saves it, what stands above it, and the question that is asked when a way leads out of it
 */
export function useAddedRecord<Values extends FieldValues, Input, Saved = never>(
  added: AddedRecord<Values, Input, Saved>,
) {
  const { rules, what, start, draft, restored, add } = added;
  const { send, notice } = useRequestKey(draft);
  const editor = useRecordEditor<Values, Input, Saved>(rules, { start, opened: null, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);

  async function save(input: Input) {
    const leadOn = await add(input, send);
    draft.discard();
    letGo();
    leadOn();
  }
  const banner = (
    <>
      {added.banner}
      {notice}
    </>
  );
  return { editor, save, banner, dialogs: <LeaveQuestion what={what} asking={asking} draft={draft} /> };
}
