import { heardNews, loadClient } from '../api/client';
import { createTopics, MISSED, tagOf, type Join } from './topics';

/** How long after the server has closed a channel it is joined again, in milliseconds; supabase-js does so only after errors. */
const REJOIN = 1000;

/** Joins a private topic, for good: after a lost connection, too, when the listener hears `MISSED`. */
const join: Join = (topic, onTag) => {
  let leave: (() => void) | null = null;
  let isOver = false;
  let wasJoined = false;

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
        if (status === 'CLOSED') enterAgain();
        if (status !== 'SUBSCRIBED') return;
        if (wasJoined) tell(MISSED);
        wasJoined = true;
      });
  }

  const enterAgain = () => setTimeout(() => void enter().catch(enterAgain), REJOIN);

  void enter().catch(enterAgain);
  return () => {
    isOver = true;
    leave?.();
  };
};

/** Listens to a private topic, `user:<id>` or `org:<id>`. */
export const subscribeToTags: Join = createTopics(join);
