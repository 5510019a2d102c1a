import {
  applyServerError,
  useForm,
  useFormDraft,
  valibotResolver,
  type FieldErrors,
  type FieldValues,
  type Path,
} from '@paperplane/shared/forms';
import type { GenericSchema } from 'valibot';
import { ToldFailure } from './told-failure';
import { useRequestKey, type SendOnce } from './use-request-key';

interface DialogFormOptions<Values extends FieldValues, Input> {
  /** From what is typed to what is saved. */
  schema: GenericSchema<Values, Input>;
  /** The form as it opens; counts once. */
  blank: Values;
  /** The fields an error can belong to. */
  fields: readonly Path<Values>[];
  /** What was typed the last time and not saved. */
  restored?: Values | null;
  /** Where what is typed is kept; it is written before the save, which may find the session ended. */
  draft?: {
    keep: (values: Values) => void;
    flush: (values: Values) => void;
    discard: () => void;
    requestKey?: () => string;
    renewKey?: () => void;
  };
  /** Saves, says so and closes; what creates is sent by `send`, with the form's key. @throws the failure */
  save: (input: Input, send: SendOnce) => Promise<void>;
  /** Something is wrong with what was typed; the first field that the form knows has the focus. */
  onRefused?: (errors: FieldErrors<Values>) => void;
}

const NO_DRAFT: NonNullable<DialogFormOptions<FieldValues, unknown>['draft']> = {
  keep: () => undefined,
  flush: () => undefined,
  discard: () => undefined,
};

/**
 * The state of a small form in a dialog: what was typed comes back, and a failed save shows where it belongs.
 * @returns `field`, what the control of a field takes, and `dialog`, what FormDialog takes
 */
export function useDialogForm<Values extends FieldValues, Input>(options: DialogFormOptions<Values, Input>) {
  const { schema, blank, fields, restored = null, draft = NO_DRAFT, save, onRefused } = options;
  const form = useForm<Values, unknown, Input>({
    defaultValues: blank as NonNullable<
      Parameters<typeof useForm<Values, unknown, Input>>[0]
    >['defaultValues'],
    resolver: valibotResolver(schema),
    mode: 'onTouched',
  });
  const { register, handleSubmit, getValues, getFieldState, setError, formState } = form;
  const { send, notice } = useRequestKey(draft);
  useFormDraft(form, { blank, restored, draft });
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (input) => {
    draft.flush(getValues());
    try {
      await save(input, send);
    } catch (error) {
      if (!(error instanceof ToldFailure)) applyServerError(error, fields, setError);
    }
  }, onRefused);
  const field = <Name extends Path<Values>>(name: Name) => ({
    ...register(name),
    error: getFieldState(name, formState).error?.message,
  });
  return {
    form,
    field,
    dialog: {
      notice,
      failure: errors.root?.['server']?.message,
      dirty: isDirty,
      busy: isSubmitting,
      onSubmit: () => void submit(),
    },
  };
}
