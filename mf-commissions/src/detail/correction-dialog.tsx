import { useState } from 'react';
import { formatMoneyExact, displayName } from '@paperplane/shared/domain';
import { useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, Notice } from '@paperplane/shared/ui';
import type { AgentPayment, Commission } from '../commission-types';
import { useCorrectAgentPaymentMutation } from '../commissions-api';
import { HowPaidFields } from './how-paid-fields';
import type { OpenDialog } from './open-dialog';
import { HOW_PAID_FIELDS, howPaidSchema, type HowPaid, type HowPaidForm } from './payment-schema';

interface CorrectionDialogProps {
  commission: Commission;
  payment: AgentPayment;
  /** Before the page or the session ended. */
  typed: HowPaidForm | undefined;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onClose: () => void;
}

/** Corrects when and how an agent was paid; what was paid to whom stands (docs/product.md, Correcting a payment). */
export function CorrectionDialog({ commission, payment, typed, draft, onClose }: CorrectionDialogProps) {
  const toast = useToast();
  const [correct] = useCorrectAgentPaymentMutation();
  const [blank] = useState<HowPaidForm>(() => ({
    paymentDate: payment.paymentDate,
    paymentMethod: payment.paymentMethod,
    reference: payment.reference ?? '',
  }));
  const { field, dialog } = useDialogForm<HowPaidForm, HowPaid>({
    schema: howPaidSchema,
    blank,
    fields: HOW_PAID_FIELDS,
    restored: typed ?? null,
    draft: {
      ...draft,
      keep: (values) =>
        draft.keep({ dialog: 'correction', paymentId: payment.id, typed: values } satisfies OpenDialog),
    },
    save: async (input) => {
      await correct({ commissionId: commission.id, paymentId: payment.id, ...input }).unwrap();
      draft.discard();
      toast.success('Payment corrected', 'The history keeps what it was before.');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const paid = formatMoneyExact(payment.amount, commission.sale?.currency);

  return (
    <FormDialog
      title="Correct payment"
      subtitle={`${paid} to ${displayName(commission.agent, 'the agent')}`}
      submitLabel="Correct payment"
      failedTitle="Payment not corrected"
      {...dialog}
      restored={typed !== undefined}
      leaving={asking}
      onDiscard={draft.discard}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <HowPaidFields field={field} />
      </div>
      <div className="commission-final">
        <Notice kind="info">The amount and the agent stand. The correction is kept in the history.</Notice>
      </div>
    </FormDialog>
  );
}
