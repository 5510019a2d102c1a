import { actName, formatMoneyExact, requiredText } from '@paperplane/shared/domain';
import { useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, Notice, TextArea } from '@paperplane/shared/ui';
import * as v from 'valibot';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';
import { useUndoCustomerPaymentMutation, type CustomerPayment } from './payments-api';

const FIELDS = ['reason'] as const;
const BLANK = { reason: '' };
const SCHEMA = v.object({ reason: requiredText('Say why. It stays with the payment.', 500) });

interface UndoPaymentDialogProps {
  sale: SaleDetail;
  payment: CustomerPayment;
  onClose: () => void;
}

/** A payment that was a mistake is undone by a row of today against it, with a reason. */
export function UndoPaymentDialog({ sale, payment, onClose }: UndoPaymentDialogProps) {
  const toast = useToast();
  const [undo] = useUndoCustomerPaymentMutation();
  const amount = formatMoneyExact(payment.amount, sale.currency);
  const facts = { amount, who: `of sale ${saleName(sale)}`, days: payment.paidOn };
  const { field, dialog } = useDialogForm<typeof BLANK, typeof BLANK>({
    schema: SCHEMA,
    blank: BLANK,
    fields: FIELDS,
    save: async ({ reason }) => {
      await undo({ paymentId: payment.id, reason }).unwrap();
      toast.done(actName('Payment undone', facts), 'This cannot be undone. Record it again if it was right.');
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title={`Undo ${amount}?`}
      subtitle={`Sale ${saleName(sale)}`}
      submitLabel="Undo payment"
      submitName={actName('Undo payment', facts)}
      failedTitle="Not undone"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextArea label="Reason" rows={2} {...field('reason')} />
      <Notice kind="info">
        For what was never paid, or typed wrong. Money that went back to the customer is a refund. The payment
        stays in the list, undone as of today{sale.status === 'paid' ? ', and the sale stays Paid' : ''}. This
        cannot be undone.
      </Notice>
    </FormDialog>
  );
}
