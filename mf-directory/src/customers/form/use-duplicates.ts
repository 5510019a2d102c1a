import { useWatch } from '@paperplane/shared/forms';
import { useDebouncedValue } from '@paperplane/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { useFindDuplicateCustomersQuery, useLazyFindDuplicateCustomersQuery } from '../customers-api';
import type { Duplicate, DuplicateProbe } from '../customer';
import { isSpecificEnough, probeOf } from './duplicate-texts';
import type { CustomerEditor } from './customer-rules';

/** How long what is compared has to stand before it is looked up, in milliseconds. */
const SETTLES = 500;
const FIELDS = ['firstName', 'lastName', 'birthday', 'email', 'phone'] as const;
const NOBODY: readonly Duplicate[] = [];

/**
 * Looks for customers who may be the one in the form: while it is typed, and once more before it is saved.
 * @param exceptId who is edited; `null` for a new customer
 * @param unchanged what was there before: without a change of it nobody is looked for
 */
export function useDuplicates(
  editor: CustomerEditor,
  exceptId: string | null,
  unchanged: DuplicateProbe | null,
) {
  const [firstName, lastName, birthday, email, phone] = useWatch({
    control: editor.form.control,
    name: FIELDS,
  });
  const typed = JSON.stringify(
    probeOf({ ...editor.form.getValues(), firstName, lastName, birthday, email, phone }),
  );
  const settled = useDebouncedValue(typed, SETTLES);
  const probe = JSON.parse(settled) as DuplicateProbe;
  const skip = !isSpecificEnough(probe) || settled === JSON.stringify(unchanged);
  const { currentData } = useFindDuplicateCustomersQuery({ probe, exceptId }, { skip });
  const [find] = useLazyFindDuplicateCustomersQuery();
  const [found, setFound] = useState<{ typed: string; duplicates: readonly Duplicate[] } | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  /** Whoever was on screen when the form was sent has been seen. */
  const seen = useRef(new Set<string>());

  const shown = found?.typed === typed ? found.duplicates : ((skip ? null : currentData) ?? NOBODY);

  // Once it stands there: somebody who sent the form has to notice that it was not saved.
  useEffect(() => {
    if (!found) return;
    notice.current?.focus();
    notice.current?.scrollIntoView?.({ block: 'center' });
  }, [found]);

  /** @returns false when somebody turns up who was not on screen: then the form is not saved yet, and the notice has the focus */
  async function confirmed(): Promise<boolean> {
    for (const { id } of shown) seen.current.add(id);
    const now = probeOf(editor.form.getValues());
    if (!isSpecificEnough(now) || JSON.stringify(now) === JSON.stringify(unchanged)) return true;
    // A warning that cannot be had must not keep anybody from saving.
    const { data = NOBODY } = await find({ probe: now, exceptId }, true);
    if (data.every(({ id }) => seen.current.has(id))) return true;
    for (const { id } of data) seen.current.add(id);
    setFound({ typed: JSON.stringify(now), duplicates: data });
    return false;
  }

  return { duplicates: shown, notice, confirmed };
}
