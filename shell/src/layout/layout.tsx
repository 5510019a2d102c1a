import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { registryRead, useAppDispatch } from '@paperplane/shared/platform';
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

/** What surrounds every signed-in page. Each page brings its own `<main id="main" className="pp-page">`. */
export default function Layout() {
  useManifests();
  useEffect(() => afterLoad(watchDeployments), []);
  useRetryFailed();
  return (
    <>
      <SkipLink />
      <TopBar />
      <ConnectionBar />
      <Outlet />
      <StepUpOutlet />
    </>
  );
}
