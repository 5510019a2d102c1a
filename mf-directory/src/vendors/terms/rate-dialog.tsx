import { percentText, RATE_CATEGORIES, requiredDate, type RateCategory } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, PercentField, SelectField } from '@paperplane/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { useSaveVendorRateMutation } from './terms-api';

const KINDS = ['', ...(Object.keys(RATE_CATEGORIES) as RateCategory[])] as const;
const schema = v.object({
  category: v.picklist(KINDS),
  rate: percentText('Enter the rate.'),
  validFrom: requiredDate('Enter the day it begins.'),
});
type Texts = v.InferInput<typeof schema>;
type Checked = v.InferOutput<typeof schema>;

interface RateDialogProps {
  vendorId: string;
  today: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds a version of what a vendor pays: for one kind of line or for all, from a day on. */
export function RateDialog({ vendorId, today, onSaved, onClose }: RateDialogProps) {
  const [saveRate] = useSaveVendorRateMutation();
  const { dateOrder } = useCurrentUser().organization;
  const [blank] = useState<Texts>({ category: '', rate: '', validFrom: today });
  const { field, dialog } = useDialogForm<Texts, Checked>({
    schema,
    blank,
    fields: ['category', 'rate', 'validFrom'],
    save: async ({ category, rate, validFrom }, send) => {
      await send((requestKey) =>
        saveRate({ vendorId, category: category || null, rate: rate ?? 0, validFrom, requestKey }).unwrap(),
      );
      onSaved();
    },
  });
  return (
    <FormDialog
      title="Add rate"
      subtitle="New sales take it from that day on. What is recorded stays."
      submitLabel="Add rate"
      failedTitle="The rate was not added"
      {...dialog}
      onClose={onClose}
    >
      <div className="full">
        <SelectField
          label="Kind"
          options={KINDS.map((value) => ({ value, label: value ? RATE_CATEGORIES[value] : 'All kinds' }))}
          {...field('category')}
        />
      </div>
      <PercentField label="Rate" {...field('rate')} />
      <DateField label="Valid from" order={dateOrder} {...field('validFrom')} />
    </FormDialog>
  );
}
