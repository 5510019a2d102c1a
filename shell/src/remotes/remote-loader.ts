import {
  allowReinjection,
  contractProblem,
  type RemoteModule,
  type RemotePage,
} from '@paperplane/shared/platform';
import type { ComponentType } from 'react';
import { RemoteFailure } from './failure';
import { loadRegistry } from './registry';
import type { Registry, RegistryEntry } from './registry-types';

export type RemoteStatus =
  | { readonly status: 'idle' | 'loading' | 'ready' }
  | { readonly status: 'failed'; readonly failure: RemoteFailure };

/** What loads an exposed module; the federation chunk in the app. */
export interface Federation {
  loadExposed: (remote: RegistryEntry, fresh: string) => Promise<unknown>;
  /** From now on, other remotes are fetched before they are asked for. */
  startPrefetching: (loader: { registry: () => Promise<Registry> }) => void;
  /** Looks behind a failure and tells the collector. */
  diagnose: (failure: RemoteFailure, remote: RegistryEntry) => Promise<RemoteFailure>;
}

interface Dependencies {
  federation: () => Promise<Federation>;
  registry: (fresh: boolean) => Promise<Registry>;
}

const IDLE: RemoteStatus = { status: 'idle' };
const CARD = 'card:';

/** A card among the parts of a remote, the others of which are its pages by their names. */
export const cardPart = (card: string): string => CARD + card;

/** Takes away what the failed attempt left in the page and the federation runtime does not know of, so that the next one starts from nothing. */
function forget(remote: RegistryEntry): void {
  // Where webpack keeps the chunks it has loaded; the federation runtime knows nothing of them.
  Object.assign(window, { [`webpackChunk${remote.name}`]: undefined });
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')) {
    if (link.href.includes(remote.url)) link.remove();
  }
}

/** Loads the pages and cards of remotes on demand and remembers, per remote, how that went. One instance per app. */
export class RemoteLoader {
  private readonly statuses = new Map<string, RemoteStatus>();
  private readonly modules = new Map<string, Promise<RemoteModule>>();
  private readonly pages = new Map<string, RemotePage>();
  /** Attempts under way, and failed ones of which no page has heard yet. */
  private readonly arriving = new Map<string, Promise<RemotePage>>();
  private readonly attempts = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private known: Promise<Registry> | undefined;
  private isPrefetching = false;

  constructor(private readonly dependencies: Dependencies) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly statusOf = (name: string): RemoteStatus => this.statuses.get(name) ?? IDLE;

