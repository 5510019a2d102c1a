import { useToast } from '@paperplane/shared/platform';
import { Button, Toast } from '@paperplane/shared/ui';
import { useSyncExternalStore } from 'react';
import type { AppUpdates } from './app-updates';

/** Says that a new version waits, and lets it take over (docs/product/platform.md, Update notice). */
export function UpdateNotice({ updates }: { updates: AppUpdates }) {
  const offered = useSyncExternalStore(updates.subscribe, updates.offered);
  const toast = useToast();
  if (!offered) return null;
  const update = () => {
    if (updates.update() === 'waits') {
      toast.info(
        'The new version waits for you',
        'It loads when your work on this page is saved or discarded.',
      );
    }
  };
  return (
    <Toast
      tone="update"
      title="A new version is available"
      action={
        <Button size="sm" onClick={update}>
          Update
        </Button>
      }
      dismissLabel="Close"
      onDismiss={() => updates.dismiss()}
    >
      Your work on this page stays in place.
    </Toast>
  );
}
