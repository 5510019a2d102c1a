import {
  applyServerError,
  useForm,
  valibotResolver,
  type FieldValues,
  type Path,
} from '@paperplane/shared/forms';
import type { Draft } from '@paperplane/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { recordDraftOf, type DraftShape, type RecordDraft } from './record-draft';
import { ToldFailure } from './told-failure';

/** What a form is, beside its fields. Constant. */
export interface RecordRules<Values extends FieldValues, Input> extends DraftShape<Values> {
  /** From what is typed to what is saved. */
  schema: GenericSchema<Values, Input>;
  /** The fields an error can belong to, in the order of the form. */
  fields: readonly Path<Values>[];
  /** Whether two states of the form say the same; by default those fields are compared. */
  isSame?: (a: Values, b: Values) => boolean;
}

export interface RecordEditorInput<Values, Saved> {
  /** What the form shows before anything is typed. */
  start: Values;
  /** The record that is edited, as it was when the form was opened; `null` for a new one. */
  opened: Saved | null;
  /** What was typed the last time and not saved. */
  restored: RecordDraft<Values, Saved> | null;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
}

/** Rows that hold nothing do not count. */
const filled = (value: unknown): unknown =>
  Array.isArray(value)
    ? (value as unknown[]).filter(
        (row) =>
          typeof row !== 'object' || Object.values(row ?? {}).some((text) => String(text).trim() !== ''),
      )
    : value;

/** True when nothing has been typed that is not there already. */
export const sameValues = <Values extends FieldValues>(
  fields: readonly (keyof Values)[],
  a: Values,
  b: Values,
): boolean => fields.every((name) => JSON.stringify(filled(a[name])) === JSON.stringify(filled(b[name])));

/**
 * State of a record's form: errors on blur and on submit, gone on input; whether anything is unsaved; the draft that follows every key.
 * All inputs count once, when the form is opened.
 */
export function useRecordEditor<Values extends FieldValues, Input, Saved>(
  rules: RecordRules<Values, Input>,
  { start, opened, restored, draft }: RecordEditorInput<Values, Saved>,
) {
  const { schema, fields, shape } = rules;
  const isSame =
    rules.isSame ?? ((a: Values, b: Values) => sameValues(fields as readonly (keyof Values)[], a, b));
  const [shown] = useState(restored?.values ?? start);
  const form = useForm<Values, unknown, Input>({
    defaultValues: shown as NonNullable<
      Parameters<typeof useForm<Values, unknown, Input>>[0]
    >['defaultValues'],
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // The summary takes the focus, and leads to the fields.
    shouldFocusError: false,
    resolver: valibotResolver(schema),
  });
  const { register, clearErrors, handleSubmit, setError, subscribe, reset, getFieldState, formState } = form;
  const [dirty, setDirty] = useState(!isSame(shown, start));
  /** What is compared with, and kept with the draft: always the newest, also between two renders. */
  const base = useRef({ start, opened });

  const follow = useEffectEvent((values: Values) => {
    const isTyped = !isSame(values, base.current.start);
    setDirty(isTyped);
    if (isTyped) draft.keep(recordDraftOf(shape, values, base.current.opened));
    else draft.discard();
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) }),
    [subscribe],
  );

  /** What the control of a field takes: its registration, and its error, which goes as soon as the field is changed. */
  const field = <Name extends Path<Values>>(name: Name, onChange?: () => void) => ({
    ...register(name, {
      onChange: () => {
        clearErrors(name);
        onChange?.();
      },
    }),
    error: getFieldState(name, formState).error?.message,
  });

  /** Goes on from another state of the record, with what the form is to show now. */
  function rebase(saved: Saved, startNow: Values, values: Values) {
    base.current = { start: startNow, opened: saved };
    reset(values, { keepSubmitCount: true });
  }

  /** Checks the form and saves it; what was typed stays when that fails, also if the session turns out to have ended. */
  const submit = (save: (input: Input) => Promise<void>) =>
    handleSubmit(async (checked) => {
      draft.flush();
      try {
        await save(checked);
      } catch (error) {
        if (!(error instanceof ToldFailure)) applyServerError(error, fields, setError);
      }
    })();

  return { form, fields, field, dirty, rebase, submit };
}

/** The state of a record's form, as its sections take it. */
export type RecordEditor<Values extends FieldValues, Input, Saved> = ReturnType<
  typeof useRecordEditor<Values, Input, Saved>
>;
