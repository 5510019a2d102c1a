import { useState } from 'react';
import {
  actName,
  formatMoneyExact,
  MESSAGES,
  moneyInput,
  moneyText,
  requiredDate,
  today,
  typedMoney,
} from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, MoneyField } from '@paperplane/shared/ui';
import * as v from 'valibot';
import { useRecordOtherReceiptMutation, type OtherCommission } from './other-api';
import { KIND_WORDS, originText } from './other-words';

const FIELDS = ['receivedOn', 'receivedAmount'] as const;

interface OtherReceiptForm {
  receivedOn: string;
  receivedAmount: string;
}

interface Received {
  receivedOn: string;
  receivedAmount: number;
}

interface OtherReceiptDialogProps {
  item: OtherCommission;
  onClose: () => void;
}

/** The vendor's money for a penalty or a bonus is here. */
export default function OtherReceiptDialog({ item, onClose }: OtherReceiptDialogProps) {
  const { organization } = useCurrentUser();
  const { currency, dateOrder, timeZone } = organization;
  const toast = useToast();
  const [record] = useRecordOtherReceiptMutation();
  // Once: midnight must not change a form that is being filled in.
  const [{ blank, schema }] = useState(() => ({
    blank: {
      receivedOn: item.receivedOn ?? today(timeZone),
      receivedAmount: moneyInput(item.receivedAmount ?? item.amount),
    },
    schema: v.object({
      receivedOn: v.pipe(
        requiredDate(MESSAGES.receivedOn),
        v.check((day) => day <= today(timeZone), MESSAGES.receivedOnFuture),
      ),
      receivedAmount: v.pipe(
        moneyText(organization, MESSAGES.receivedAmount),
        v.transform(Number),
        v.check((amount) => amount > 0, MESSAGES.receivedAmount),
      ),
    }),
  }));
  const who = item.vendor ? `from ${item.vendor}` : '';
  const { form, field, dialog } = useDialogForm<OtherReceiptForm, Received>({
    schema,
    blank,
    fields: FIELDS,
    save: async ({ receivedOn, receivedAmount }, send) => {
      const receipt = { on: receivedOn, amount: receivedAmount };
      await send((requestKey) => record({ id: item.id, receipt, requestKey }).unwrap());
      toast.done(
        actName('Receipt recorded', {
          amount: formatMoneyExact(receivedAmount, currency),
          who,
          days: receivedOn,
        }),
        'Taken back in its menu.',
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const typed = useWatch({ control: form.control });
  return (
    <FormDialog
      title="Record receipt"
      subtitle={`${KIND_WORDS[item.kind].one}, ${originText(item)}`}
      submitLabel="Record receipt"
      submitName={actName('Record receipt', {
        amount: typedMoney(typed.receivedAmount ?? '', organization),
        who,
        days: typed.receivedOn,
      })}
      failedTitle="Receipt not recorded"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <div className="pp-formgrid">
        <DateField label="Received on" order={dateOrder} {...field('receivedOn')} />
        <MoneyField label="Amount received" money={organization} {...field('receivedAmount')} />
      </div>
    </FormDialog>
  );
}
