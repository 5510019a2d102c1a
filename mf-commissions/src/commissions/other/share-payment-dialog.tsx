import { useState } from 'react';
import { actName, formatMoneyExact } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, MoneyField, Notice, TextArea } from '@paperplane/shared/ui';
import { HowPaidFields } from '../detail/how-paid-fields';
import {
  PAYMENT_FIELDS,
  paymentDefaults,
  paymentSchema,
  type Payment,
  type PaymentForm,
} from '../detail/payment-schema';
import { useRecordSharePaymentMutation, type CommissionShare } from './other-api';
import { shareText } from './other-words';

interface SharePaymentDialogProps {
  share: CommissionShare;
  onClose: () => void;
}

/** Records that somebody was paid their share of a commission: exactly that, once. */
export default function SharePaymentDialog({ share, onClose }: SharePaymentDialogProps) {
  const { name, agentAmount } = share;
  const { organization } = useCurrentUser();
  const { currency, timeZone } = organization;
  const toast = useToast();
  const [record] = useRecordSharePaymentMutation();
  // Once: midnight must not change a form that is being filled in.
  const [blank] = useState(() => paymentDefaults(agentAmount, timeZone));
  const due = formatMoneyExact(agentAmount, currency);
  const who = `to ${name}`;
  const { form, field, dialog } = useDialogForm<PaymentForm, Payment>({
    schema: paymentSchema(agentAmount, organization),
    blank,
    fields: PAYMENT_FIELDS,
    save: async (payment, send) => {
      const act = { verb: `pay ${due}`, about: name, amount: due };
      await send((requestKey) => record({ shareId: share.id, requestKey, act, ...payment }).unwrap());
      toast.done(
        actName('Payment recorded', { amount: due, who, days: payment.paymentDate }),
        'This cannot be undone. If it comes back, void it beside the share.',
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const day = useWatch({ control: form.control, name: 'paymentDate' });
  return (
    <FormDialog
      title="Record payment"
      subtitle={`${shareText(share)}, ${name}`}
      submitLabel={`Record ${due} payment`}
      submitName={actName(`Record ${due} payment`, { who, days: day })}
      failedTitle="Payment not recorded"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <MoneyField label="Amount" money={organization} {...field('amount')} />
        <HowPaidFields field={field} currency={currency} />
        <div className="full">
          <TextArea label="Notes" optional rows={3} {...field('notes')} />
        </div>
      </div>
      <Notice kind="info">
        The share is paid then, for good. The commission becomes Agent paid with the last of its shares.
      </Notice>
    </FormDialog>
  );
}
