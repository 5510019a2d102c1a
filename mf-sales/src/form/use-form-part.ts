import { useToast } from '@paperplane/shared/platform';
import { useLazy } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent } from 'react';

/** Code of the form that most sales do without, fetched when it is wanted. */
export interface FormPartState<Part> {
  part: Part | null;
  /** The last attempt failed, and was told. */
  failed: boolean;
  /** The code; `null` when it did not come. */
  fetch: () => Promise<Part | null>;
}

/**
 * Fetches a part of the form once it is needed, and says so where it did not come: what was typed stays.
 * @param load a dynamic import
 * @param isNeeded the sale has what the part shows: opened so, brought back by a draft, or chosen now
 */
export function useFormPart<Part>(load: () => Promise<Part>, isNeeded: boolean): FormPartState<Part> {
  const { part, failed, fetch: get } = useLazy(load);
  const toast = useToast();
  async function fetch() {
    const loaded = await get();
    if (!loaded)
      toast.error(
        'That part of the app did not load',
        'Nothing is lost. Check your connection and try again.',
      );
    return loaded;
  }
  const show = useEffectEvent(() => void fetch());
  useEffect(() => {
    if (isNeeded) show();
  }, [isNeeded]);
  return { part, failed, fetch };
}
