import { AppUpdates } from './app-updates';
import { isTyping, watchTyping } from './typing';

const loaded = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((url) => url.startsWith(`${location.origin}/`));

/** What comes within so many milliseconds of each other is one loading. */
const PAUSE = 1000;
let lastCame = 0;
const watchLoading = () =>
  new PerformanceObserver(() => (lastCame = performance.now())).observe({ type: 'resource' });

let updates: AppUpdates | null | undefined;

/** The app's service worker, registered at the first call; null in development and where the browser has none. */
export function appUpdates(): AppUpdates | null {
  if (updates !== undefined) return updates;
  updates = null;
  if (process.env.NODE_ENV === 'production' && 'serviceWorker' in navigator) {
    watchTyping();
    watchLoading();
    updates = new AppUpdates(navigator.serviceWorker, {
      reload: () => window.location.reload(),
      isTyping,
      loaded,
      isLoading: () => performance.now() - lastCame < PAUSE,
    });
    void updates.start();
  }
  return updates;
}
