import { useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from './cx';
import { controlProps, FieldShell, type FieldProps } from './field-shell';
import { IconButton } from './icon-button';
import { Eye, EyeOff } from './icons';
import { useFieldId } from './use-field-id';

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  /** Inside the frame, before what is typed: an icon or a sign. */
  prefix?: ReactNode;
  /** Inside the frame, after it. */
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/**
 * One line of text. Spread a form's registration into it: `<TextField label="First name" {...register('firstName')} />`.
 * `type="password"` adds a button that shows what was typed.
 */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, success, optional, labelAction, prefix, suffix, className, type, ...own } =
    props;
  const { reading, ...input } = own;
  const id = useFieldId(input.id, input.name);
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const framed = Boolean(prefix || suffix || isPassword);
  const control = (
    <input
      type={isPassword && shown ? 'text' : (type ?? 'text')}
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
          {isPassword && (
            <IconButton
              size="sm"
              label={shown ? 'Hide password' : 'Show password'}
              aria-controls={id}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff className="pp-i" /> : <Eye className="pp-i" />}
            </IconButton>
          )}
        </div>
      ) : (
        control
      )}
    </FieldShell>
  );
}
