import {
  actName,
  displayMessage,
  formatMoneyExact,
  PAYMENT_METHOD_LABELS,
  paymentMethodsOf,
  today,
} from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import {
  DateField,
  Dialog,
  ErrorState,
  FormDialog,
  MoneyField,
  SelectField,
  SkeletonRows,
  TextField,
} from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';
import {
  paymentBlank,
  PAYMENT_FIELDS,
  paymentSchema,
  type CheckedPayment,
  type PaymentForm,
} from './payment-schema';
import {
  useGetCustomerPaymentsQuery,
  useRecordCustomerPaymentMutation,
  type CustomerPayments,
} from './payments-api';

interface RecordPaymentDialogProps {
  sale: SaleDetail;
  onClose: () => void;
}

const WHAT = [
  { value: 'payment', label: 'The customer paid' },
  { value: 'refund', label: 'Given back to the customer' },
] as const;

/** The amount and day of what is typed, for the button's whole name. */
function RecordForm({ sale, payments, onClose }: RecordPaymentDialogProps & { payments: CustomerPayments }) {
  const { organization } = useCurrentUser();
  const { timeZone, dateOrder } = organization;
  const { currency, paid, open, status } = payments;
  const toast = useToast();
  const [record] = useRecordCustomerPaymentMutation();
  const now = today(timeZone);
  const mayPay = status !== 'cancelled' && open > 0;
  const { form, field, dialog } = useDialogForm<PaymentForm, CheckedPayment>({
    schema: paymentSchema(organization, { paid, open, today: now }),
    blank: paymentBlank(payments, now, mayPay ? 'payment' : 'refund'),
    fields: PAYMENT_FIELDS,
    save: async ({ what, amount, ...how }, send) => {
      const signed = what === 'refund' ? -amount : amount;
      const saved = await send((requestKey) =>
        record({ saleId: sale.id, amount: signed, ...how, requestKey }).unwrap(),
      );
      toast.done(
        actName(what === 'refund' ? 'Refund recorded' : 'Payment recorded', {
          amount: formatMoneyExact(amount, currency),
          who: `of sale ${saleName(sale)}`,
          days: how.paidOn,
        }),
        saved.status === 'paid' && sale.status === 'booked'
          ? 'The customer has paid in full: the sale is Paid.'
          : 'It can be undone in the list of payments.',
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const what = form.watch('what');
  return (
    <FormDialog
      title={what === 'refund' ? 'Record refund' : 'Record payment'}
      subtitle={`Sale ${saleName(sale)}: ${formatMoneyExact(paid, currency)} paid, ${formatMoneyExact(open, currency)} open`}
      submitLabel={what === 'refund' ? 'Record refund' : 'Record payment'}
      submitName={actName(what === 'refund' ? 'Record refund' : 'Record payment', {
        amount: form.watch('amount'),
        who: `of sale ${saleName(sale)}`,
        days: form.watch('paidOn'),
      })}
      failedTitle="Not recorded"
      {...dialog}
      leaving={asking}
      onClose={onClose}
    >
      {paid > 0 && mayPay && <SelectField label="What happened" options={WHAT} {...field('what')} />}
      <MoneyField label="Amount" money={{ ...organization, currency }} {...field('amount')} />
      <DateField
        label={what === 'refund' ? 'Given back on' : 'Paid on'}
        order={dateOrder}
        {...field('paidOn')}
      />
      <SelectField
        label="Method"
        options={paymentMethodsOf(currency).map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }))}
        {...field('paymentMethod')}
      />
      <TextField label="Note" optional {...field('note')} />
    </FormDialog>
  );
}

/** What the customer paid, or was given back: amount, day and method. */
export function RecordPaymentDialog({ sale, onClose }: RecordPaymentDialogProps) {
  const { currentData, error, refetch, isFetching } = useGetCustomerPaymentsQuery(sale.id);
  // As it was when the dialog opened: what arrives later must not move what is being typed.
  if (currentData) return <RecordForm sale={sale} payments={currentData} onClose={onClose} />;
  return (
    <Dialog title="Record payment" onCloseRequest={onClose}>
      {error ? (
        <ErrorState
          title="The payments did not load"
          message={displayMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading payments" />
      )}
    </Dialog>
  );
}
