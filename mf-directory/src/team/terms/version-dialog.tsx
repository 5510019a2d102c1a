import { actName, displayName, isIsoDate } from '@paperplane/shared/domain';
import { Controller, useFieldArray, useWatch } from '@paperplane/shared/forms';
import { useCurrentUser, useDraft, useToast } from '@paperplane/shared/platform';
import { readRecordDraft, recordDraftOf, useDialogForm } from '@paperplane/shared/records';
import {
  DateField,
  FormDialog,
  MoneyField,
  Notice,
  PercentField,
  RepeatableRows,
  SelectField,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { OverrideRows } from './override-rows';
import { NEW_OVERRIDE } from './override-schema';
import { useSaveAgreementMutation, type Agreement, type Terms, type TermsVersion } from './terms-api';
import { BASES, MODES, SPLIT_CATEGORIES } from './terms-words';
import { VendorField } from './vendor-field';
import {
  MOST_SPLITS,
  MOST_STEPS,
  NO_VENDOR,
  versionSchema,
  versionTexts,
  type CheckedVersion,
  type VersionTexts,
} from './version-schema';

const FIELDS = [
  'validFrom',
  'defaultSplit',
  'vendorSplits',
  'categorySplits',
  'tiers',
  'yearDay',
  'overrides',
] as const;
const SHAPE = 2;
const SAMPLE: VersionTexts = {
  validFrom: '',
  defaultSplit: '',
  vendorSplits: [{ vendor: NO_VENDOR, split: '' }],
  categorySplits: [{ category: '', split: '' }],
  basis: '',
  mode: '',
  yearMonth: '',
  yearDay: '',
  tiers: [{ from: '', split: '' }],
  overrides: [{ ...NEW_OVERRIDE, people: [{ id: '', name: '' }] }],
};
const two = (number: number) => String(number).padStart(2, '0');
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const MONTH_OPTIONS = Array.from({ length: 12 }, (_, index) => ({
  value: two(index + 1),
  label: MONTH.format(Date.UTC(2000, index)),
}));
const DAY_OPTIONS = Array.from({ length: 31 }, (_, index) => ({
  value: two(index + 1),
  label: String(index + 1),
}));
const CATEGORY_OPTIONS = Object.entries(SPLIT_CATEGORIES).map(([value, label]) => ({ value, label }));
const BASIS_OPTIONS = [
  { value: '', label: 'No tiers' },
  ...Object.entries(BASES).map(([value, label]) => ({ value, label })),
];

const MODE_OPTIONS = Object.entries(MODES).map(([value, { label }]) => ({ value, label }));

interface VersionDialogProps {
  agreement: Agreement;
  /** What the form begins with, and the day. */
  start: { terms: Terms; validFrom: string };
  /** It takes this one's place. */
  planned: TermsVersion | null;
  vendors: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** A new version of a person's terms. What is typed comes back until it is saved or given up. */
export function VersionDialog({ agreement, start, planned, vendors, people, onClose }: VersionDialogProps) {
  const { member } = agreement;
  const { organization } = useCurrentUser();
  const [save] = useSaveAgreementMutation();
  const toast = useToast();
  const stored = useDraft(`member-terms.${member.id}`);
  const [restored] = useState(() =>
    readRecordDraft<VersionTexts, null>(stored, { shape: SHAPE, sample: SAMPLE }),
  );
  const [schema] = useState(() => versionSchema(organization));
  const [blank] = useState(() => versionTexts(start.terms, start.validFrom, vendors, people));
  const { form, field, dialog } = useDialogForm<VersionTexts, CheckedVersion>({
    schema,
    blank,
    fields: FIELDS,
    restored: restored?.values ?? null,
    draft: {
      ...stored,
      keep: (values) => stored.keep(recordDraftOf(SHAPE, values, null)),
    },
    save: async ({ validFrom, terms }, send) => {
      await send((requestKey) => save({ memberId: member.id, validFrom, terms, requestKey }).unwrap());
      stored.discard();
      toast.done(
        actName('Terms saved', { who: `for ${displayName(member)}`, days: validFrom }),
        'What is recorded keeps its split. Another version takes it back.',
      );
      onClose();
    },
  });
  const { control, formState } = form;
  const vendorRows = useFieldArray({ control, name: 'vendorSplits' });
  const categoryRows = useFieldArray({ control, name: 'categorySplits' });
  const steps = useFieldArray({ control, name: 'tiers' });
  const [basis, mode, validFrom] = useWatch({ control, name: ['basis', 'mode', 'validFrom'] });
  const errorOf = (name: 'vendorSplits' | 'categorySplits' | 'tiers' | 'overrides') =>
    formState.errors[name]?.message ?? formState.errors[name]?.root?.message;
  return (
    <FormDialog
      title={`New version for ${displayName(member)}`}
      subtitle="For sales from that day on. What is recorded keeps its split."
      submitLabel="Save version"
      submitName={actName('Save version', {
        who: `for ${displayName(member)}`,
        days: isIsoDate(validFrom) ? validFrom : null,
      })}
      failedTitle="The version was not saved"
      restored={restored !== null}
      {...dialog}
      onDiscard={stored.discard}
      onClose={onClose}
    >
      {planned && (
        <div className="full">
          <Notice kind="info">It takes the place of version {planned.number}, which is planned.</Notice>
        </div>
      )}
      <DateField label="Valid from" order={organization.dateOrder} {...field('validFrom')} />
      <PercentField label="Default split" hint="Where nothing else fits." {...field('defaultSplit')} />
      <div className="full">
        <RepeatableRows
          label="Vendors"
          noun="vendor"
          rows={vendorRows.fields}
          onAdd={() => vendorRows.append({ vendor: NO_VENDOR, split: '' })}
          onRemove={(index) => vendorRows.remove(index)}
          max={MOST_SPLITS}
          layout="halves"
          error={errorOf('vendorSplits')}
        >
          {(_row, index) => (
            <>
              <Controller
                control={control}
                name={`vendorSplits.${index}.vendor`}
                render={({ field: { value, onChange, ...input }, fieldState }) => (
                  <VendorField
                    {...input}
                    selected={value.id === '' ? null : value}
                    onSelect={(vendor) => onChange(vendor ?? NO_VENDOR)}
                    error={fieldState.error?.message}
                  />
                )}
              />
              <PercentField label="Split" {...field(`vendorSplits.${index}.split`)} />
            </>
          )}
        </RepeatableRows>
      </div>
      <div className="full">
        <RepeatableRows
          label="Categories"
          noun="category"
          rows={categoryRows.fields}
          onAdd={() => categoryRows.append({ category: '', split: '' })}
          onRemove={(index) => categoryRows.remove(index)}
          max={CATEGORY_OPTIONS.length}
          layout="halves"
          error={errorOf('categorySplits')}
        >
          {(_row, index) => (
            <>
              <SelectField
                label="Category"
                placeholder="Choose"
                options={CATEGORY_OPTIONS}
                {...field(`categorySplits.${index}.category`)}
              />
              <PercentField label="Split" {...field(`categorySplits.${index}.split`)} />
            </>
          )}
        </RepeatableRows>
      </div>
      <div className="full">
        <SelectField
          label="Tiers by"
          hint="Of everything that no vendor or category is named for."
          options={BASIS_OPTIONS}
          {...field('basis')}
        />
      </div>
      {basis !== '' && (
        <>
          <div className="full">
            <SelectField
              label="A tier counts"
              hint={mode in MODES ? MODES[mode as keyof typeof MODES].hint : undefined}
              options={MODE_OPTIONS}
              {...field('mode')}
            />
          </div>
          <SelectField label="Year from month" options={MONTH_OPTIONS} {...field('yearMonth')} />
          <SelectField label="Year from day" options={DAY_OPTIONS} {...field('yearDay')} />
          <div className="full">
            <RepeatableRows
              label="Steps"
              noun="step"
              rows={steps.fields}
              onAdd={() => steps.append({ from: '', split: '' })}
              onRemove={(index) => steps.remove(index)}
              max={MOST_STEPS}
              layout="halves"
              error={errorOf('tiers')}
            >
              {(_row, index) => (
                <>
                  <MoneyField
                    label="From a volume of"
                    money={organization}
                    {...field(`tiers.${index}.from`)}
                  />
                  <PercentField
                    label={mode === 'whole_year' ? 'Split of the year' : 'Split from there on'}
                    {...field(`tiers.${index}.split`)}
                  />
                </>
              )}
            </RepeatableRows>
          </div>
        </>
      )}
      <div className="full">
        <OverrideRows control={control} field={field} memberId={member.id} error={errorOf('overrides')} />
      </div>
    </FormDialog>
  );
}
