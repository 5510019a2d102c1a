import type { Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../base/cx';
import { controlProps, FieldShell, type FieldProps } from './field-shell';
import { useFieldId } from './use-field-id';

export interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, success, optional, labelAction, className, ...input } = props;
  const id = useFieldId(input.id, input.name);
  return (
    <FieldShell {...{ id, label, hint, error, success, optional, labelAction }}>
      <textarea className={cx('pp-textarea', className)} rows={4} {...input} {...controlProps(id, props)} />
    </FieldShell>
  );
}
