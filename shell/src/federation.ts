/**
 * The only module that knows the federation runtime; a lazy chunk, loaded with the first remote page.
 * It offers this app's React and platform to the remotes and guards every request the runtime makes with a time-out.
 */
import {
  createInstance,
  registerGlobalPlugins,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as platform from '@paperplane/shared/platform';
import React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { watchDeployments } from './remotes/deployment-watch';
import { RemoteFailure } from './remotes/failure';
import { expectHashes, guard, integrityOf, noteLost } from './remotes/integrity';
import { lookAhead } from './remotes/prefetch';
import { loadRegistry } from './remotes/registry';
import { remoteLoader } from './remotes/remote-loader';
import { TIMEOUT } from './remotes/timeouts';

export { examine } from './remotes/examine';

declare const PLATFORM_VERSION: string;
declare global {
  var _FEDERATION_RUNTIME_CORE: unknown;
  var paperplaneJsxDevRuntime: object | undefined;
}

// Remotes are built without the runtime's core (17 kB gz each) and find it here.
globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;

const share = (version: string, module: object) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: false as const },
});

/** Shared, but fetched only when a remote's page asks for it. */
const shareLazily = (version: string, load: () => Promise<object>) => ({
  version,
  get: async () => {
    const module = await load();
    return () => module;
  },
  shareConfig: { singleton: true, requiredVersion: false as const },
});

const crossOrigin = (url: string) => new URL(url, location.href).origin !== location.origin;

/** Queries that keep broken answers out of a remote's next attempt, by the folder its files lie in. */
const cacheBusters = new Map<string, string>();

const bust = (url: string) => {
  const found = [...cacheBusters].find(([folder]) => url.startsWith(folder));
  return found ? `${url}?${found[1]}` : url;
};

async function fetchManifest(url: string, init: RequestInit): Promise<Response> {
  const early = window.paperplaneBoot?.manifests[url];
  if (early) delete window.paperplaneBoot?.manifests[url];
  const options = { ...init, integrity: integrityOf(url), signal: AbortSignal.timeout(TIMEOUT) };
  const response = await (early ?? fetch(url, options)).catch((error: unknown) => {
    noteLost(url);
    throw RemoteFailure.from('manifest', error);
  });
  if (!response.ok) throw new RemoteFailure('manifest', `answered ${response.status}`, response.status);
  return response;
}

function createScript(url: string) {
  const script = document.createElement('script');
  script.src = bust(url);
  guard(script, script.src);
  script.async = true;
  if (crossOrigin(url)) script.crossOrigin = 'anonymous';
  return { script, timeout: TIMEOUT };
}

/** The runtime wraps every error as its own; the first cause is kept for the failure page. */
let lastFailure: RemoteFailure | null = null;

const resilience: ModuleFederationRuntimePlugin = {
  name: 'resilience',
  async fetch(url, init) {
    try {
      return await fetchManifest(url, init);
    } catch (error) {
      lastFailure = RemoteFailure.from('manifest', error);
      throw error;
    }
  },
};

// The remotes' own runtimes load the chunks.
globalThis.paperplaneGuard = guard;

// Global, because the instances inside the remotes create scripts as well.
registerGlobalPlugins([{ name: 'time-outs', createScript: ({ url }) => createScript(url) }]);

const host = createInstance({
  name: 'shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: share(React.version, React),
    'react/jsx-runtime': share(React.version, jsxRuntime),
    'react-dom': share(React.version, ReactDOM),
    '@paperplane/shared/platform': share(PLATFORM_VERSION, platform),
    '@paperplane/shared/forms': shareLazily(
      PLATFORM_VERSION,
      () => import(/* webpackChunkName: "forms" */ '@paperplane/shared/forms'),
    ),
    // Only development builds of remotes ask for this one; the development page puts it here.
    ...(globalThis.paperplaneJsxDevRuntime
      ? { 'react/jsx-dev-runtime': share(React.version, globalThis.paperplaneJsxDevRuntime) }
      : {}),
  },
  plugins: [resilience],
});

let looksAhead = false;

/** The first remote is there: from now on, others are fetched before they are asked for. */
function lookAheadOnce(): void {
  if (looksAhead) return;
  looksAhead = true;
  lookAhead(remoteLoader);
}

/**
 * Loads a remote's exposed module.
 * @param alias name of this attempt; no alias may start with another one
 * @param manifestUrl absolute URL of the federation manifest
 * @param fresh query that keeps caches out, for attempts after a failure
 * @param hashes what the remote's files must hash to, by their paths
 * @throws RemoteFailure with the stage and the first cause
 */
export async function loadExposed(
  alias: string,
  manifestUrl: string,
  fresh: string,
  hashes?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const folder = new URL('.', manifestUrl).href;
  expectHashes(folder, hashes);
  if (fresh) cacheBusters.set(folder, fresh);
  lastFailure = null;
  host.registerRemotes([{ name: alias, entry: bust(manifestUrl) }]);
  try {
    const module = await host.loadRemote(`${alias}/remote`);
    if (!module) throw new Error('it exposes nothing');
    lookAheadOnce();
    return module;
  } catch (error) {
    throw lastFailure ?? RemoteFailure.from('entry', error);
  }
}

watchDeployments({ running: () => remoteLoader.registry(), deployed: () => loadRegistry(true) });
