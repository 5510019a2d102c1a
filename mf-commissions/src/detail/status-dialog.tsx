import { useId, useState } from 'react';
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
import { applyServerError, useForm, useFormDraft, useWatch, valibotResolver } from '@paperplane/shared/forms';
import { useToast, useUnsavedChanges, type Draft } from '@paperplane/shared/platform';
import {
  Button,
  Dialog,
  fieldId,
  InlineBanner,
  Notice,
  submitOnModEnter,
  TextArea,
  useGuardedClose,
} from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useUpdateCommissionStatusMutation } from '../commissions-api';
import type { OpenDialog, StatusForm } from './open-dialog';
import { StatusChoices } from './status-choices';
import { useLeaveBlocker } from './use-leave-blocker';

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
  const formId = useId();
  const toast = useToast();
  const [update, { isLoading }] = useUpdateCommissionStatusMutation();
  const form = useForm<StatusForm, unknown, v.InferOutput<typeof schema>>({
    defaultValues: BLANK,
    resolver: valibotResolver(schema),
    mode: 'onTouched',
  });
  const { register, control, handleSubmit, setValue, getValues, setError, formState } = form;
  useFormDraft(form, {
    blank: BLANK,
    restored: typed ?? null,
    draft: {
      keep: (values) => draft.keep({ dialog: 'status', typed: values } satisfies OpenDialog),
      discard: draft.discard,
    },
  });
  const status = useWatch({ control, name: 'status' });
  const { errors, isDirty } = formState;
  useUnsavedChanges(isDirty);
  const { requestClose, question } = useGuardedClose({
    dirty: isDirty,
    busy: isLoading,
    onClose,
    onDiscard: draft.discard,
    leaving: useLeaveBlocker(isDirty),
  });
  // As it was when the dialog opened: a refused change reloads the commission, and must not take the form away.
  const [options] = useState(() => commissionStatusOptions(commission.status, commission.sale?.status));
  const stuck = options.every(({ refusal }) => refusal !== null);

  const choose = (chosen: CommissionStatus) => {
    if (chosen === 'agent_paid') onRecordPayment(getValues('notes'));
    else setValue('status', chosen, { shouldDirty: true, shouldValidate: true });
  };
  const save = handleSubmit(
    async (input) => {
      draft.flush();
      try {
        await update({ id: commission.id, ...input }).unwrap();
        draft.discard();
        toast.success(`Commission is now ${statusLabel(input.status)}`);
        onClose();
      } catch (error) {
        applyServerError(error, ['status', 'notes'], setError);
      }
    },
    // The form does not know the radio buttons, so it cannot lead to them.
    (wrong) => wrong.status && document.getElementById(fieldId('status'))?.focus(),
  );

  return (
    <Dialog
      title="Change status"
      subtitle={commission.sale ? `Commission on ${commission.sale.bookingReference}` : undefined}
      onCloseRequest={requestClose}
      footer={
        <>
          <Button variant="outline" onClick={requestClose}>
            {stuck ? 'Close' : 'Cancel'}
          </Button>
          {!stuck && (
            <Button type="submit" form={formId} loading={isLoading}>
              Change status
            </Button>
          )}
        </>
      }
    >
      <form id={formId} className="pp-stack" noValidate onSubmit={(event) => void save(event)}>
        {errors.root?.['server'] && (
          <InlineBanner tone="danger" title="Status not changed">
            {errors.root['server'].message}
          </InlineBanner>
        )}
        {typed && <InlineBanner title="What you typed is back">It is not saved yet.</InlineBanner>}
        <StatusChoices options={options} value={status} onChoose={choose} error={errors.status?.message} />
        {status === 'funds_received' && (
          <Notice kind="info">
            The amount is locked from here on, and the commission cannot return to Unpaid.
          </Notice>
        )}
        {stuck ? (
          <InlineBanner>No other status is possible now.</InlineBanner>
        ) : (
          <TextArea
            label="Notes"
            optional
            rows={3}
            error={errors.notes?.message}
            onKeyDown={submitOnModEnter}
            {...register('notes')}
          />
        )}
      </form>
      {question}
    </Dialog>
  );
}
