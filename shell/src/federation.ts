/**
 * Where federation begins; a lazy chunk, loaded with the first remote page.
 * It offers this app's React and platform to the remotes, and loads them with the federation runtime.
 */
import { createInstance, registerGlobalPlugins } from '@module-federation/runtime';
import * as platform from '@paperplane/shared/platform';
import React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { expectFiles } from './remotes/integrity';
import type { RegistryEntry } from './remotes/registry-types';
import { remoteFiles } from './remotes/runtime-plugin';

export { diagnose } from './remotes/diagnose';
export { startPrefetching } from './remotes/prefetch';

declare const PLATFORM_VERSION: string;

// For every instance: remotes have one each, which loads their chunks.
registerGlobalPlugins([remoteFiles]);

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
    // Only development builds of remotes ask for this one.
    ...(process.env['NODE_ENV'] === 'production'
      ? {}
      : { 'react/jsx-dev-runtime': shareLazily(React.version, () => import('react/jsx-dev-runtime')) }),
  },
});

/**
 * Loads a remote's exposed module.
 * @param fresh query that keeps caches out, for attempts after a failure
 * @throws RemoteFailure with the stage and the first cause
 */
export async function loadExposed(
  { name, url, entry, integrity }: RegistryEntry,
  fresh: string,
): Promise<unknown> {
  const manifest = new URL(url + entry, location.href).href;
  expectFiles(new URL('.', manifest).href, integrity, fresh);
  // The runtime remembers by name what it has loaded, and what failed; `force` makes it forget.
  host.registerRemotes([{ name, entry: fresh ? `${manifest}?${fresh}` : manifest }], { force: fresh !== '' });
  return host.loadRemote(`${name}/remote`);
}
