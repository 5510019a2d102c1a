import { applyServerError, useForm, valibotResolver } from '@paperplane/shared/forms';
import type { FieldError } from '@paperplane/shared/ui';
import { useState } from 'react';
import { fieldNames, type FormSpec, type FormTexts } from './record-form-spec';

/**
 * State of a record form: errors come on blur and on submit and go on input, a refused save lands at its field,
 * and whatever was typed stays.
 * @param initial the texts to start from
 * @param save sends the checked values; a rejection is shown in the form
 */
export function useRecordForm<Output>(
  spec: FormSpec<Output>,
  initial: FormTexts,
  save: (output: Output) => Promise<void>,
) {
  const names = fieldNames(spec.sections);
  // What the summary lists: the errors of the last submit that have not been touched since.
  const [summary, setSummary] = useState<FieldError[]>([]);
  const form = useForm<FormTexts, unknown, Output>({
    defaultValues: initial,
    resolver: valibotResolver(spec.schema),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  });
  const { register, handleSubmit, setError, clearErrors, formState } = form;

  const field = (name: string) =>
    register(name, {
      onChange: () => {
        clearErrors(name);
        setSummary((errors) => errors.filter((error) => error.name !== name));
      },
    });

  const submit = handleSubmit(
    async (output) => {
      setSummary([]);
      try {
        await save(output);
      } catch (error) {
        applyServerError(error, names, setError);
      }
    },
    (errors) =>
      setSummary(
        names.flatMap((name) => (errors[name]?.message ? [{ name, message: errors[name].message }] : [])),
      ),
  );

  return {
    field,
    submit,
    summary,
    errorOf: (name: string): string | undefined => formState.errors[name]?.message,
    /** A failure that belongs to no field. */
    failure: formState.errors.root?.['server']?.message ?? null,
    submitCount: formState.submitCount,
    isSaving: formState.isSubmitting,
  };
}
