import { heardNews, loadClient } from '../api/client';
import { createTopics, MISSED, tagOf, type Join } from './topics';

/** How long after the server has closed a channel it is joined again, in milliseconds; supabase-js does so only after errors. */
const REJOIN = 1000;

/** Joins a private topic, for good: after a lost connection, too, when the listener hears `MISSED`. */
const join: Join = (topic, onTag) => {
  let leave: (() => void) | null = null;
  let isOver = false;
  let wasJoined = false;
  let timer: ReturnType<typeof setTimeout>;

  const tell = (tag: string) => {
    heardNews();
    onTag(tag);
  };

  async function enter(): Promise<void> {
    const client = await loadClient();
    if (isOver) return;
    const channel = client.channel(topic, { config: { private: true } });
    leave = () => void client.removeChannel(channel);
    channel
      .on('broadcast', { event: '*' }, (message) => {
        const tag = tagOf(message);
        if (tag) tell(tag);
      })
      .subscribe((status: string) => {
        if (isOver) return;
        if (status === 'CLOSED') enterIn(REJOIN);
        if (status !== 'SUBSCRIBED') return;
        if (wasJoined) tell(MISSED);
        wasJoined = true;
      });
  }

  function enterIn(delay: number): void {
    timer = setTimeout(() => void enter().catch(() => enterIn(REJOIN)), delay);
  }

  // Behind the paint of the page that listens: joining takes a slow phone as long as drawing it.
  enterIn(0);
  return () => {
    isOver = true;
    clearTimeout(timer);
    leave?.();
  };
};

/** Listens to a private topic, `user:<id>` or `org:<id>`. */
export const subscribeToTags: Join = createTopics(join);
