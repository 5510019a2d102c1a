import { useLocation } from '@paperplane/shared/platform';
import { PageSkeleton } from './page-skeleton';
import { RemoteBoundary } from './remote-boundary';
import { RemoteUnavailable } from './remote-unavailable';
import { useRemotePage } from './use-remote-page';

interface RemotePageProps {
  /** Federation name of the remote, for example `mf_sales`. */
  remote: string;
  /** The page's name in the remote's manifest. */
  page: string;
}

function LoadedPage({ remote, page }: RemotePageProps) {
  const { component: Page, failure, retry, retrying } = useRemotePage(remote, page);
  const { pathname } = useLocation();
  if (failure && !Page) {
    return <RemoteUnavailable remote={remote} failure={failure} onRetry={retry} retrying={retrying} />;
  }
  if (!Page) return <PageSkeleton />;
  // The class is what the remote's own styles are scoped to.
  return (
    <div className={remote}>
      <RemoteBoundary
        key={pathname}
        remote={remote}
        onRetry={retry}
        broken={(failure, again) => <RemoteUnavailable remote={remote} failure={failure} onRetry={again} />}
      >
        <Page />
      </RemoteBoundary>
    </div>
  );
}

/** A page of a remote: loads it, shows a skeleton meanwhile, and the failure page in its place when it does not come or breaks. */
export function RemotePage({ remote, page }: RemotePageProps) {
  return <LoadedPage key={`${remote}/${page}`} remote={remote} page={page} />;
}
