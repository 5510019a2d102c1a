import { useState } from 'react';
import { actName, actText, formatMoneyExact, displayName } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { FormDialog, Notice } from '@paperplane/shared/ui';
import type { AgentPayment } from '../commission-types';
import { useCorrectAgentPaymentMutation } from '../commissions-api';
import { HowPaidFields } from './how-paid-fields';
import { HOW_PAID_FIELDS, howPaidSchema, type HowPaid, type HowPaidForm } from './payment-schema';
import { useCommissionForm, type CommissionDialogProps } from './use-commission-form';

interface CorrectionDialogProps extends CommissionDialogProps<HowPaidForm> {
  payment: AgentPayment;
}

/** Corrects when and how an agent was paid; what was paid to whom stands (docs/product/commissions.md, Correcting a payment). */
export function CorrectionDialog({ commission, payment, typed, draft, onClose }: CorrectionDialogProps) {
  const [correct] = useCorrectAgentPaymentMutation();
  const [blank] = useState<HowPaidForm>(() => ({
    paymentDate: payment.paymentDate,
    paymentMethod: payment.paymentMethod,
    reference: payment.reference ?? '',
  }));
  const { currency } = useCurrentUser().organization;
  const facts = {
    amount: formatMoneyExact(payment.amount, currency),
    who: `to ${displayName(commission.agent, 'the agent')}`,
  };
  const { field, dialog } = useCommissionForm<HowPaidForm, HowPaid>({
    schema: howPaidSchema,
    blank,
    fields: HOW_PAID_FIELDS,
    restored: typed ?? null,
    draft,
    onClose,
    kept: (values) => ({ dialog: 'correction', paymentId: payment.id, typed: values }),
    save: async (input) => {
      await correct({ commissionId: commission.id, paymentId: payment.id, ...input }).unwrap();
      return [
        actName('Payment corrected', { ...facts, days: input.paymentDate }),
        'The history keeps what it was before.',
      ];
    },
  });

  return (
    <FormDialog
      title="Correct payment"
      subtitle={actText({ ...facts, days: payment.paymentDate })}
      submitLabel="Correct payment"
      failedTitle="Payment not corrected"
      {...dialog}
    >
      <div className="pp-formgrid">
        <HowPaidFields field={field} currency={currency} current={payment.paymentMethod} />
      </div>
      <div className="commission-final">
        <Notice kind="info">The amount and the agent stand. The correction is kept in the history.</Notice>
      </div>
    </FormDialog>
  );
}
