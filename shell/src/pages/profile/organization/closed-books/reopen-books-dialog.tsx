import { useState } from 'react';
import {
  addDays,
  displayMessage,
  formatDate,
  isIsoDate,
  type AppError,
  type IsoDate,
} from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { Checkbox, DateField, FormDialog, TextArea } from '@paperplane/shared/ui';
import { useFields } from '../../../auth/use-fields';
import { useReopenBooksMutation } from './books-api';
import { closedText, reopenProblems, type ReopenValues } from './books-rules';

const BLANK: ReopenValues = { through: '', nothing: false, reason: '' };

interface ReopenBooksDialogProps {
  closedThrough: IsoDate | null;
  onClose: () => void;
}

/** Takes the books back to an earlier day, or altogether, with a reason. */
export function ReopenBooksDialog({ closedThrough, onClose }: ReopenBooksDialogProps) {
  const { dateOrder } = useCurrentUser().organization;
  const toast = useToast();
  const [reopen, { isLoading }] = useReopenBooksMutation();
  const [failure, setFailure] = useState<AppError | null>(null);
  const form = useFields(BLANK, reopenProblems);
  const { nothing, reason } = form.values;
  const through = nothing ? null : form.values.through;
  const dirty = JSON.stringify(form.values) !== JSON.stringify(BLANK);
  const { asking } = useLeaveGuard(dirty);

  async function submit() {
    setFailure(null);
    if (!form.check()) return;
    const { error } = await reopen({ through, reason: reason.trim() });
    const refused = error as AppError | undefined;
    if (!refused) {
      toast.done(
        'Books reopened',
        `${through ? `Closed through ${formatDate(through)}.` : `${closedText(null)} now.`} Close books closes them again.`,
      );
      onClose();
    } else if (refused.field === 'reason' || (refused.field === 'through' && !nothing))
      form.refuse(refused.field, refused.userMessage);
    else setFailure(refused);
  }

  return (
    <FormDialog
      title="Reopen the books"
      subtitle={closedThrough && `Closed through ${closedText(closedThrough)}`}
      submitLabel="Reopen"
      submitName={
        isIsoDate(through)
          ? `Reopen the days after ${formatDate(through)}`
          : nothing
            ? 'Reopen all days'
            : undefined
      }
      failedTitle="The books were not reopened"
      failure={failure && displayMessage(failure)}
      dirty={dirty}
      busy={isLoading}
      leaving={asking}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      {!nothing && (
        <DateField
          label="Stay closed through"
          order={dateOrder}
          hint="Booking days that were given meanwhile stay."
          max={closedThrough ? addDays(closedThrough, -1) : undefined}
          {...form.text('through')}
        />
      )}
      <Checkbox label="Nothing stays closed" {...form.box('nothing')} />
      <TextArea
        label="Reason"
        rows={3}
        hint="It is kept in the audit log, and the other owners read it."
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
