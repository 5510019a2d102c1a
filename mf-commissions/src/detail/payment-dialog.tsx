import { useId, useState } from 'react';
import {
  displayName,
  formatMoneyExact,
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
} from '@paperplane/shared/domain';
import { applyServerError, useForm, useFormDraft, valibotResolver } from '@paperplane/shared/forms';
import { useCurrentUser, useToast, useUnsavedChanges, type Draft } from '@paperplane/shared/platform';
import {
  Avatar,
  Button,
  DateField,
  Dialog,
  InlineBanner,
  MoneyField,
  Notice,
  SelectField,
  TextArea,
  TextField,
  submitOnModEnter,
  useGuardedClose,
} from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useRecordAgentPaymentMutation } from '../commissions-api';
import type { OpenDialog } from './open-dialog';
import {
  PAYMENT_FIELDS,
  paymentDefaults,
  paymentSchema,
  type Payment,
  type PaymentForm,
} from './payment-schema';
import { useLeaveBlocker } from './use-leave-blocker';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));

interface PaymentDialogProps {
  commission: Commission;
  /** Before the page or the session ended; or the notes alone, in the status dialog. */
  typed: Partial<PaymentForm> | undefined;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onClose: () => void;
}

/** Records that the agent was paid: exactly the share, once, for good. Spec sections 3 and 7. */
export function PaymentDialog({ commission, typed, draft, onClose }: PaymentDialogProps) {
  const { agent, agentAmount, sale } = commission;
  const formId = useId();
  const toast = useToast();
  const user = useCurrentUser();
  const [record, { isLoading }] = useRecordAgentPaymentMutation();
  // Once: midnight must not change a form that is being filled in.
  const [blank] = useState(() => paymentDefaults(agentAmount, user.organization.timeZone));
  const form = useForm<PaymentForm, unknown, Payment>({
    defaultValues: blank,
    resolver: valibotResolver(paymentSchema(agentAmount)),
    mode: 'onTouched',
  });
  const { register, handleSubmit, setError, formState } = form;
  useFormDraft(form, {
    blank,
    restored: typed ? { ...blank, ...typed } : null,
    draft: {
      keep: (values) => draft.keep({ dialog: 'payment', typed: values } satisfies OpenDialog),
      discard: draft.discard,
    },
  });
  const { errors, isDirty } = formState;
  useUnsavedChanges(isDirty);
  const { requestClose, question } = useGuardedClose({
    dirty: isDirty,
    busy: isLoading,
    onClose,
    onDiscard: draft.discard,
    leaving: useLeaveBlocker(isDirty),
  });
  const due = formatMoneyExact(agentAmount, sale?.currency);

  const save = handleSubmit(async (payment) => {
    const { id: commissionId, agentId, organizationId } = commission;
    draft.flush();
    try {
      await record({ commissionId, agentId, organizationId, createdBy: user.id, ...payment }).unwrap();
      draft.discard();
      toast.success('Payment recorded', `${displayName(agent, 'The agent')} was paid ${due}.`);
      onClose();
    } catch (error) {
      applyServerError(error, PAYMENT_FIELDS, setError);
    }
  });

  return (
    <Dialog
      title="Record payment"
      subtitle={sale && `Commission on ${sale.bookingReference}, ${displayName(sale.customer)}`}
      onCloseRequest={requestClose}
      footer={
        <>
          <Button variant="outline" onClick={requestClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isLoading}>
            Record {due} payment
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        {errors.root?.['server'] && (
          <div className="commission-payment-error">
            <InlineBanner tone="danger" title="Payment not recorded">
              {errors.root['server'].message}
            </InlineBanner>
          </div>
        )}
        {typed?.amount !== undefined && (
          <div className="commission-payment-error">
            <InlineBanner title="What you typed is back">It is not saved yet.</InlineBanner>
          </div>
        )}
        <div className="commission-payee">
          <Avatar person={agent} size="md" />
          <b className="pp-strong pp-grow">{displayName(agent, 'Agent')}</b>
          <span className="commission-due">
            <small className="pp-muted pp-sm">Due</small>
            <b className="pp-amt">{due}</b>
          </span>
        </div>
        <div className="pp-formgrid">
          <MoneyField
            label="Amount"
            currency={sale?.currency}
            error={errors.amount?.message}
            {...register('amount')}
          />
          <DateField label="Payment date" error={errors.paymentDate?.message} {...register('paymentDate')} />
          <SelectField
            label="Payment method"
            options={METHODS}
            error={errors.paymentMethod?.message}
            {...register('paymentMethod')}
          />
          <TextField
            label="Reference"
            optional
            error={errors.reference?.message}
            {...register('reference')}
          />
          <div className="full">
            <TextArea
              label="Notes"
              optional
              rows={3}
              placeholder="Anything your accountant should know"
              error={errors.notes?.message}
              onKeyDown={submitOnModEnter}
              {...register('notes')}
            />
          </div>
        </div>
        <div className="commission-final">
          <Notice kind="info">
            This marks the commission as Agent paid. That is final and cannot be undone.
          </Notice>
        </div>
      </form>
      {question}
    </Dialog>
  );
}
