import { formatMoneyExact, moneyInput, moneyText, requiredText } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { FormDialog, MoneyField, TextArea } from '@paperplane/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { useSetTaxThresholdMutation } from '../tax-api';
import type { TaxYear } from '../tax-types';

const FIELDS = ['amount', 'source'] as const;

interface ThresholdDialogProps {
  year: TaxYear;
  onClose: () => void;
}

/** Another threshold of a year, with where it stands. */
export function ThresholdDialog({ year: { year, threshold }, onClose }: ThresholdDialogProps) {
  const money = useCurrentUser().organization;
  const toast = useToast();
  const [set] = useSetTaxThresholdMutation();
  const [blank] = useState(() => ({ amount: moneyInput(threshold.amount), source: threshold.source }));
  const { field, dialog } = useDialogForm<typeof blank, { amount: number; source: string }>({
    schema: v.object({
      amount: moneyText(money, 'Enter an amount like 1,482.50.'),
      source: requiredText('Say where this amount stands.', 300),
    }) as unknown as v.GenericSchema<typeof blank, { amount: number; source: string }>,
    blank,
    fields: FIELDS,
    save: async (input) => {
      await set({ year, ...input }).unwrap();
      toast.success(`Threshold of ${year}: ${formatMoneyExact(input.amount, money.currency)}`);
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return (
    <FormDialog
      title={`Threshold of ${year}`}
      subtitle="Whoever was paid this much or more gets a form."
      submitLabel="Save threshold"
      failedTitle="Not saved"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <MoneyField label="Threshold" money={money} {...field('amount')} />
      <TextArea label="Where it stands" rows={3} {...field('source')} />
    </FormDialog>
  );
}
