import { useEffect, useRef, useState } from 'react';

const SHOW_AFTER = 150;
const KEEP_FOR = 300;

/**
 * Whether a skeleton should stand: only after 150 ms, and then for at least 300 ms, so that nothing flickers.
 * @param loading true while there is nothing else to show
 */
export function useSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (loading === shown) return;
    const wait = loading ? SHOW_AFTER : Math.max(0, since.current + KEEP_FOR - Date.now());
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  return shown;
}
