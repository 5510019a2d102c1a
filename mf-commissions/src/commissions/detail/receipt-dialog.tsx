import { useState } from 'react';
import { actName, formatMoneyExact, today, typedMoney } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useCurrentUser } from '@paperplane/shared/platform';
import { DateField, FormDialog, MoneyField, Notice } from '@paperplane/shared/ui';
import { useRecordReceiptMutation } from '../commissions-api';
import { ReceiptRest } from './receipt-rest';
import {
  RECEIPT_FIELDS,
  receiptDefaults,
  receiptSchema,
  restOf,
  type Received,
  type ReceiptForm,
} from './receipt-schema';
import { useCommissionForm, type CommissionDialogProps } from './use-commission-form';

/** A manual receipt: the vendor's money is here, no deposit says so (docs/product/commissions.md, When is commission received). */
export function ReceiptDialog({ commission, typed, draft, onClose }: CommissionDialogProps<ReceiptForm>) {
  const { sale, amount, status } = commission;
  const vendor = sale?.vendor?.name ?? 'the vendor';
  const { organization } = useCurrentUser();
  const { currency, dateOrder, timeZone } = organization;
  const [record] = useRecordReceiptMutation();
  // Once: midnight must not change a form that is being filled in.
  const [{ blank, schema }] = useState(() => ({
    blank: receiptDefaults(commission, timeZone),
    schema: receiptSchema(today(timeZone), amount, organization),
  }));
  const { form, field, dialog } = useCommissionForm<ReceiptForm, Received>({
    schema,
    blank,
    fields: RECEIPT_FIELDS,
    restored: typed ?? null,
    draft,
    onClose,
    kept: (values) => ({ dialog: 'receipt', typed: values }),
    save: async (receipt, send) => {
      await send((requestKey) => record({ commissionId: commission.id, receipt, requestKey }).unwrap());
      return [
        actName('Receipt recorded', {
          amount: formatMoneyExact(receipt.amount, currency),
          who: `from ${vendor}`,
          days: receipt.on,
        }),
        'Take it back under Vendor’s payment.',
      ];
    },
  });
  const [typedAmount, chosen, day] = useWatch({
    control: form.control,
    name: ['receivedAmount', 'rest', 'receivedOn'],
  });
  const rest = restOf(amount, typedAmount, organization);

  return (
    <FormDialog
      title="Record receipt"
      subtitle={`${formatMoneyExact(amount, currency)} expected from ${vendor}`}
      submitLabel="Record receipt"
      submitName={actName('Record receipt', {
        amount: typedMoney(typedAmount, organization),
        who: `from ${vendor}`,
        days: day,
      })}
      failedTitle="Receipt not recorded"
      {...dialog}
    >
      <div className="pp-formgrid">
        <DateField label="Received on" order={dateOrder} {...field('receivedOn')} />
        <MoneyField label="Amount received" money={organization} {...field('receivedAmount')} />
      </div>
      {rest > 0 && (
        <ReceiptRest
          rest={formatMoneyExact(rest, currency)}
          chosen={chosen}
          onChoose={(next) => form.setValue('rest', next, { shouldDirty: true, shouldValidate: true })}
          reason={field('writeOffReason')}
        />
      )}
      {status === 'unpaid' && (
        <div className="commission-final">
          <Notice kind="info">
            The commission becomes Funds received: its amount is locked, and it cannot return to Unpaid.
          </Notice>
        </div>
      )}
    </FormDialog>
  );
}
