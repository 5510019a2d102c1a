import { LIMITS } from '@paperplane/shared/domain';
import { useFieldArray } from '@paperplane/shared/forms';
import { RepeatableRows, TextField } from '@paperplane/shared/ui';
import type { CustomerEditor } from './customer-rules';

interface EntryRowsProps {
  editor: CustomerEditor;
  name: 'moreEmails' | 'morePhones';
  /** "More phones". */
  label: string;
  /** "phone". */
  noun: string;
  type: 'email' | 'tel';
}

/** E-mails or phones beside the first one, each with a word that says which it is. */
export function EntryRows({ editor, name, label, noun, type }: EntryRowsProps) {
  const { form, field } = editor;
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const errors = form.formState.errors[name];
  return (
    <RepeatableRows
      label={label}
      noun={noun}
      rows={fields}
      max={LIMITS.contactEntries}
      error={errors?.message}
      onAdd={() => append({ label: '', value: '' }, { shouldFocus: false })}
      onRemove={(index) => remove(index)}
    >
      {(_row, index) => (
        <>
          <TextField
            label="Label"
            placeholder="Work"
            autoComplete="off"
            {...field(`${name}.${index}.label`)}
          />
          <TextField
            label={type === 'email' ? 'Email' : 'Phone'}
            type={type}
            autoComplete="off"
            {...field(`${name}.${index}.value`)}
          />
        </>
      )}
    </RepeatableRows>
  );
}
