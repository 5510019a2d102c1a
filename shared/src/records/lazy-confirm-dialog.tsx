import { useToast } from '@paperplane/shared/platform';
import { useEffect, useEffectEvent } from 'react';
import { useLazy, type ConfirmDialogProps } from '../ui';

const load = () => import(/* webpackChunkName: "lazy-confirm-dialog" */ '../ui/dialogs/confirm-dialog');

/** ui's ConfirmDialog, whose code is fetched when somebody is asked for the first time: most pages are only read. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const { part, fetch } = useLazy(load);
  const toast = useToast();
  const begin = useEffectEvent(async () => {
    if (await fetch()) return;
    toast.error('That part of the app did not load', 'Check your connection and try again.');
    props.onCancel();
  });
  useEffect(() => void begin(), []);
  return part && <part.ConfirmDialog {...props} />;
}
