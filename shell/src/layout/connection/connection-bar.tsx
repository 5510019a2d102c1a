import { useEffect, useState } from 'react';
import { formatDate, formatDateTime, formatTime } from '@paperplane/shared/domain';
import { Check, TriangleAlert } from '@paperplane/shared/ui';
import './connection.css';
import { useAsOf, useIsFromDevice } from './as-of';
import { useOnline } from './use-online';

/** How long the good news stays, in milliseconds. */
const STAYS = 5000;

/** `As of 10:42 AM, offline. …`, of another day `As of Nov 25, 10:42 AM, offline. …`; where nothing was read, that the line is gone. */
function OfflineText({ now = new Date() }) {
  const at = useAsOf();
  if (at === null)
    return 'You’re offline. What you see may be out of date, and nothing is saved until you are back.';
  const moment = new Date(at);
  const isToday = formatDate(moment) === formatDate(now);
  return `As of ${isToday ? formatTime(moment) : formatDateTime(moment)}, offline. Nothing is saved until you are back.`;
}

/** Says that the network is gone, for as long as it is, of when what one sees is, and then that it is back (docs/product/platform.md, Offline and Reading offline). */
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
  return (
    // Always there: screen readers only announce what changes inside.
    <div role="status" className={shown ? `shell-line is-${shown}` : undefined}>
      {shown === 'offline' && (
        <>
          <TriangleAlert className="pp-i" />
          <span>
            <OfflineText />
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
