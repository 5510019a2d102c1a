import { useEffect, useRef, useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/**
 * Whether the browser has a network, as it knows it.
 * @param onBack called whenever the network comes back
 */
export function useOnline(onBack?: () => void): boolean {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    const back = () => latest.current?.();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
