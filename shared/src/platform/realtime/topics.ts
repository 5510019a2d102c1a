/** The tag that listeners get after a reconnect: messages may have been missed. */
export const MISSED = 'missed';

export type OnTag = (tag: string) => void;

/** Joins a topic. @returns leaves it */
export type Join = (topic: string, onTag: OnTag) => () => void;

/** The tag of a message `{ tag: 'notifications' }`; null for anything else. */
export function tagOf(message: unknown): string | null {
  const { payload } = (message ?? {}) as { payload?: { tag?: unknown } };
  return typeof payload?.tag === 'string' ? payload.tag : null;
}

/**
 * Many listeners of a page, one channel per topic: joined with the first listener, left with the last.
 * @param join opens a channel
 * @returns subscribe(topic, listener), which answers how to stop listening
 */
export function createTopics(join: Join): Join {
  const open = new Map<string, { listeners: Set<OnTag>; leave: () => void }>();
  return (topic, onTag) => {
    // Wrapped for each subscription, because the same function may subscribe twice.
    const listener: OnTag = (tag) => onTag(tag);
    let entry = open.get(topic);
    if (!entry) {
      const listeners = new Set<OnTag>();
      entry = { listeners, leave: join(topic, (tag) => listeners.forEach((tell) => tell(tag))) };
      open.set(topic, entry);
    }
    const { listeners, leave } = entry;
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      open.delete(topic);
      leave();
    };
  };
}
