import { formatDate, formatMoneyExact, requiredText } from '@paperplane/shared/domain';
import { useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, Notice, TextArea } from '@paperplane/shared/ui';
import * as v from 'valibot';
import { useVoidPaymentMutation, useVoidStatementMutation } from '../payouts-api';

const FIELDS = ['reason'] as const;
const BLANK = { reason: '' };
const SCHEMA = v.object({ reason: requiredText('Say why. The agent reads it.', 500) });

type VoidForm = typeof BLANK;

/** A payment that can be voided: of a payout, by its statement, or of a single commission. */
export interface VoidablePayment {
  by: { statementId: string } | { paymentId: string };
  amount: number;
  currency: string;
  /** Who was paid. */
  name: string;
  /** ISO date. */
  paidOn: string;
}

interface VoidDialogProps {
  payment: VoidablePayment;
  onClose: () => void;
}

/** A payment came back: it is voided with a reason, and the next payout pays it again. */
export function VoidDialog({ payment, onClose }: VoidDialogProps) {
  const { by, amount, currency, name, paidOn } = payment;
  const toast = useToast();
  const [voidStatement] = useVoidStatementMutation();
  const [voidPayment] = useVoidPaymentMutation();
  const money = formatMoneyExact(amount, currency);
  const { field, dialog } = useDialogForm<VoidForm, VoidForm>({
    schema: SCHEMA,
    blank: BLANK,
    fields: FIELDS,
    save: async ({ reason }) => {
      const act = { verb: `void ${money}`, about: `${name}, ${formatDate(paidOn)}`, amount: money };
      await (
        'statementId' in by ? voidStatement({ ...by, reason, act }) : voidPayment({ ...by, reason, act })
      ).unwrap();
      toast.success(`Payment of ${money} voided`, `The next payout pays ${name} again.`);
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title={`Void ${money}?`}
      subtitle={`Paid to ${name} on ${formatDate(paidOn)}`}
      submitLabel="Void payment"
      failedTitle="Not voided"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextArea label="Reason" rows={3} hint="The agent reads it." {...field('reason')} />
      <Notice kind="info">
        For money that came back: a closed account, a lost check. The payment counts in no year, and the next
        payout pays it again. What was paid for stays Agent paid; the statement stays as it is.
      </Notice>
    </FormDialog>
  );
}
