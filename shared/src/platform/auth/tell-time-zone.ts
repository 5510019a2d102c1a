import { ask } from '../api/client';
import { sessionIdOf } from './password-due';

const KEY = 'paperplane.zone-told';
/** Behind what the page needs, in milliseconds. */
const LATER = 10_000;

/** Tells which time zone the browser is in, once for each session: it stands among one's devices (docs/product/tenancy.md, Devices). */
export function tellTimeZone(accessToken: string): void {
  const session = sessionIdOf(accessToken);
  if (!session || localStorage.getItem(KEY) === session) return;
  localStorage.setItem(KEY, session);
  setTimeout(() => {
    void ask((client) =>
      client.rpc('tell_time_zone', { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    );
  }, LATER);
}
