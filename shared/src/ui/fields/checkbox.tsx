import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { CircleAlert } from '../base/icons';
import { useFieldId } from './use-field-id';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** May hold links, e.g. to the terms. */
  label: ReactNode;
  error?: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** A native checkbox with its label. */
export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useFieldId(input.id, input.name);
  return (
    <div className="pp-field">
      <div className="pp-check">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-help` : undefined}
          className={className}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && (
        <p className="pp-error" role="alert" id={`${id}-help`}>
          <CircleAlert className="pp-i" />
          {error}
        </p>
      )}
    </div>
  );
}