  /** The registry this page started with; asked for again only after it could not be read. @throws RemoteFailure */
  registry(fresh = false): Promise<Registry> {
    if (fresh) this.known = undefined;
    this.known ??= this.dependencies.registry(fresh).catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  /** A page or a card that has been loaded before, at once. */
  loaded(name: string, page: string): ComponentType | undefined {
    return this.pages.get(`${name}/${page}`)?.default;
  }

  /** @throws RemoteFailure saying at which stage the page was lost, and why */
  async load(name: string, page: string): Promise<ComponentType> {
    const key = `${name}/${page}`;
    const before = this.loaded(name, page);
    if (before) return before;
    const arriving = this.arriving.get(key) ?? this.start(name, page);
    try {
      return (await arriving).default;
    } finally {
      if (this.arriving.get(key) === arriving) this.arriving.delete(key);
    }
  }

  /** Loads a page before it is shown: {@link load} joins the same attempt, and hears also of one that has failed meanwhile. */
  begin(name: string, page: string): Promise<RemotePage> {
    const key = `${name}/${page}`;
    const before = this.pages.get(key);
    if (before) return Promise.resolve(before);
    if (this.statusOf(name).status === 'failed') this.arriving.delete(key);
    return this.arriving.get(key) ?? this.start(name, page);
  }

  /** What is behind the failure of a remote that the registry names; the collector hears of it. Never fails itself. */
  async diagnose(name: string, failure: RemoteFailure): Promise<RemoteFailure> {
    if (failure.stage === 'registry') return failure;
    try {
      const [{ diagnose }, remote] = await Promise.all([this.dependencies.federation(), this.find(name)]);
      return await diagnose(failure, remote);
    } catch {
      return failure;
    }
  }

  /** Makes the next {@link load} of this remote start from nothing: fresh registry, manifest, container and chunks. */
  async reset(name: string): Promise<void> {
    const old = await this.find(name).catch(() => null);
    this.attempts.set(name, (this.attempts.get(name) ?? 0) + 1);
    this.modules.delete(name);
    this.known = undefined;
    for (const known of [this.pages, this.arriving]) {
      for (const key of known.keys()) if (key.startsWith(`${name}/`)) known.delete(key);
    }
    if (old) forget(old);
    // Its endpoints will be injected a second time, and that is right from now on.
    allowReinjection(true);
    this.report(name, IDLE);
  }

  /**
   * Makes the next {@link load} of one page or card start over. A card is one of several parts of its remote that may be on the screen: where others are
   * there they keep their code, and the card alone is asked for again.
   */
  async startOver(name: string, part: string): Promise<void> {
    const key = `${name}/${part}`;
    const others = [...this.pages.keys()].filter((known) => known.startsWith(`${name}/`) && known !== key);
    if (!part.startsWith(CARD) || others.length === 0) return this.reset(name);
    this.pages.delete(key);
    this.arriving.delete(key);
  }

  private start(name: string, page: string): Promise<RemotePage> {
    const arriving = this.arrive(name, page);
    this.arriving.set(`${name}/${page}`, arriving);
    arriving.catch(() => undefined);
    return arriving;
  }

  private async arrive(name: string, page: string): Promise<RemotePage> {
    this.report(name, { status: 'loading' });
    try {
      const loaded = await this.loadPage(name, page);
      this.pages.set(`${name}/${page}`, loaded);
      this.report(name, { status: 'ready' });
      return loaded;
    } catch (error) {
      const failure = await this.diagnose(name, RemoteFailure.from('entry', error));
      this.report(name, { status: 'failed', failure });
      throw failure;
    }
  }

  private async loadPage(name: string, page: string): Promise<RemotePage> {
    const { pages, cards } = await this.module(name);
    const isCard = page.startsWith(CARD);
    const load = isCard ? cards?.[page.slice(CARD.length)] : pages[page];
    if (!load) {
      const what = isCard ? `card "${page.slice(CARD.length)}"` : `page "${page}"`;
      throw new RemoteFailure('page', `${name} has no ${what}`, 404);
    }
    try {
      return (await load()) as RemotePage;
    } catch (error) {
      throw RemoteFailure.from('page', error);
    }
  }

  private module(name: string): Promise<RemoteModule> {
    const known = this.modules.get(name);
    if (known) return known;
    const loading = this.loadModule(name);
    this.modules.set(name, loading);
    loading.catch(() => this.modules.delete(name));
    return loading;
  }

  private async loadModule(name: string): Promise<RemoteModule> {
    const remote = await this.find(name);
    const problem = contractProblem(remote.contract);
    if (problem) throw new RemoteFailure('contract', `${name} ${remote.version} is ${problem}`);
    const attempt = this.attempts.get(name) ?? 0;
    const federation = await this.dependencies.federation().catch((error: unknown) => {
      throw RemoteFailure.from('entry', error);
    });
    const fresh = attempt > 0 ? `r=${Date.now()}` : '';
    const module = (await federation.loadExposed(remote, fresh).catch((error: unknown) => {
      // The federation runtime keeps what has failed: the next page of this remote asks for it anew.
      this.attempts.set(name, attempt + 1);
      forget(remote);
      throw error;
    })) as RemoteModule;
    if (!this.isPrefetching) federation.startPrefetching(this);
    this.isPrefetching = true;
    return module;
  }

  private async find(name: string): Promise<RegistryEntry> {
    const { remotes } = await this.registry((this.attempts.get(name) ?? 0) > 0 && !this.known);
    const remote = remotes.find((entry) => entry.name === name);
    if (!remote) throw new RemoteFailure('registry', `${name} is not deployed`, 404);
    return remote;
  }

  private report(name: string, status: RemoteStatus): void {
    this.statuses.set(name, status);
    this.listeners.forEach((listener) => listener());
  }
}

/** The app's loader. */
export const remoteLoader = new RemoteLoader({
  federation: () => import(/* webpackChunkName: "federation" */ '../federation'),
  registry: loadRegistry,
});
