import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../base/cx';
import { controlProps, FieldShell, type FieldProps } from './field-shell';
import { useFieldId } from './use-field-id';

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  /** Inside the frame, before what is typed: an icon or a sign. */
  prefix?: ReactNode;
  /** Inside the frame, after it. */
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. Spread a form's registration into it: `<TextField label="First name" {...register('firstName')} />`. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, success, optional, labelAction, prefix, suffix, className, ...own } = props;
  const { reading, ...input } = own;
  const id = useFieldId(input.id, input.name);
  const framed = Boolean(prefix || suffix);
  const control = (
    <input
      type="text"
      className={framed ? undefined : cx('pp-input', className)}
      {...input}
      {...controlProps(id, props)}
    />
  );
  return (
    <FieldShell {...{ id, label, hint, error, success, reading, optional, labelAction }}>
      {framed ? (
        <div className={cx('pp-affix', className)} data-invalid={error ? true : undefined}>
          {prefix}
          {control}
          {suffix}
        </div>
      ) : (
        control
      )}
    </FieldShell>
  );
}
