import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck } from '../base/icons';

/** What every field takes besides the attributes of its control. */
export interface FieldProps {
  label: string;
  /** Help under the control. */
  hint?: ReactNode;
  /** What is wrong, and what to do. Replaces the hint. */
  error?: string | null;
  /** A good word under the control, e.g. "Passwords match". */
  success?: string | null;
  /** What was understood of what is being typed, live. Empty for nothing, absent where nothing is ever said. */
  reading?: string;
  /** Marks the field; required ones carry no mark. */
  optional?: boolean;
  /** Right of the label, e.g. a link "New customer". */
  labelAction?: ReactNode;
}

/** The id of the control with a name: stable, so that an error summary can link to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Attributes that tie a control to its label, hint and error. */
export function controlProps(id: string, { error, hint, success }: FieldProps) {
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error || hint || success ? `${id}-help` : undefined,
  };
}

/** Label above, control, then error or hint. For the fields of this folder and for fields of your own. */
export function FieldShell({
  id,
  label,
  hint,
  error,
  success,
  reading,
  optional,
  labelAction,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="pp-field">
      <div className="pp-label">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {!labelAction && optional && <span className="pp-opt">Optional</span>}
      </div>
      {children}
      {/* There before it says something: only then is it announced. */}
      {reading !== undefined && (
        <output className="pp-hint pp-reading" htmlFor={id}>
          {error ? '' : reading}
        </output>
      )}
      <FieldHelp id={`${id}-help`} hint={hint} error={error} success={success} />
      {/* Beside the label, and behind the control for the Tab key: who fills in the form goes from field to field. */}
      {labelAction && <span className="pp-label-action">{labelAction}</span>}
    </div>
  );
}

function FieldHelp({
  id,
  hint,
  error,
  success,
}: Pick<FieldProps, 'hint' | 'error' | 'success'> & { id: string }) {
  if (error) {
    return (
      <p className="pp-error" role="alert" id={id}>
        <CircleAlert className="pp-i" />
        {error}
      </p>
    );
  }
  if (success) {
    return (
      <p className="pp-ok" role="status" id={id}>
        <CircleCheck className="pp-i" />
        {success}
      </p>
    );
  }
  return hint ? (
    <p className="pp-hint" id={id}>
      {hint}
    </p>
  ) : null;
}
