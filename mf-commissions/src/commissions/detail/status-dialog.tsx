import { useState } from 'react';
import * as v from 'valibot';
import {
  actName,
  actText,
  COMMISSION_STATUSES,
  commissionStatusOptions,
  displayName,
  formatMoneyExact,
  LIMITS,
  MESSAGES,
  optionalText,
  statusLabel,
  type CommissionStatus,
} from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useCurrentUser } from '@paperplane/shared/platform';
import { fieldId, FormDialog, InlineBanner, Notice, TextArea } from '@paperplane/shared/ui';
import { useUpdateCommissionStatusMutation } from '../commissions-api';
import type { StatusForm } from './open-dialog';
import { StatusChoices } from './status-choices';
import { useCommissionForm, type CommissionDialogProps } from './use-commission-form';

const BLANK: StatusForm = { status: null, notes: '' };

const schema = v.object({
  status: v.pipe(v.nullable(v.string()), v.picklist(COMMISSION_STATUSES, MESSAGES.commissionStatus)),
  notes: optionalText(LIMITS.notes),
});

interface StatusDialogProps extends CommissionDialogProps<StatusForm> {
  /** "Agent paid" is reached by recording the payment; the note typed so far goes along. */
  onRecordPayment: (notes: string) => void;
}

/** Changes a commission's status, with a note (docs/product/commissions.md, Commission states). */
export function StatusDialog({ commission, typed, draft, onClose, onRecordPayment }: StatusDialogProps) {
  const [update] = useUpdateCommissionStatusMutation();
  const { currency } = useCurrentUser().organization;
  const facts = {
    amount: formatMoneyExact(commission.amount, currency),
    who: `of ${displayName(commission.agent, 'the agent')}`,
    days: commission.sale?.saleDate,
  };
  const { form, field, dialog } = useCommissionForm<StatusForm, v.InferOutput<typeof schema>>({
    schema,
    blank: BLANK,
    fields: ['status', 'notes'],
    restored: typed,
    draft,
    onClose,
    kept: (values) => ({ dialog: 'status', typed: values }),
    save: async (input) => {
      await update({ id: commission.id, ...input }).unwrap();
      return [
        actName(`Commission is now ${statusLabel(input.status)}`, facts),
        input.status === 'cancelled' ? 'This cannot be undone.' : 'Its history says who did it.',
      ];
    },
    // The form does not know the radio buttons, so it cannot lead to them.
    onRefused: (wrong) => wrong.status && document.getElementById(fieldId('status'))?.focus(),
  });
  const { control, setValue, getValues, formState } = form;
  const status = useWatch({ control, name: 'status' });
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
      subtitle={`Commission${commission.sale ? ` on ${commission.sale.bookingReference}` : ''}, ${actText(facts)}`}
      submitLabel={stuck ? undefined : 'Change status'}
      failedTitle="Status not changed"
      {...dialog}
    >
      <StatusChoices
        options={options}
        value={status}
        onChoose={choose}
        error={formState.errors.status?.message}
      />
      {status === 'cancelled' && (
        <Notice kind="info">Nothing of it is paid to anybody. This cannot be undone.</Notice>
      )}
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
