import { LIMITS } from '../domain/limits';
import { Calendar } from './icons';
import { TextField, type TextFieldProps } from './text-field';

export type DateFieldProps = Omit<TextFieldProps, 'type' | 'suffix'>;

/** A calendar date, `yyyy-mm-dd`. The browser's own picker: known to its users, and to screen readers. */
export function DateField({ prefix = <Calendar className="pp-i" />, ...rest }: DateFieldProps) {
  return <TextField min={LIMITS.dateMin} max={LIMITS.dateMax} {...rest} type="date" prefix={prefix} />;
}
