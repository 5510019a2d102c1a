import type { MountedRoute } from './remote-routes';
import { RemotePage } from './remote-page';
import { RemoteSection } from './remote-section';

/** What a mounted route shows: its page, or its section's failure page where nothing more is known. */
export function RemoteRoute({ route }: { route: MountedRoute }) {
  if (route.page !== null) return <RemotePage remote={route.remote} page={route.page} />;
  const prefix = route.path.replace(/\/\*$/, '');
  return <RemoteSection key={prefix} remote={route.remote} prefix={prefix} />;
}
