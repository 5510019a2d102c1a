import { TextField, type TextFieldProps } from './text-field';

export type PercentFieldProps = Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'>;

/** A typed percentage, kept as text (`parsePercent` or the `percentText` schema of domain read it). */
export function PercentField(props: PercentFieldProps) {
  return (
    <TextField autoComplete="off" {...props} inputMode="decimal" suffix={<span aria-hidden="true">%</span>} />
  );
}
