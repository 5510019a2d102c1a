import { actName, LIMITS, optionalText } from '@paperplane/shared/domain';
import { useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, TextArea } from '@paperplane/shared/ui';
import * as v from 'valibot';
import { useNoteOtherCommissionMutation, type OtherCommission } from './other-api';
import { KIND_WORDS, originText } from './other-words';

interface OtherNotesDialogProps {
  item: OtherCommission;
  onClose: () => void;
}

/** What admins note beside one of them. */
export default function OtherNotesDialog({ item, onClose }: OtherNotesDialogProps) {
  const toast = useToast();
  const [save] = useNoteOtherCommissionMutation();
  const who = originText(item);
  const { field, dialog } = useDialogForm<{ notes: string }, { notes: string | null }>({
    schema: v.object({ notes: optionalText(LIMITS.notes) }),
    blank: { notes: item.notes ?? '' },
    fields: ['notes'],
    save: async ({ notes }, send) => {
      await send(() => save({ id: item.id, notes: notes ?? '' }).unwrap());
      toast.done(actName('Notes saved', { who }), 'Admins read them.');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title="Notes"
      subtitle={`${KIND_WORDS[item.kind].one}, ${who}`}
      submitLabel="Save notes"
      submitName={actName('Save notes', { who })}
      failedTitle="Notes not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextArea label="Notes" optional rows={5} {...field('notes')} />
    </FormDialog>
  );
}
