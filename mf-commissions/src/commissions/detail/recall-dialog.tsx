import { useState } from 'react';
import { actName, formatDate, formatMoneyExact, typedMoney } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useCurrentUser } from '@paperplane/shared/platform';
import { FormDialog, MoneyField, Notice, SelectField, TextArea } from '@paperplane/shared/ui';
import type { CommissionDeposit, RecallInput } from '../commission-types';
import { useRecordRecallMutation } from '../commissions-api';
import { RECALL_FIELDS, recallDefaults, recallSchema, type Recalled, type RecallForm } from './recall-schema';
import { useCommissionForm, type KeptDialogProps } from './use-commission-form';

interface RecallDialogProps extends KeptDialogProps<RecallForm> {
  /** What is taken back of: a commission's seller, or a share beside. */
  of: Pick<RecallInput, 'commissionId' | 'shareId'>;
  /** Who was paid for it. */
  name: string;
  /** For what: `Commission on NWR-1`. */
  what: string;
  /** What can still be taken back. */
  left: number;
  /** What the bank says; those below zero may be the reason. */
  deposits: readonly CommissionDeposit[];
}

/** The vendor took commission back after the agent was paid: the agent gives it back with the next payout. */
export function RecallDialog(props: RecallDialogProps) {
  const { of, name, what, left, deposits, typed, draft, onClose } = props;
  const { organization } = useCurrentUser();
  const { currency } = organization;
  const [record] = useRecordRecallMutation();
  const taken = deposits.filter(({ amount, source }) => amount < 0 && source);
  // Once: what arrives later must not change a form that is being filled in.
  const [{ blank, schema }] = useState(() => ({
    blank: recallDefaults(left, taken.length === 1 ? taken[0]?.source?.transactionId : undefined),
    schema: recallSchema(left, organization),
  }));
  const who = `from ${name}`;
  const { form, field, dialog } = useCommissionForm<RecallForm, Recalled>({
    schema,
    blank,
    fields: RECALL_FIELDS,
    restored: typed ?? null,
    draft,
    onClose,
    kept: (values) => ({ dialog: 'recall', typed: values }),
    save: async (input, send) => {
      await send((requestKey) => record({ ...of, requestKey, ...input }).unwrap());
      return [
        actName('Taken back', { amount: formatMoneyExact(input.amount, currency), who }),
        'The next payout pays that much less. This cannot be undone.',
      ];
    },
  });
  const typedAmount = useWatch({ control: form.control, name: 'amount' });
  return (
    <FormDialog
      title="Take commission back"
      subtitle={`${what}, paid to ${name}`}
      submitLabel="Take back"
      submitName={actName('Take back', { amount: typedMoney(typedAmount, organization), who })}
      failedTitle="Not taken back"
      {...dialog}
    >
      <MoneyField label="Amount" money={organization} {...field('amount')} />
      {taken.length > 0 && (
        <SelectField
          label="Transaction"
          optional
          placeholder="None"
          options={taken.map(({ bookedOn, amount, source }) => ({
            value: source?.transactionId ?? '',
            label: `${formatDate(bookedOn)}, ${formatMoneyExact(amount, currency)}`,
          }))}
          {...field('transactionId')}
        />
      )}
      <TextArea label="Reason" rows={3} hint="The agent reads it." {...field('note')} />
      <Notice kind="info">
        What was paid stays paid. The next payout pays that much less; what is left of it is carried on. This
        cannot be undone.
      </Notice>
    </FormDialog>
  );
}
