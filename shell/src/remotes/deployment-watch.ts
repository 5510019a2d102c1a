/**
 * Notices that other versions have been deployed than those this page runs. The page stays as it is; the update notice offers the new ones.
 * Part of the frame around signed-in pages: one who has opened no remote yet is told of a remote's release as well.
 */
import { appUpdates } from '../pwa/updates';
import { loadRegistry } from './registry';
import type { Registry } from './registry-types';
import { remoteLoader } from './remote-loader';

/** A look costs two requests that answer "not modified". In milliseconds. */
const EVERY = 300_000;
const AT_MOST_EVERY = 10_000;

interface Dependencies {
  /** What this page runs. */
  running: () => Promise<Registry>;
  /** What a page would get that is opened now. */
  deployed: () => Promise<Registry>;
  /** Called once for each new state of the registry. */
  found: () => void;
  /** Looks for a new version of the app itself, which is offered by its worker. */
  app: () => void;
  now: () => number;
}

const versionsOf = ({ remotes }: Registry): string =>
  remotes
    .map(({ name, version }) => `${name} ${version}`)
    .sort()
    .join();

export class DeploymentWatch {
  private lookedAt: number;
  private started: string | undefined;
  private told = '';

  constructor(private readonly dependencies: Dependencies) {
    this.lookedAt = dependencies.now();
    // A page that could not read the registry takes the one it got in the end.
    this.running().catch(() => undefined);
  }

  /** Looks once, unless it has just done so. Never fails: without a network there is a next time. */
  async look(): Promise<void> {
    const { deployed, found, app, now } = this.dependencies;
    if (now() - this.lookedAt < AT_MOST_EVERY) return;
    this.lookedAt = now();
    app();
    try {
      const versions = versionsOf(await deployed());
      const isNew = versions !== (await this.running());
      if (isNew && versions !== this.told) found();
      this.told = isNew ? versions : '';
    } catch {
      // Offline, or the registry is being looked after.
    }
  }

  private async running(): Promise<string> {
    const versions = versionsOf(await this.dependencies.running());
    this.started ??= versions;
    return this.started;
  }
}

let watch: DeploymentWatch | undefined;

/** Looks when somebody comes back to the page, and every few minutes while it is seen; from the first call on. */
export function watchDeployments(): void {
  const updates = appUpdates();
  if (!updates || watch) return;
  const started = new DeploymentWatch({
    running: () => remoteLoader.registry(),
    deployed: () => loadRegistry(true),
    found: () => void updates.offerOther(),
    app: () => void updates.look(),
    now: () => performance.now(),
  });
  watch = started;
  const look = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void started.look();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  setInterval(look, EVERY);
}
