import { useToast } from '@paperplane/shared/platform';
import { useLazy } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

interface LazyDialogProps<Part> {
  load: () => Promise<Part>;
  onClose: () => void;
  children: (part: Part) => ReactNode;
}

/** A dialog whose code comes when it is opened: most visits do without it. */
export function LazyDialog<Part>({ load, onClose, children }: LazyDialogProps<Part>) {
  const { part, fetch } = useLazy(load);
  const toast = useToast();
  const begin = useEffectEvent(async () => {
    if (await fetch()) return;
    toast.error('That part of the app did not load', 'Check your connection and try again.');
    onClose();
  });
  useEffect(() => void begin(), []);
  return part && children(part);
}
