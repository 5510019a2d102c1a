import { lazy, Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { registryRead, useAppDispatch, useCurrentUser } from '@paperplane/shared/platform';
import { afterLoad } from '../pwa/after-load';
import { remoteLoader, watchDeployments } from '../remotes';
import { StepUpOutlet } from '../second-factor/step-up-outlet';
import './layout.css';
import { ConnectionBar } from './connection/connection-bar';
import { useRetryFailed } from './connection/use-retry-failed';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';

/** Tells everybody what the deployed remotes bring. A failure shows where a remote is needed. */
function useManifests(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    remoteLoader.registry().then(
      ({ remotes }) => dispatch(registryRead(remotes)),
      () => undefined,
    );
  }, [dispatch]);
}

const DeletionBar = lazy(() => import('./deletion-bar'));

/** What surrounds every signed-in page. Each page brings its own `<main id="main" className="pp-page">`. */
export default function Layout() {
  useManifests();
  useEffect(() => afterLoad(watchDeployments), []);
  useRetryFailed();
  const { deletionDueAt } = useCurrentUser().organization;
  return (
    <>
      <SkipLink />
      <TopBar />
      <ConnectionBar />
      {deletionDueAt && (
        <Suspense>
          <DeletionBar />
        </Suspense>
      )}
      <Outlet />
      <StepUpOutlet />
    </>
  );
}
