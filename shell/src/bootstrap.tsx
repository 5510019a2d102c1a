import { connect, parseConfig, registryRead, store } from '@paperplane/shared/platform';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import './index.css';
import { remoteLoader, RemoteRoute, remoteRoutes } from './remotes';

async function start() {
  const [config, registry] = await Promise.all([
    fetch('/config.json').then((response) => response.json()),
    remoteLoader.registry().catch(() => null),
  ]);
  connect(parseConfig(config));
  store.dispatch(registryRead(registry?.remotes ?? []));
  const router = createBrowserRouter(
    remoteRoutes(registry).map((route) => ({ path: route.path, element: <RemoteRoute route={route} /> })),
  );
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
}

void start();
