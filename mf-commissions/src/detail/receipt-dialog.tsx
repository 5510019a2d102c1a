import { useState } from 'react';
import { formatMoneyExact, today } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, MoneyField, Notice } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useRecordReceiptMutation } from '../commissions-api';
import type { OpenDialog } from './open-dialog';
import {
  RECEIPT_FIELDS,
  receiptDefaults,
  receiptSchema,
  type Received,
  type ReceiptForm,
} from './receipt-schema';

interface ReceiptDialogProps {
  commission: Commission;
  /** Before the page or the session ended. */
  typed: ReceiptForm | undefined;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onClose: () => void;
}

/** An admin's word that the vendor's money is here (docs/product.md, When is commission received). */
export function ReceiptDialog({ commission, typed, draft, onClose }: ReceiptDialogProps) {
  const { sale, amount, status } = commission;
  const vendor = sale?.vendor?.name ?? 'the vendor';
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [record] = useRecordReceiptMutation();
  // Once: midnight must not change a form that is being filled in.
  const [{ blank, schema }] = useState(() => ({
    blank: receiptDefaults(commission, timeZone),
    schema: receiptSchema(today(timeZone)),
  }));
  const { field, dialog } = useDialogForm<ReceiptForm, Received>({
    schema,
    blank,
    fields: RECEIPT_FIELDS,
    restored: typed ?? null,
    draft: {
      ...draft,
      keep: (values) => draft.keep({ dialog: 'receipt', typed: values } satisfies OpenDialog),
    },
    save: async ({ receivedOn, receivedAmount }) => {
      const receipt = { on: receivedOn, amount: receivedAmount };
      await record({ commissionId: commission.id, receipt }).unwrap();
      draft.discard();
      toast.success(
        'Receipt recorded',
        `${formatMoneyExact(receivedAmount, sale?.currency)} from ${vendor}.`,
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);

  return (
    <FormDialog
      title="Record receipt"
      subtitle={`${formatMoneyExact(amount, sale?.currency)} expected from ${vendor}`}
      submitLabel="Record receipt"
      failedTitle="Receipt not recorded"
      {...dialog}
      restored={typed !== undefined}
      leaving={asking}
      onDiscard={draft.discard}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <DateField label="Received on" {...field('receivedOn')} />
        <MoneyField label="Amount received" currency={sale?.currency} {...field('receivedAmount')} />
      </div>
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
