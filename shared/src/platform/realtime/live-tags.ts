import { currentSession, origin } from '../api/client';
import { LiveConnection } from './live-connection';
import { createTopics, type Join } from './topics';

const connection = new LiveConnection({
  open: () => {
    const { url, key } = origin();
    const query = new URLSearchParams({ apikey: key, vsn: '1.0.0' });
    return new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query}`);
  },
  token: async () => (await currentSession()).session?.access_token ?? null,
});

/** Listens to a private topic, `user:<id>` or `org:<id>`. */
export const subscribeToTags: Join = createTopics(connection.join);
