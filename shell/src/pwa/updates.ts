import { AppUpdates } from './app-updates';
import { isTyping, watchTyping } from './typing';

const loaded = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((url) => url.startsWith(`${location.origin}/`));

let updates: AppUpdates | null | undefined;

/** The app's service worker, registered at the first call; null in development and where the browser has none. */
export function appUpdates(): AppUpdates | null {
  if (updates !== undefined) return updates;
  updates = null;
  if (process.env.NODE_ENV === 'production' && 'serviceWorker' in navigator) {
    watchTyping();
    updates = new AppUpdates(navigator.serviceWorker, {
      reload: () => window.location.reload(),
      isTyping,
      loaded,
    });
    void updates.start();
  }
  return updates;
}
