import { Outlet, useRouteError, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import { store, useAuth, useLocation } from '@paperplane/shared/platform';
import { CrashPage } from '../pages/crash/crash-page';
import { Guarded } from './guarded';
import { Root } from './root';
import { ROUTE_TABLE, type RouteRule } from './route-table';
import { tableRule } from './rule-for';
import { Layout, RemoteRoutes, SHELL_PAGES } from './shell-pages';

/** Top bar and menus for signed-in people; visitors who are redirected to the login page do not see it. */
function Frame() {
  const { isAuthenticated, isActive } = useAuth();
  return isAuthenticated && isActive ? <Layout /> : <Outlet />;
}

const Crash = () => <CrashPage error={useRouteError()} />;

/** The guard decides from the product's table before the remotes are known: a visitor is at the login page without waiting. */
function Elsewhere() {
  const access = tableRule(useLocation().pathname)?.access ?? 'open';
  return (
    <Guarded access={access}>
      <RemoteRoutes />
    </Guarded>
  );
}

/** Starts what the address of a remote needs. The navigation does not wait for it, and nothing is loaded for a visitor. */
function startPage(args: LoaderFunctionArgs): null {
  const { initialized, user } = store.getState().auth;
  if (user || !initialized) {
    import(/* webpackChunkName: "signed-in" */ './start-page')
      .then((module) => module.startPage(args))
      .catch(() => undefined);
  }
  return null;
}

const ELSEWHERE: RouteObject = {
  path: '*',
  element: <Elsewhere />,
  errorElement: <Crash />,
  loader: startPage,
  // All addresses of remotes are this one route: a new one is a new page or a new list, a link to where one is asks for nothing.
  shouldRevalidate: ({ currentUrl: { pathname, search }, nextUrl }) =>
    pathname !== nextUrl.pathname || search !== nextUrl.search,
  hydrateFallbackElement: <></>,
};

function shellRoute(rule: RouteRule): RouteObject | null {
  const Page = SHELL_PAGES[rule.path];
  if (!Page) return null;
  return {
    path: rule.path,
    errorElement: <Crash />,
    element: (
      <Guarded access={rule.access} title={rule.title}>
        <Page />
      </Guarded>
    ),
  };
}

const inFrame = ({ access }: RouteRule): boolean => access === 'user' || access === 'admin';

const routesOf = (rules: readonly RouteRule[]): RouteObject[] =>
  rules.flatMap((rule) => shellRoute(rule) ?? []);

const rules: readonly RouteRule[] = ROUTE_TABLE;

/** All routes of the product: the shell's own, and one for all remotes. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <Crash />,
    children: [
      ...routesOf(rules.filter((rule) => !inFrame(rule))),
      {
        element: <Frame />,
        children: [...routesOf(rules.filter(inFrame)), ELSEWHERE],
      },
    ],
  },
];
