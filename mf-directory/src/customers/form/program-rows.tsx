import { LIMITS } from '@paperplane/shared/domain';
import { useFieldArray } from '@paperplane/shared/forms';
import { RepeatableRows, TextField } from '@paperplane/shared/ui';
import type { CustomerEditor } from './customer-rules';

interface ProgramRowsProps {
  editor: CustomerEditor;
  name: 'airlines' | 'hotels';
  /** "Airline programs". */
  label: string;
  /** "airline program". */
  noun: string;
  /** Over the first field: "Airline". */
  nameLabel: string;
  placeholder: string;
}

/** Frequent-flyer or guest programs, with the number there. */
export function ProgramRows({ editor, name, label, noun, nameLabel, placeholder }: ProgramRowsProps) {
  const { form, field } = editor;
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const errors = form.formState.errors[name];
  return (
    <RepeatableRows
      label={label}
      noun={noun}
      layout="halves"
      rows={fields}
      max={LIMITS.programs}
      error={errors?.message}
      onAdd={() => append({ name: '', number: '' }, { shouldFocus: false })}
      onRemove={(index) => remove(index)}
    >
      {(_row, index) => (
        <>
          <TextField
            label={nameLabel}
            placeholder={placeholder}
            autoComplete="off"
            {...field(`${name}.${index}.name`)}
          />
          <TextField label="Number" optional autoComplete="off" {...field(`${name}.${index}.number`)} />
        </>
      )}
    </RepeatableRows>
  );
}
