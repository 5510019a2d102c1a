/** Forms of the remotes: one copy of react-hook-form and its valibot resolver, in the federation chunk. */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { isAppError, processError } from '../domain';

export { Controller, useForm, useFormState, useWatch } from 'react-hook-form';
export type {
  Control,
  FieldErrors,
  FieldValues,
  Path,
  SubmitHandler,
  UseFormRegister,
  UseFormReturn,
} from 'react-hook-form';
export { valibotResolver } from '@hookform/resolvers/valibot';

/**
 * Puts a failed save where it happened: at its field when the error names one the form has, else above the form (`root.server`).
 * The focus stays where it is: a field that got it would lose it to the error summary, be checked on blur, and the error gone.
 * @param fields the names of the form's fields
 */
export function applyServerError<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): void {
  const known = isAppError(error) ? error : processError(error, 'Form');
  const field = fields.find((name) => name === known.field);
  if (field) setError(field, { type: 'server', message: known.userMessage });
  else setError('root.server', { type: 'server', message: known.userMessage });
}
