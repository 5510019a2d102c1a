import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../base/cx';
import { controlProps, FieldShell, type FieldProps } from './field-shell';
import { ChevronsUpDown } from '../base/icons';
import { useFieldId } from './use-field-id';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly SelectOption[];
  /** First, empty entry: "Choose a method". */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** One of a few: a native select in the kit's clothes. For many, or for remote lists, use Combobox. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, success, optional, labelAction, options, placeholder, className, ...select } =
    props;
  const id = useFieldId(select.id, select.name);
  return (
    <FieldShell {...{ id, label, hint, error, success, optional, labelAction }}>
      <span className="pp-selectwrap">
        <select className={cx('pp-select', className)} {...select} {...controlProps(id, props)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronsUpDown className="pp-i" />
      </span>
    </FieldShell>
  );
}
