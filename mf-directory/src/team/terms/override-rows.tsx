import { Controller, useFieldArray, useWatch, type Control } from '@paperplane/shared/forms';
import { useCurrentUser } from '@paperplane/shared/platform';
import type { useDialogForm } from '@paperplane/shared/records';
import { MoneyField, PercentField, RepeatableRows, SelectField } from '@paperplane/shared/ui';
import { MOST_OVERRIDES, NEW_OVERRIDE } from './override-schema';
import { OVERRIDE_BASES, TAKEN_FROM } from './override-words';
import { PeopleField } from './people-field';
import type { CheckedVersion, VersionTexts } from './version-schema';

const WHOSE_OPTIONS = [
  { value: 'people', label: 'Some people' },
  { value: 'all', label: 'Everybody else' },
];
const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** What the control of a field of the form takes. */
type FieldOf = ReturnType<typeof useDialogForm<VersionTexts, CheckedVersion>>['field'];

interface OverrideRowsProps {
  control: Control<VersionTexts, unknown, CheckedVersion>;
  field: FieldOf;
  /** Whose terms they are: nobody has an override of their own commission. */
  memberId: string;
  error: string | undefined;
}

/** The overrides of a version: of whose commission how much, from whose part, and at most what. */
export function OverrideRows({ control, field, memberId, error }: OverrideRowsProps) {
  const { organization } = useCurrentUser();
  const rows = useFieldArray({ control, name: 'overrides' });
  const typed = useWatch({ control, name: 'overrides' });
  return (
    <RepeatableRows
      label="Overrides"
      noun="override"
      rows={rows.fields}
      onAdd={() => rows.append(NEW_OVERRIDE)}
      onRemove={(index) => rows.remove(index)}
      max={MOST_OVERRIDES}
      layout="halves"
      {...(error === undefined ? {} : { error })}
    >
      {(_row, index) => (
        <>
          <SelectField label="Of whom" options={WHOSE_OPTIONS} {...field(`overrides.${index}.whose`)} />
          {typed[index]?.whose !== 'all' && (
            <Controller
              control={control}
              name={`overrides.${index}.people`}
              render={({ field: input, fieldState }) => (
                <PeopleField
                  {...input}
                  without={memberId}
                  error={fieldState.error?.message ?? fieldState.error?.root?.message}
                />
              )}
            />
          )}
          <PercentField label="Percent" {...field(`overrides.${index}.percent`)} />
          <SelectField
            label="Percent of"
            options={options(OVERRIDE_BASES)}
            {...field(`overrides.${index}.base`)}
          />
          <SelectField
            label="Taken from"
            options={options(TAKEN_FROM)}
            {...field(`overrides.${index}.takenFrom`)}
          />
          <MoneyField
            label="Cap of a calendar year"
            optional
            money={organization}
            {...field(`overrides.${index}.cap`)}
          />
        </>
      )}
    </RepeatableRows>
  );
}
