import { Outlet, type RouteObject } from 'react-router-dom';
import { useAuth } from '@paperplane/shared/platform';
import { CrashPage } from '../pages/crash/crash-page';
import { Guarded } from './guarded';
import { RemoteRoutes } from './remote-routes';
import { Root } from './root';
import { ROUTE_TABLE, type RouteRule } from './route-table';
import { Layout, SHELL_PAGES } from './shell-pages';

/** Top bar and menus for whoever is signed in; visitors on their way to the login page see nothing of it. */
function Frame() {
  const { isAuthenticated, isActive } = useAuth();
  return isAuthenticated && isActive ? <Layout /> : <Outlet />;
}

function shellRoute(rule: RouteRule): RouteObject | null {
  const Page = SHELL_PAGES[rule.path];
  if (!Page) return null;
  return {
    path: rule.path,
    errorElement: <CrashPage />,
    element: (
      <Guarded rule={rule}>
        <Page />
      </Guarded>
    ),
  };
}

const inFrame = ({ access }: RouteRule): boolean => access === 'user' || access === 'admin';

const routesOf = (rules: readonly RouteRule[]): RouteObject[] =>
  rules.flatMap((rule) => shellRoute(rule) ?? []);

const rules: readonly RouteRule[] = ROUTE_TABLE;

/** The whole product's routes: the shell's own, and one that stands for all remotes. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashPage />,
    children: [
      ...routesOf(rules.filter((rule) => !inFrame(rule))),
      {
        element: <Frame />,
        children: [
          ...routesOf(rules.filter(inFrame)),
          { path: '*', element: <RemoteRoutes />, errorElement: <CrashPage /> },
        ],
      },
    ],
  },
];
