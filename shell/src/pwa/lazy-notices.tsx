import { useEffect, useState } from 'react';
import { afterLoad } from './after-load';
import { AppNotices } from './app-notices';

/**
 * Shows the app's notices, and with them starts its service worker, when everything the page needs has been loaded. What most visits
 * need comes with the shell: a file of their own would be one more request of every first visit.
 */
export function LazyNotices() {
  const [isTime, setTime] = useState(false);
  useEffect(() => afterLoad(() => setTime(true)), []);
  return isTime && <AppNotices />;
}
