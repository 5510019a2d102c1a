import { useToast } from '@paperplane/shared/platform';
import type { ComponentType } from 'react';
import { useLazy } from '../ui';

/**
 * A dialog whose code is fetched when it is opened for the first time. What was typed stays when that fails; the next press tries again.
 * @returns the dialog once it is there, and what fetches it: false when that failed, which a message has said
 */
export function useLazyDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, () => Promise<boolean>] {
  const { part, fetch } = useLazy(load);
  const toast = useToast();
  async function fetchDialog() {
    const isThere = (await fetch()) !== null;
    if (!isThere)
      toast.error(
        'That part of the app did not load',
        'Nothing is lost. Check your connection and try again.',
      );
    return isThere;
  }
  return [part, fetchDialog];
}
