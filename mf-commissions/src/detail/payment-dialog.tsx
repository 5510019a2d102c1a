import { useState } from 'react';
import { displayName, formatMoneyExact } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { Avatar, FormDialog, MoneyField, Notice, TextArea } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useRecordAgentPaymentMutation } from '../commissions-api';
import { HowPaidFields } from './how-paid-fields';
import type { OpenDialog } from './open-dialog';
import {
  PAYMENT_FIELDS,
  paymentDefaults,
  paymentSchema,
  type Payment,
  type PaymentForm,
} from './payment-schema';

interface PaymentDialogProps {
  commission: Commission;
  /** Before the page or the session ended; or the notes alone, in the status dialog. */
  typed: Partial<PaymentForm> | undefined;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onClose: () => void;
}

/** Records that the agent was paid: exactly the share, once, for good (docs/product.md, Recording a payment). */
export function PaymentDialog({ commission, typed, draft, onClose }: PaymentDialogProps) {
  const { agent, agentAmount, sale } = commission;
  const toast = useToast();
  const user = useCurrentUser();
  const [record] = useRecordAgentPaymentMutation();
  // Once: midnight must not change a form that is being filled in.
  const [blank] = useState(() => paymentDefaults(agentAmount, user.organization.timeZone));
  const due = formatMoneyExact(agentAmount, sale?.currency);
  const { field, dialog } = useDialogForm<PaymentForm, Payment>({
    schema: paymentSchema(agentAmount),
    blank,
    fields: PAYMENT_FIELDS,
    restored: typed ? { ...blank, ...typed } : null,
    draft: {
      ...draft,
      keep: (values) => draft.keep({ dialog: 'payment', typed: values } satisfies OpenDialog),
    },
    save: async (payment) => {
      const { id: commissionId, agentId, organizationId } = commission;
      await record({ commissionId, agentId, organizationId, createdBy: user.id, ...payment }).unwrap();
      draft.discard();
      toast.success('Payment recorded', `${displayName(agent, 'The agent')} was paid ${due}.`);
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);

  return (
    <FormDialog
      title="Record payment"
      subtitle={sale && `Commission on ${sale.bookingReference}, ${displayName(sale.customer)}`}
      submitLabel={`Record ${due} payment`}
      failedTitle="Payment not recorded"
      {...dialog}
      restored={typed?.amount !== undefined}
      leaving={asking}
      onDiscard={draft.discard}
      onClose={onClose}
      stacked
    >
      <div className="commission-payee">
        <Avatar person={agent} size="md" />
        <b className="pp-strong pp-grow">{displayName(agent, 'Agent')}</b>
        <span className="commission-due">
          <small className="pp-muted pp-sm">Due</small>
          <b className="pp-amt">{due}</b>
        </span>
      </div>
      <div className="pp-formgrid">
        <MoneyField label="Amount" currency={sale?.currency} {...field('amount')} />
        <HowPaidFields field={field} />
        <div className="full">
          <TextArea
            label="Notes"
            optional
            rows={3}
            placeholder="Anything your accountant should know"

            {...field('notes')}
          />
        </div>
      </div>
      <div className="commission-final">
        <Notice kind="info">
          This marks the commission as Agent paid. That is final and cannot be undone.
        </Notice>
      </div>
    </FormDialog>
  );
}
