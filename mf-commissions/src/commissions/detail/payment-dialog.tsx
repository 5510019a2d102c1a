import { useState } from 'react';
import { displayName, formatMoneyExact } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Avatar, FormDialog, MoneyField, Notice, TextArea } from '@paperplane/shared/ui';
import { useRecordAgentPaymentMutation } from '../commissions-api';
import { HowPaidFields } from './how-paid-fields';
import {
  PAYMENT_FIELDS,
  paymentDefaults,
  paymentSchema,
  type Payment,
  type PaymentForm,
} from './payment-schema';
import { useCommissionForm, type CommissionDialogProps } from './use-commission-form';

/** Records that the agent was paid: exactly the share, once, for good (docs/product/commissions.md, Recording a payment). */
export function PaymentDialog({
  commission,
  typed,
  draft,
  onClose,
}: CommissionDialogProps<Partial<PaymentForm>>) {
  const { agent, agentAmount, sale } = commission;
  const user = useCurrentUser();
  const { currency, timeZone } = user.organization;
  const [record] = useRecordAgentPaymentMutation();
  // Once: midnight must not change a form that is being filled in.
  const [blank] = useState(() => paymentDefaults(agentAmount, timeZone));
  const due = formatMoneyExact(agentAmount, currency);
  const { field, dialog } = useCommissionForm<PaymentForm, Payment>({
    schema: paymentSchema(agentAmount, user.organization),
    blank,
    fields: PAYMENT_FIELDS,
    restored: typed ? { ...blank, ...typed } : null,
    draft,
    onClose,
    kept: (values) => ({ dialog: 'payment', typed: values }),
    save: async (payment, send) => {
      const { id: commissionId, agentId, organizationId } = commission;
      await send((requestKey) =>
        record({
          commissionId,
          agentId,
          organizationId,
          createdBy: user.id,
          requestKey,
          act: { verb: `pay ${due}`, about: displayName(agent, 'The agent'), amount: due },
          ...payment,
        }).unwrap(),
      );
      return ['Payment recorded', `${displayName(agent, 'The agent')} was paid ${due}.`];
    },
  });

  return (
    <FormDialog
      title="Record payment"
      subtitle={sale && `Commission on ${sale.bookingReference}, ${displayName(sale.customer)}`}
      submitLabel={`Record ${due} payment`}
      failedTitle="Payment not recorded"
      {...dialog}
      // Notes that come from the dialog for the status are nothing that was lost.
      restored={typed?.amount !== undefined}
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
        <MoneyField label="Amount" money={user.organization} {...field('amount')} />
        <HowPaidFields field={field} currency={currency} />
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
