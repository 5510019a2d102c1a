import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentOffer, onOffer } from './install-offer';
import { UpdateNotice } from './update-notice';
import { appUpdates } from './updates';

const loadPrompt = () => import(/* webpackChunkName: "lazy-install-prompt" */ './install-prompt');

/** Install prompt, whose code comes with the browser's offer, and update notice; registers the service worker when they are first shown. */
export function AppNotices() {
  const [updates] = useState(appUpdates);
  const isOffered = useSyncExternalStore(onOffer, currentOffer) !== null;
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadPrompt>> | null>(null);
  useEffect(() => {
    // Without its code nothing is offered, until the browser offers again.
    if (isOffered) loadPrompt().then(setPart, () => {});
  }, [isOffered]);
  return (
    <>
      {part && <part.InstallPrompt />}
      {updates && <UpdateNotice updates={updates} />}
    </>
  );
}
