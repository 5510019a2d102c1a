/**
 * Forms of the remotes: one copy of react-hook-form and its valibot resolver. Federated as a singleton like the platform and under its
 * contract number, but on its own: the shell loads it with the first page that has a form.
 */
import { valibotResolver as resolver } from '@hookform/resolvers/valibot';
import type { FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { isAppError, processError } from '../domain';

export { useFormDraft } from './use-form-draft';
export { Controller, useFieldArray, useForm, useWatch } from 'react-hook-form';
export type {
  Control,
  FieldErrors,
  FieldValues,
  Path,
  SubmitHandler,
  UseFormRegister,
  UseFormReturn,
} from 'react-hook-form';

/**
 * Checks a form by a valibot schema; what passes is the schema's output. All rules are asked (the library would stop at the first
 * that fails): one that compares two fields speaks up while a third field is wrong, too.
 */
export function valibotResolver<Input extends FieldValues, Output>(
  schema: GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
  const check = resolver<Input, unknown, Output>(schema);
  return (values, context, options) => check(values, context, { ...options, criteriaMode: 'all' });
}

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
