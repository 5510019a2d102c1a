/**
 * Where federation begins; a lazy chunk, loaded with the first remote page.
 * It offers this app's React and platform to the remotes, and the runtime itself, of which they carry no copy.
 */
import { createInstance } from '@module-federation/runtime';
import * as platform from '@paperplane/shared/platform';
import React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { moduleOf } from './remotes/container';
import { containerRuntime, runtimeCore } from './remotes/container-runtime';
import { expectHashes, guard } from './remotes/integrity';
import { startPrefetching } from './remotes/prefetch';
import { remoteLoader } from './remotes/remote-loader';

export { diagnose } from './remotes/diagnose';

declare const PLATFORM_VERSION: string;
declare global {
  var _FEDERATION_RUNTIME_CORE: unknown;
  var paperplaneContainers: unknown;
  var paperplaneJsxDevRuntime: object | undefined;
}

// Containers look for these when they are run.
globalThis.paperplaneContainers = containerRuntime;
globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;
// Their chunks are loaded by their own code.
globalThis.paperplaneGuard = guard;

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
});

let isPrefetching = false;

/** The first remote is there: from now on, others are fetched before they are asked for. */
function startPrefetchingOnce(): void {
  if (isPrefetching) return;
  isPrefetching = true;
  startPrefetching(remoteLoader);
}

/**
 * Loads a remote's exposed module.
 * @param manifestUrl absolute URL of the federation manifest
 * @param fresh query that keeps caches out, for attempts after a failure
 * @param hashes what the remote's files must hash to, by their paths
 * @throws RemoteFailure with the stage and the first cause
 */
export async function loadExposed(
  manifestUrl: string,
  fresh: string,
  hashes?: Readonly<Record<string, string>>,
): Promise<unknown> {
  expectHashes(new URL('.', manifestUrl).href, hashes);
  const module = await moduleOf('./remote', manifestUrl, fresh, host.shareScopeMap);
  startPrefetchingOnce();
  return module;
}
