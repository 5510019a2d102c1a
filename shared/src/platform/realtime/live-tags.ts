import { createTopics, MISSED, tagOf, type Join } from './topics';

/** A library that did not download is asked for again after this many milliseconds. */
const DOWNLOAD_AGAIN = 10_000;

/** A channel's name is free again once its leaving was answered. */
let freed: Promise<unknown> = Promise.resolve();

/** Opens a private channel on the one connection; whoever leaves before it is there never joins. */
const join: Join = (topic, onTag) => {
  let left = false;
  let leave = () => undefined as void;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function enter(): Promise<void> {
    const { liveClient } = await import(/* webpackChunkName: "realtime" */ './live-client');
    if (left) return;
    const client = liveClient();
    await Promise.all([client.setAuth(), freed]);
    if (left) return;
    let joined = false;
    const channel = client.channel(topic, { config: { private: true } });
    channel.on('broadcast', { event: 'changed' }, (message) => {
      const tag = tagOf(message);
      if (tag) onTag(tag);
    });
    channel.subscribe((status) => {
      if (String(status) !== 'SUBSCRIBED') return;
      if (joined) onTag(MISSED);
      joined = true;
    });
    leave = () => {
      freed = client.removeChannel(channel).catch(() => undefined);
    };
  }

  const attempt = (): void => {
    enter().catch(() => {
      // Live messages are a courtesy: pages ask again when somebody comes back to them.
      if (!left) timer = setTimeout(attempt, DOWNLOAD_AGAIN);
    });
  };
  attempt();
  return () => {
    left = true;
    clearTimeout(timer);
    leave();
  };
};

/** Listens to a private topic, `user:<id>` or `org:<id>`. */
export const subscribeToTags: Join = createTopics(join);
