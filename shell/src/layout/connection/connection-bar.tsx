import { useEffect, useState } from 'react';
import { useAppSelector, useFromDevice } from '@paperplane/shared/platform';
import { Check, TriangleAlert } from '@paperplane/shared/ui';
import './connection.css';
import { useOnline } from './use-online';

/** How long the good news stays, in milliseconds. */
const STAYS = 5000;

const LOST = 'You’re offline. What you see may be out of date, and nothing is saved until you are back.';
const loadText = () => import(/* webpackChunkName: "offline-text" */ './offline-text');

/** Whether some of the page's answers were read from this device. */
function useIsFromDevice(): boolean {
  const keys = Object.keys(useFromDevice());
  return useAppSelector(({ api }) => keys.some((key) => key in api.queries));
}

/** Says that the network is gone, for as long as it is, of when what one sees is, and then that it is back (docs/product/platform.md, Reading offline). */
export function ConnectionBar() {
  const [isBack, setBack] = useState(false);
  const online = useOnline(() => setBack(true));
  useEffect(() => {
    if (!online) setBack(false);
    if (!isBack) return;
    const timer = setTimeout(() => setBack(false), STAYS);
    return () => clearTimeout(timer);
  }, [online, isBack]);
  const isFromDevice = useIsFromDevice();
  const shown = !online || isFromDevice ? 'offline' : isBack ? 'back' : null;
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadText>> | null>(null);
  useEffect(() => {
    // A browser that has not kept it says the plain words.
    if (shown === 'offline') loadText().then(setPart, () => {});
  }, [shown]);
  return (
    // Always there: screen readers only announce what changes inside.
    <div role="status" className={shown ? `shell-line is-${shown}` : undefined}>
      {shown === 'offline' && (
        <>
          <TriangleAlert className="pp-i" />
          <span>{part ? <part.OfflineText otherwise={LOST} /> : LOST}</span>
        </>
      )}
      {shown === 'back' && (
        <>
          <Check className="pp-i" />
          <span>You’re back online. What you see is being brought up to date.</span>
        </>
      )}
    </div>
  );
}
