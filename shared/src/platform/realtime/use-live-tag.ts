import { useEffect, useRef } from 'react';
import { subscribeToTags } from './live-tags';
import type { OnTag } from './topics';

/**
 * Listens to what the database announces on a private topic while the component is there. Tags name what changed and carry no data:
 * the listener reads again what it shows. After a lost connection it hears `MISSED`.
 * @param topic `user:<id>`, or `org:<id>` for admins; null listens to nothing
 */
export function useLiveTag(topic: string | null, onTag: OnTag): void {
  const listener = useRef(onTag);
  useEffect(() => {
    listener.current = onTag;
  });
  useEffect(() => {
    if (topic === null) return;
    return subscribeToTags(topic, (tag) => listener.current(tag));
  }, [topic]);
}
