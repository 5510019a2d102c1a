import { useEffect, useState } from 'react';
import { Check, TriangleAlert } from '@paperplane/shared/ui';
import './connection.css';
import { useOnline } from './use-online';

/** How long the good news stays, in milliseconds. */
const STAYS = 5000;

/** Says that the network is gone, for as long as it is, and then that it is back (docs/product/platform.md, Offline). */
export function ConnectionBar() {
  const [isBack, setBack] = useState(false);
  const online = useOnline(() => setBack(true));
  useEffect(() => {
    if (!online) setBack(false);
    if (!isBack) return;
    const timer = setTimeout(() => setBack(false), STAYS);
    return () => clearTimeout(timer);
  }, [online, isBack]);
  const shown = online ? (isBack ? 'back' : null) : 'offline';
  return (
    // Always there: screen readers only announce what changes inside.
    <div role="status" className={shown ? `shell-line is-${shown}` : undefined}>
      {shown === 'offline' && (
        <>
          <TriangleAlert className="pp-i" />
          <span>
            You’re offline. What you see may be out of date, and nothing is saved until you are back.
          </span>
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
