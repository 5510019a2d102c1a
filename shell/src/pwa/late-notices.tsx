import { useEffect, useState, type ComponentType } from 'react';
import { afterLoad } from './after-load';

/** Loads the app's notices, and with them its service worker, when everything the page needs has been loaded. */
export function LateNotices() {
  const [Notices, setNotices] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      afterLoad(() => {
        void import(/* webpackChunkName: "pwa" */ './app-notices').then(
          (module) => setNotices(() => module.default),
          () => undefined,
        );
      }),
    [],
  );
  return Notices && <Notices />;
}
