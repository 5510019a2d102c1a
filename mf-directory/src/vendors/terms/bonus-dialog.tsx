import { moneyInput, moneyText, percentInput, percentText, requiredDate } from '@paperplane/shared/domain';
import { useFieldArray } from '@paperplane/shared/forms';
import { useCurrentUser } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import {
  DateField,
  FormDialog,
  MoneyField,
  PercentField,
  RepeatableRows,
  SelectField,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { BASES } from './bonus-texts';
import { useSaveVendorBonusTermsMutation, type BonusTerms } from './terms-api';

const MOST_STEPS = 20;
type Basis = BonusTerms['basis'];

interface Texts {
  periodStart: string;
  periodEnd: string;
  basis: Basis;
  steps: { from: string; percent: string }[];
}
interface Checked {
  periodStart: string;
  periodEnd: string;
  basis: Basis;
  steps: { from: number | null; percent: number | null }[];
}

interface BonusDialogProps {
  vendorId: string;
  /** What is changed; `null` for a new one. */
  terms: BonusTerms | null;
  today: string;
  onSaved: () => void;
  onClose: () => void;
}

const textsOf = (terms: BonusTerms | null, today: string): Texts => ({
  periodStart: terms?.periodStart ?? `${today.slice(0, 4)}-01-01`,
  periodEnd: terms?.periodEnd ?? `${today.slice(0, 4)}-12-31`,
  basis: terms?.basis ?? 'sales',
  steps: terms?.steps.map(({ from, percent }) => ({
    from: moneyInput(from),
    percent: percentInput(percent),
  })) ?? [{ from: '', percent: '' }],
});

/** What a vendor pays on top for the volume of a period: the step that is reached holds for the whole volume. */
export function BonusDialog({ vendorId, terms, today, onSaved, onClose }: BonusDialogProps) {
  const [saveTerms] = useSaveVendorBonusTermsMutation();
  const { organization } = useCurrentUser();
  const [schema] = useState(() =>
    v.object({
      periodStart: requiredDate('Enter the first day.'),
      periodEnd: requiredDate('Enter the last day.'),
      basis: v.picklist(['sales', 'received']),
      steps: v.pipe(
        v.array(
          v.object({
            from: moneyText(organization, 'Enter the volume.'),
            percent: percentText('Enter the percent.'),
          }),
        ),
        v.minLength(1, 'Enter 1 to 20 steps.'),
      ),
    }),
  );
  // The version the form was opened with: what came since is refused.
  const [opened] = useState(terms);
  const [blank] = useState(() => textsOf(terms, today));
  const { form, field, dialog } = useDialogForm<Texts, Checked>({
    schema,
    blank,
    fields: ['periodStart', 'periodEnd', 'basis', 'steps'],
    save: async (typed, send) => {
      const sent = {
        ...typed,
        vendorId,
        steps: typed.steps.map(({ from, percent }) => ({ from: from ?? 0, percent: percent ?? 0 })),
      };
      if (opened) await saveTerms({ ...sent, termsId: opened.id, expectedVersion: opened.version }).unwrap();
      else await send((requestKey) => saveTerms({ ...sent, requestKey }).unwrap());
      onSaved();
    },
  });
  const steps = useFieldArray({ control: form.control, name: 'steps' });
  const stepsError = form.formState.errors.steps;
  return (
    <FormDialog
      title={terms ? 'Change the bonus' : 'Add bonus'}
      subtitle="The step that is reached holds for the whole volume."
      submitLabel="Save bonus"
      failedTitle="The bonus was not saved"
      {...dialog}
      onClose={onClose}
    >
      <DateField label="First day" order={organization.dateOrder} {...field('periodStart')} />
      <DateField label="Last day" order={organization.dateOrder} {...field('periodEnd')} />
      <div className="full">
        <SelectField
          label="What counts"
          options={Object.entries(BASES).map(([value, label]) => ({ value, label }))}
          {...field('basis')}
        />
      </div>
      <div className="full">
        <RepeatableRows
          label="Steps"
          noun="step"
          rows={steps.fields}
          onAdd={() => steps.append({ from: '', percent: '' })}
          onRemove={(index) => steps.remove(index)}
          max={MOST_STEPS}
          layout="halves"
          error={stepsError?.message ?? stepsError?.root?.message}
        >
          {(_row, index) => (
            <>
              <MoneyField label="From a volume of" money={organization} {...field(`steps.${index}.from`)} />
              <PercentField label="Percent of all of it" {...field(`steps.${index}.percent`)} />
            </>
          )}
        </RepeatableRows>
      </div>
    </FormDialog>
  );
}
