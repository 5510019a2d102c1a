import { useLazy } from '@paperplane/shared/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentOffer, onOffer } from './install-offer';
import { UpdateNotice } from './update-notice';
import { appUpdates } from './updates';

const loadPrompt = () => import(/* webpackChunkName: "lazy-install-prompt" */ './install-prompt');

/** Install prompt, whose code comes with the browser's offer, and update notice; registers the service worker when they are first shown. */
export function AppNotices() {
  const [updates] = useState(appUpdates);
  const isOffered = useSyncExternalStore(onOffer, currentOffer) !== null;
  const { part, fetch } = useLazy(loadPrompt);
  useEffect(() => {
    if (isOffered) void fetch();
    // Once for each offer.
  }, [isOffered]);
  return (
    <>
      {part && <part.InstallPrompt />}
      {updates && <UpdateNotice updates={updates} />}
    </>
  );
}
