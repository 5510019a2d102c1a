import {
  actName,
  displayName,
  moneyText,
  requiredChoice,
  requiredText,
  type MoneyReading,
} from '@paperplane/shared/domain';
import {
  useAgentOptions,
  useCurrentUser,
  useLeaveGuard,
  useToast,
  type AgentChoice,
} from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { Avatar, Combobox, FormDialog, MoneyField, SelectField, TextArea } from '@paperplane/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { exactMoney, lineWord } from '../parts/payout-words';
import { useAddPayoutAdjustmentMutation } from '../payouts-api';

const KINDS = [
  { value: 'bonus', label: 'Bonus' },
  { value: 'correction', label: 'Correction, the agent gets' },
  { value: 'deduction', label: 'Correction, the agent gives back' },
];
const FIELDS = ['agentId', 'kind', 'amount', 'note'] as const;
const BLANK = { agentId: '', kind: 'bonus' as 'bonus' | 'correction' | 'deduction', amount: '', note: '' };
const schemaIn = (money: MoneyReading) =>
  v.pipe(
    v.object({
      agentId: requiredChoice('Choose an agent.'),
      kind: v.picklist(['bonus', 'correction', 'deduction']),
      amount: v.pipe(
        moneyText(money, 'Enter an amount.'),
        v.transform(Number),
        v.check((amount) => amount > 0, 'Enter an amount.'),
      ),
      note: requiredText('Say what it is for. The agent reads it.', 500),
    }),
    // What an agent gives back is a correction below zero; nobody has to type the sign.
    v.transform(({ kind, amount, ...rest }) => ({
      ...rest,
      kind: kind === 'bonus' ? ('bonus' as const) : ('correction' as const),
      amount: kind === 'deduction' ? -amount : amount,
    })),
  );

type AdjustmentForm = typeof BLANK;
type Adjustment = v.InferOutput<ReturnType<typeof schemaIn>>;

interface AdjustmentDialogProps {
  onClose: () => void;
}

/** Adds what an agent gets besides commissions, or gives back. */
export function AdjustmentDialog({ onClose }: AdjustmentDialogProps) {
  const { organization } = useCurrentUser();
  const toast = useToast();
  const [add] = useAddPayoutAdjustmentMutation();
  const [search, setSearch] = useState('');
  const [agent, setAgent] = useState<AgentChoice | null>(null);
  const { items, loading } = useAgentOptions(search);
  const { form, field, dialog } = useDialogForm<AdjustmentForm, Adjustment>({
    schema: schemaIn(organization) as unknown as v.GenericSchema<AdjustmentForm, Adjustment>,
    blank: BLANK,
    fields: FIELDS,
    save: async (adjustment, send) => {
      await send((requestKey) => add({ ...adjustment, requestKey }).unwrap());
      toast.done(
        actName(`${lineWord(adjustment.kind)} added`, {
          amount: exactMoney(adjustment.amount, organization.currency),
          who: `for ${displayName(agent)}`,
        }),
        'Until it is approved, it can be deleted among the lines.',
      );
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const { error } = field('agentId');
  return (
    <FormDialog
      title="Add adjustment"
      submitLabel="Add adjustment"
      failedTitle="Not added"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <Combobox<AgentChoice>
        label="Agent"
        name="agentId"
        error={error}
        items={items}
        loading={loading}
        itemKey={({ id }) => id}
        itemText={(each) => displayName(each)}
        renderItem={(each) => (
          <>
            <Avatar person={each} size="sm" />
            <span className="pp-grow pp-trunc">{displayName(each)}</span>
          </>
        )}
        selected={agent}
        onSelect={(next) => {
          setAgent(next);
          form.setValue('agentId', next?.id ?? '', { shouldDirty: true, shouldValidate: next !== null });
        }}
        onSearch={setSearch}
        emptyText="No agent found"
      />
      <div className="pp-formgrid">
        <SelectField label="Kind" options={KINDS} {...field('kind')} />
        <MoneyField label="Amount" money={organization} {...field('amount')} />
      </div>
      <TextArea label="What it is for" rows={2} hint="The agent reads it." {...field('note')} />
    </FormDialog>
  );
}
