import { useState } from 'react';
import * as v from 'valibot';
import {
  COMMISSION_STATUSES,
  commissionStatusOptions,
  LIMITS,
  MESSAGES,
  optionalText,
  statusLabel,
  type CommissionStatus,
} from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { fieldId, FormDialog, InlineBanner, Notice, TextArea } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useUpdateCommissionStatusMutation } from '../commissions-api';
import type { OpenDialog, StatusForm } from './open-dialog';
import { StatusChoices } from './status-choices';

const BLANK: StatusForm = { status: null, notes: '' };

const schema = v.object({
  status: v.pipe(v.nullable(v.string()), v.picklist(COMMISSION_STATUSES, MESSAGES.commissionStatus)),
  notes: optionalText(LIMITS.notes),
});

interface StatusDialogProps {
  commission: Commission;
  /** Before the page or the session ended. */
  typed: StatusForm | undefined;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onClose: () => void;
  /** "Agent paid" is reached by recording the payment; the note typed so far goes along. */
  onRecordPayment: (notes: string) => void;
}

/** Changes a commission's status, with a note (docs/product.md, Commission states). */
export function StatusDialog({ commission, typed, draft, onClose, onRecordPayment }: StatusDialogProps) {
  const toast = useToast();
  const [update] = useUpdateCommissionStatusMutation();
  const { form, field, dialog } = useDialogForm<StatusForm, v.InferOutput<typeof schema>>({
    schema,
    blank: BLANK,
    fields: ['status', 'notes'],
    restored: typed,
    draft: {
      ...draft,
      keep: (values) => draft.keep({ dialog: 'status', typed: values } satisfies OpenDialog),
    },
    save: async (input) => {
      await update({ id: commission.id, ...input }).unwrap();
      draft.discard();
      toast.success(`Commission is now ${statusLabel(input.status)}`);
      onClose();
    },
    // The form does not know the radio buttons, so it cannot lead to them.
    onRefused: (wrong) => wrong.status && document.getElementById(fieldId('status'))?.focus(),
  });
  const { control, setValue, getValues, formState } = form;
  const status = useWatch({ control, name: 'status' });
  const { asking } = useLeaveGuard(dialog.dirty);
  // As it was when the dialog opened: a refused change reloads the commission, and must not take the form away.
  const [options] = useState(() => commissionStatusOptions(commission.status, commission.sale?.status));
  const stuck = options.every(({ refusal }) => refusal !== null);

  const choose = (chosen: CommissionStatus) => {
    if (chosen === 'agent_paid') onRecordPayment(getValues('notes'));
    else setValue('status', chosen, { shouldDirty: true, shouldValidate: true });
  };

  return (
    <FormDialog
      title="Change status"
      subtitle={commission.sale ? `Commission on ${commission.sale.bookingReference}` : undefined}
      submitLabel={stuck ? undefined : 'Change status'}
      failedTitle="Status not changed"
      {...dialog}
      restored={typed !== undefined}
      leaving={asking}
      onDiscard={draft.discard}
      onClose={onClose}
      stacked
    >
      <StatusChoices
        options={options}
        value={status}
        onChoose={choose}
        error={formState.errors.status?.message}
      />
      {status === 'funds_received' && (
        <Notice kind="info">
          The amount is locked from here on, and the commission cannot return to Unpaid.
        </Notice>
      )}
      {stuck ? (
        <InlineBanner>No other status is possible now.</InlineBanner>
      ) : (
        <TextArea label="Notes" optional rows={3} {...field('notes')} />
      )}
    </FormDialog>
  );
}
