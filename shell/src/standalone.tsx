/**
 * Development only: one remote alone, on a bare page. Signs in with a demo login (`?as=agent` for another one) and offers the remote's
 * routes, through the same loader, contract check and failure page as in the app.
 */
import {
  connect,
  initializeAuth,
  Link,
  parseConfig,
  registryRead,
  signIn,
  store,
} from '@paperplane/shared/platform';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom';
import './index.css';
import { remoteLoader, RemoteRoute, remoteRoutes, type GraftedRoute } from './remotes';

declare const REMOTE: string;

function Frame({ routes, who }: { routes: readonly GraftedRoute[]; who: string }) {
  return (
    <>
      <nav className="pp-page pp-row" aria-label="Main">
        <b>{REMOTE}</b>
        {routes
          .filter(({ path }) => !path.includes(':'))
          .map(({ path, title }) => (
            <Link key={path} className="pp-link" to={path}>
              {title}
            </Link>
          ))}
        <span className="pp-muted">{who}</span>
      </nav>
      <Outlet />
    </>
  );
}

/** @throws Error when the demo login does not work: the data is not the demo's */
async function signInAsDemo(): Promise<string> {
  await initializeAuth();
  const name = new URLSearchParams(window.location.search).get('as');
  const { user } = store.getState().auth;
  const email = `${name ?? 'owner'}@demo.paperplane.test`;
  if (user && (!name || user.email === email)) return user.email;
  const result = await signIn({ email, password: 'paperplane-demo', remember: true });
  if (!result.success) throw new Error(`${email}: ${result.error.userMessage}`);
  return email;
}

async function start(): Promise<void> {
  const answer = await fetch('/config.json');
  connect(parseConfig(await answer.json()));
  const [who, registry] = await Promise.all([signInAsDemo(), remoteLoader.registry()]);
  store.dispatch(registryRead(registry.remotes));
  const routes = remoteRoutes(registry).filter(({ remote, page }) => remote === REMOTE && page !== null);
  const router = createBrowserRouter([
    {
      element: <Frame routes={routes} who={who} />,
      children: [
        ...routes.map((route) => ({ path: route.path, element: <RemoteRoute route={route} /> })),
        { path: '*', element: <Navigate to={routes[0]?.path ?? '/'} replace /> },
      ],
    },
  ]);
  createRoot(document.getElementById('root') ?? document.body).render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

start().catch((error: unknown) => {
  document.body.textContent = error instanceof Error ? error.message : String(error);
});
