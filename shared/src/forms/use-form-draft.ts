import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where what is typed is kept: a draft of the platform. */
interface Keeper<T> {
  keep: (values: T) => void;
  discard: () => void;
}

interface FormDraft<T> {
  /** The form as it opens when nothing was kept: its default values, all of them plain. */
  blank: T;
  /** What was typed the last time and not saved. */
  restored: T | null;
  draft: Keeper<T>;
}

/**
 * Puts what was typed the last time back into a form, as typed and not as its start, and keeps what is typed into it while that differs
 * from how the form opens.
 */
export function useFormDraft<T extends FieldValues>(
  { reset, subscribe }: Pick<UseFormReturn<T>, 'reset' | 'subscribe'>,
  { blank, restored, draft }: FormDraft<T>,
): void {
  const putBack = useEffectEvent(() => {
    if (restored) reset(restored, { keepDefaultValues: true });
  });
  const follow = useEffectEvent((values: T) => {
    if (Object.entries(blank).every(([name, value]) => values[name] === value)) draft.discard();
    else draft.keep(values);
  });
  useEffect(() => {
    putBack();
    return subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) });
  }, [subscribe]);
}
