import { useEffect } from 'react';

/** Not more often than this, in milliseconds: people switch between windows all day. */
const AT_MOST_EVERY = 30_000;

/** Asks again when somebody comes back to this tab. */
export function useRefetchOnFocus(refetch: () => unknown): void {
  useEffect(() => {
    let last = Date.now();
    const onVisible = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < AT_MOST_EVERY) return;
      last = Date.now();
      refetch();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('focus', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('focus', onVisible);
    };
  }, [refetch]);
}
