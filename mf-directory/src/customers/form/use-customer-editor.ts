import { applyServerError, useForm, valibotResolver, type Path } from '@paperplane/shared/forms';
import type { Draft } from '@paperplane/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerInput } from '../customer';
import { draftOf, type CustomerDraft } from './customer-draft';
import { customerSchema } from './customer-schema';
import { CUSTOMER_FIELDS, sameValues, type CustomerValues } from './customer-values';

interface EditorInput {
  /** What the form shows before anything is typed. */
  start: CustomerValues;
  /** The same when a customer is edited; `null` for a new one. */
  opened: CustomerValues | null;
  /** What was typed the last time and not saved. */
  restored: CustomerDraft | null;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
}

/**
 * State of the customer form: errors on blur and on submit, gone on input; whether anything is unsaved; the draft that follows every key.
 * All inputs count once, when the form is opened.
 */
export function useCustomerEditor({ start, opened, restored, draft }: EditorInput) {
  const [shown] = useState(restored?.values ?? start);
  const form = useForm<CustomerValues, unknown, CustomerInput>({
    defaultValues: shown,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // The summary takes the focus, and leads to the fields.
    shouldFocusError: false,
    resolver: valibotResolver(customerSchema),
  });
  const { register, clearErrors, handleSubmit, setError, subscribe } = form;
  const [dirty, setDirty] = useState(!sameValues(shown, start));

  const follow = useEffectEvent((values: CustomerValues) => {
    const isTyped = !sameValues(values, start);
    setDirty(isTyped);
    if (isTyped) draft.keep(draftOf(values, opened));
    else draft.discard();
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) }),
    [subscribe],
  );

  /** Registers a field whose error goes as soon as it is changed. */
  const field = (name: Path<CustomerValues>) => register(name, { onChange: () => clearErrors(name) });

  /** Checks the form and saves it; what was typed stays when that fails, also if the session turns out to have ended. */
  const submit = (save: (input: CustomerInput) => Promise<void>) =>
    handleSubmit(async (checked) => {
      draft.flush();
      try {
        await save(checked);
      } catch (error) {
        applyServerError(error, CUSTOMER_FIELDS, setError);
      }
    })();

  return { form, field, dirty, submit };
}

export type CustomerEditor = ReturnType<typeof useCustomerEditor>;
