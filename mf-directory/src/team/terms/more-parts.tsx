import { useLazyDialog } from '@paperplane/shared/records';
import { Button, Card, RotateCcw, SkeletonRows, useLazy } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Agreement, Terms } from './terms-api';

const load = () => import(/* webpackChunkName: "team-terms-more" */ './more');
const loadDialog = () => load().then((module) => module.AgainDialog);

/** Opens what applying the terms again would change: the button, and the dialog, which stands outside the head of the page. */
export function useApplyAgain(member: Agreement['member']) {
  const [AgainDialog, fetchDialog] = useLazyDialog(loadDialog);
  const [open, setOpen] = useState(false);
  const show = async () => {
    if (await fetchDialog()) setOpen(true);
  };
  return {
    button: (
      <Button variant="outline" icon={<RotateCcw className="pp-i" />} onClick={() => void show()}>
        Apply terms again
      </Button>
    ),
    dialog: open && AgainDialog && <AgainDialog member={member} onClose={() => setOpen(false)} />,
  };
}

/** Which split a sale would have; its code comes after the page. */
export function TryASale(props: { agreement: Agreement; now: Terms }) {
  const { part, failed, fetch } = useLazy(load);
  const begin = useEffectEvent(() => void fetch());
  useEffect(() => begin(), []);
  if (failed) return null;
  return part ? (
    <part.TryCard {...props} />
  ) : (
    <Card title="Which one applies">
      <SkeletonRows rows={4} label="Loading which one applies" />
    </Card>
  );
}
