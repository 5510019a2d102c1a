import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import { Link, paths, useLocation } from '@paperplane/shared/platform';
import { buttonClass, ErrorState } from '@paperplane/shared/ui';
import { useOnline } from '../layout/connection/use-online';
import { OfflineInFrame } from '../pages/offline/offline-message';
import type { RemoteFailure } from './failure';
import { sectionOf } from './sections';

interface RemoteUnavailableProps {
  remote: string;
  failure: RemoteFailure;
  onRetry: () => void;
  retrying?: boolean;
}

/** Fills the page area below the top bar when a remote's page cannot be shown; everything around it keeps working. */
export function RemoteUnavailable({ remote, failure, onRetry, retrying = false }: RemoteUnavailableProps) {
  const { pathname } = useLocation();
  const section = sectionOf(pathname)?.label ?? 'This page';
  const reload = failure.needsReload;
  useOnline(onRetry);
  if (!navigator.onLine && failure.userMessage === ERROR_MESSAGES.NETWORK) return <OfflineInFrame />;
  return (
    <main id="main" className="pp-page">
      <section className="pp-card pp-after">
        <ErrorState
          large
          title={`${section} could not be loaded`}
          message={`${failure.userMessage} Everything else keeps working, and your data is safe.`}
          onRetry={reload ? () => window.location.reload() : onRetry}
          retryLabel={reload ? 'Reload page' : 'Try again'}
          retrying={retrying}
          actions={
            <Link className={buttonClass('outline')} to={paths.dashboard.href()}>
              <span>Go to dashboard</span>
            </Link>
          }
          reference={`${remote}: ${failure.message}`}
        />
      </section>
    </main>
  );
}
