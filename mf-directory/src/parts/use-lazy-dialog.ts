import { useToast } from '@paperplane/shared/platform';
import { useState, type ComponentType } from 'react';

/**
 * A dialog whose code is fetched when it is opened for the first time. What was typed stays when that fails; the next press tries again.
 * @param load a function of the module, so that it is the same at every render
 * @returns the dialog once it is there, and what fetches it: false when that failed, which a message has said
 */
export function useLazyDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, () => Promise<boolean>] {
  const [dialog, setDialog] = useState<{ component: ComponentType<Props> } | null>(null);
  const toast = useToast();
  async function fetchDialog() {
    try {
      const component = await load();
      setDialog({ component });
      return true;
    } catch {
      toast.error(
        'That part of the app did not load',
        'Nothing is lost. Check your connection and try again.',
      );
      return false;
    }
  }
  return [dialog?.component ?? null, fetchDialog];
}
