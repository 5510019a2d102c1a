import { useToast } from '@paperplane/shared/platform';
import type { ConfirmDialogProps } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

const load = () =>
  import(/* webpackChunkName: "lazy-confirm" */ './confirm').then((module) => module.ConfirmDialog);

/** ui's ConfirmDialog, whose code is fetched when somebody is asked for the first time: most pages are only read. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const [dialog, setDialog] = useState<{ component: ComponentType<ConfirmDialogProps> } | null>(null);
  const toast = useToast();
  const fail = useEffectEvent(() => {
    toast.error('That part of the app did not load', 'Check your connection and try again.');
    props.onCancel();
  });
  useEffect(() => {
    let isHere = true;
    load().then(
      (component) => isHere && setDialog({ component }),
      () => isHere && fail(),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return dialog && <dialog.component {...props} />;
}
