import { useEffect, useMemo, useState } from 'react';
import { useRoutes } from 'react-router-dom';
import { useAppSelector, useLocation } from '@paperplane/shared/platform';
import { NotFoundPage } from '../pages/not-found/not-found-page';
import { remoteLoader, RemoteRoute, remoteRoutes, type GraftedRoute, type Registry } from '../remotes';
import { Guarded } from './guarded';
import { graftedRule, tableRule } from './rule-for';

const NOT_FOUND = { path: '*', access: 'open', title: 'Page not found' } as const;

/** The registry this page works with: undefined while it is on its way, null when it could not be read. */
function useRegistry(): Registry | null | undefined {
  // Changes when a part that was missing has been found by "Try again".
  const manifests = useAppSelector((state) => state.manifests);
  const [registry, setRegistry] = useState<Registry | null>();
  useEffect(() => {
    let shown = true;
    remoteLoader.registry().then(
      (found) => shown && setRegistry(found),
      () => shown && setRegistry((known) => known ?? null),
    );
    return () => {
      shown = false;
    };
  }, [manifests]);
  return registry;
}

function Grafted({ route }: { route: GraftedRoute }) {
  const { pathname } = useLocation();
  return (
    <Guarded rule={graftedRule(route, pathname)}>
      <RemoteRoute route={route} />
    </Guarded>
  );
}

function GraftedRoutes({ registry }: { registry: Registry | null }) {
  const routes = useMemo(
    () => [
      ...remoteRoutes(registry).map((route) => ({ path: route.path, element: <Grafted route={route} /> })),
      {
        path: '*',
        element: (
          <Guarded rule={NOT_FOUND}>
            <NotFoundPage />
          </Guarded>
        ),
      },
    ],
    [registry],
  );
  return useRoutes(routes);
}

/**
 * Everything the shell has no page of its own for: the pages of the remotes, and "not found". The guard decides from the
 * product's table before the registry has arrived, so a visitor is at the login page without waiting for it.
 */
export function RemoteRoutes() {
  const registry = useRegistry();
  const { pathname } = useLocation();
  if (registry !== undefined) return <GraftedRoutes registry={registry} />;
  return <Guarded rule={tableRule(pathname) ?? { ...NOT_FOUND, title: '' }}>{null}</Guarded>;
}
