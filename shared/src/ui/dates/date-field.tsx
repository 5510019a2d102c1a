import { useState } from 'react';
import { DateInput, type DateInputProps } from './date-input';
import { controlProps, FieldShell, type FieldProps } from '../fields/field-shell';
import { useFieldId } from '../fields/use-field-id';

export type DateFieldProps = Omit<FieldProps, 'reading'> & Omit<DateInputProps, 'onProblem'>;

/**
 * A calendar date, for the form `yyyy-mm-dd`. It is typed in the agency's order, and shown in it when it is left; what is no date stays,
 * and its field says what is wrong with it once it was left (docs/product/core.md, Typed dates).
 */
export function DateField({
  label,
  hint,
  error,
  success,
  optional,
  labelAction,
  onBlur,
  ...input
}: DateFieldProps) {
  const id = useFieldId(input.id, input.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  // More exact than the form's own word about it.
  const wrong = problem && (left || error) ? problem : error;
  return (
    <FieldShell {...{ id, label, hint, success, optional, labelAction }} error={wrong}>
      <DateInput
        {...input}
        {...controlProps(id, { label, hint, error: wrong, success })}
        onProblem={setProblem}
        onBlur={(event) => {
          setLeft(true);
          onBlur?.(event);
        }}
      />
    </FieldShell>
  );
}
