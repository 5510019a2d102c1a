import { startTransition, useEffect, useMemo, useState } from 'react';
import { useRoutes } from 'react-router-dom';
import { CardProvider, useAppSelector, useLocation } from '@paperplane/shared/platform';
import {
  RemoteCard,
  remoteLoader,
  RemoteRoute,
  remoteRoutes,
  type MountedRoute,
  type Registry,
} from '../remotes';
import { Guarded } from './guarded';
import { lazyPage } from './lazy-page';
import { mountedRule } from './rule-for';

/** The registry this page works with: undefined while it is on its way, null when it could not be read. */
function useRegistry(): Registry | null | undefined {
  // Changes when a part that was missing has been found by "Try again".
  const manifests = useAppSelector((state) => state.manifests);
  const [registry, setRegistry] = useState<Registry | null>();
  useEffect(() => {
    let shown = true;
    remoteLoader.registry().then(
      // With it stands the page, whose code may be there already: drawn in slices, between which a slow phone answers.
      (found) => shown && startTransition(() => setRegistry(found)),
      () => shown && setRegistry((known) => known ?? null),
    );
    return () => {
      shown = false;
    };
  }, [manifests]);
  return registry;
}

function Mounted({ route }: { route: MountedRoute }) {
  const { pathname } = useLocation();
  const { access, title } = mountedRule(route, pathname);
  return (
    <Guarded access={access} title={title}>
      <RemoteRoute route={route} />
    </Guarded>
  );
}

const NotFoundPage = lazyPage(
  () => import(/* webpackChunkName: "not-found" */ '../pages/not-found/not-found-page'),
);

const notFound = {
  path: '*',
  element: (
    <Guarded access="open" title="Page not found">
      <NotFoundPage />
    </Guarded>
  ),
};

function MountedRoutes({ registry }: { registry: Registry | null }) {
  const routes = useMemo(
    () => [
      ...remoteRoutes(registry).map((route) => ({ path: route.path, element: <Mounted route={route} /> })),
      notFound,
    ],
    [registry],
  );
  return <CardProvider value={RemoteCard}>{useRoutes(routes)}</CardProvider>;
}

/** Everything the shell has no page of its own for: the pages of the remotes, and "not found". */
export default function RemoteRoutes() {
  const registry = useRegistry();
  return registry === undefined ? null : <MountedRoutes registry={registry} />;
}
