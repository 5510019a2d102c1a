import { registryRead, useAppDispatch } from '@paperplane/shared/platform';
import { useCallback, useEffect, useState } from 'react';
import { useRoutes } from 'react-router-dom';
import { RemoteFailure } from './failure';
import { PageSkeleton } from './page-skeleton';
import type { RegistryEntry } from './registry-types';
import { remoteLoader } from './remote-loader';
import { RemotePage } from './remote-page';
import { RemoteUnavailable } from './remote-unavailable';

/** The remote's pages below its section, once the registry names it. */
function SectionRoutes({ entry, prefix }: { entry: RegistryEntry; prefix: string }) {
  const below = entry.routes.filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`));
  return useRoutes(
    below.map(({ path, page }) => ({
      path: path.slice(prefix.length + 1),
      element: <RemotePage remote={entry.name} page={page} />,
    })),
  );
}

/**
 * Stands for a section whose remote was not in the registry when the route table was made. Shows the failure page; "Try again" reads
 * the registry once more and grafts the section's pages in place, without reloading the app.
 * @param prefix the section's path, where this element's route is `prefix/*`
 */
export function RemoteSection({ remote, prefix }: { remote: string; prefix: string }) {
  const dispatch = useAppDispatch();
  const [entry, setEntry] = useState<RegistryEntry | null>(null);
  const [failure, setFailure] = useState<RemoteFailure | null>(null);
  const [busy, setBusy] = useState(true);

  const look = useCallback(
    async (fresh: boolean) => {
      setBusy(true);
      try {
        const { remotes } = await remoteLoader.registry(fresh);
        const found = remotes.find(({ name }) => name === remote);
        if (!found) throw new RemoteFailure('registry', `${remote} is not deployed`, 404);
        dispatch(registryRead(remotes));
        setEntry(found);
      } catch (error) {
        setFailure(RemoteFailure.from('registry', error));
      } finally {
        setBusy(false);
      }
    },
    [dispatch, remote],
  );
  useEffect(() => void look(false), [look]);

  if (entry) return <SectionRoutes entry={entry} prefix={prefix} />;
  if (!failure) return <PageSkeleton />;
  return (
    <RemoteUnavailable remote={remote} failure={failure} onRetry={() => void look(true)} retrying={busy} />
  );
}
