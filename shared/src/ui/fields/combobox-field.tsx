import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode, Ref } from 'react';
import type { ComboboxProps } from './combobox-props';
import { controlProps, FieldShell } from './field-shell';
import { ChevronsUpDown } from '../base/icons';
import { Spinner } from '../feedback/spinner';

/** What a Combobox is told about its field. */
type Field = Omit<
  ComboboxProps<never>,
  'items' | 'itemKey' | 'itemText' | 'renderItem' | 'selected' | 'onSelect'
>;

interface ComboboxFieldProps {
  field: Field;
  id: string;
  input: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };
  toggle: ButtonHTMLAttributes<HTMLButtonElement>;
  busy?: boolean;
  /** The list. */
  children: ReactNode;
}

/** True for a field that shows its choice and takes no other. */
export const isLocked = ({ disabled, readOnly }: Field): boolean => Boolean(disabled || readOnly);

/** The attributes of the input that come from the form. */
export const inputProps = (field: Field, id: string) => ({
  ...controlProps(id, field),
  ref: field.ref,
  name: field.name,
  placeholder: field.placeholder,
  disabled: field.disabled,
  readOnly: field.readOnly,
  autoComplete: 'off',
  onBlur: field.onBlur,
});

/** The attributes of the button that opens the list. */
export const toggleProps = (field: Field) => ({
  disabled: isLocked(field),
  'aria-label': `Show ${field.label.toLowerCase()} options`,
});

/** Label, input and button of a Combobox. */
export function ComboboxField({ field, id, input, toggle, busy, children }: ComboboxFieldProps) {
  const { label, hint, error, optional, labelAction, prefix } = field;
  return (
    <FieldShell {...{ id, label, hint, error, optional, labelAction }}>
      <div className="pp-combo">
        <div
          className="pp-affix"
          data-invalid={error ? true : undefined}
          data-locked={isLocked(field) || undefined}
        >
          {prefix}
          <input {...input} />
          {busy && <Spinner size="sm" label="Searching" />}
          <button type="button" className="pp-combo-toggle" {...toggle}>
            <ChevronsUpDown className="pp-i" />
          </button>
        </div>
        {children}
      </div>
    </FieldShell>
  );
}
