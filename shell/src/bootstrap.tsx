import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { processError } from '@paperplane/shared/domain';
import {
  connect,
  initializeAuth,
  store,
  takeSessionFromUrl,
  type RuntimeConfig,
} from '@paperplane/shared/platform';
import './index.css';
import { ConfigProvider } from './config/config-context';
import { hasStoredSession, readMailLinkError } from './config/mail-link-error';
import { loadConfig, type ConfigProblem } from './config/load-config';
import { followTheme } from './layout/theme/theme';
import { StartFailurePage } from './pages/start-failure/start-failure-page';
import { listenForOffer } from './pwa/install-offer';
import { routes } from './router/routes';
import { preloadPage } from './router/shell-pages';

/** A server that answers nothing must become a page that says so, in milliseconds. */
const START_TIMEOUT = 10_000;

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);
let connected = false;
let shown = false;
let router: ReturnType<typeof createBrowserRouter> | undefined;

/** Made as soon as there is a session: its loader starts what the address needs while the user is on the way. */
const theRouter = () => (router ??= createBrowserRouter(routes));

function fail(problem: ConfigProblem): void {
  root.render(<StartFailurePage problem={problem} onRetry={() => void start()} />);
}

function show(config: RuntimeConfig): void {
  // "Try again" may have started a second run while the first one was only slow.
  if (shown) return;
  shown = true;
  // In slices, between which a slow phone answers.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Provider store={store}>
          <ConfigProvider config={config}>
            <RouterProvider router={theRouter()} />
          </ConfigProvider>
        </Provider>
      </StrictMode>,
    ),
  );
}

/** Configuration, then the session, then the first page: nothing protected is shown before. The boot script reads the registry meanwhile. */
async function start(): Promise<void> {
  const loaded = await loadConfig();
  if ('problem' in loaded) return fail(loaded.problem);
  if (!connected) connect(loaded.config);
  connected = true;
  const slow = setTimeout(
    () =>
      fail({ kind: 'network', error: processError({ message: 'network: no answer' }, 'Auth/Initialize') }),
    START_TIMEOUT,
  );
  // In the next turn: the request for the user leaves first.
  await initializeAuth(() => void setTimeout(theRouter));
  clearTimeout(slow);
  const { initialized, error } = store.getState().auth;
  if (!initialized) {
    return fail({ kind: 'network', error: error ?? processError({ message: 'network' }, 'Auth/Initialize') });
  }
  show(loaded.config);
}

followTheme();
listenForOffer();
takeSessionFromUrl();
readMailLinkError();
preloadPage(window.location.pathname, hasStoredSession());
void start();
