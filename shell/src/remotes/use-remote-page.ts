import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { RemoteFailure } from './failure';
import { remoteLoader, type RemoteLoader } from './remote-loader';

export interface RemotePageState {
  readonly component: ComponentType | null;
  readonly failure: RemoteFailure | null;
  /** Starts this page over, with everything fresh. */
  readonly retry: () => void;
  /** Another attempt after a failure is under way. */
  readonly retrying: boolean;
}

/**
 * Loads one page of a remote, or one card, by effect and state; `lazy` with `Suspense` would hold each reveal back 300 ms.
 * The caller gives its component a key per page, so that remote and page never change here.
 */
export function useRemotePage(
  remote: string,
  page: string,
  loader: RemoteLoader = remoteLoader,
): RemotePageState {
  const [component, setComponent] = useState<ComponentType | null>(() => loader.loaded(remote, page) ?? null);
  const [failure, setFailure] = useState<RemoteFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [retrying, setRetrying] = useState(false);

  useEffect(() => {
    let shown = true;
    const ready = attempt > 0 ? loader.startOver(remote, page) : Promise.resolve();
    ready
      .then(() => loader.load(remote, page))
      .then(
        (loaded) => {
          if (!shown) return;
          // A page is drawn in slices, between which a slow phone answers.
          startTransition(() => {
            setFailure(null);
            setComponent(() => loaded);
          });
        },
        (error: unknown) => shown && setFailure(RemoteFailure.from('entry', error)),
      )
      .finally(() => shown && setRetrying(false));
    return () => {
      shown = false;
    };
  }, [loader, remote, page, attempt]);

  const retry = () => {
    setRetrying(true);
    setComponent(null);
    setAttempt((count) => count + 1);
  };
  return { component, failure, retry, retrying };
}
