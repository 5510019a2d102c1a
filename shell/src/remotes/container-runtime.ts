/**
 * What the containers of remotes run on. They carry no copy of it (build/webpack/remote.cjs): the page has one, of which nothing is here that they
 * do not call. Taken apart by file, because the library's own object names everything it has, and so keeps it.
 */
import { init } from '@module-federation/runtime';
import type { WebpackRequire } from '@module-federation/webpack-bundler-runtime';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';

/** Gives a container its instance, which lives as long as the page: one that is loaded again gets the same. */
function initContainer({ webpackRequire }: { webpackRequire: WebpackRequire }) {
  const { initOptions } = webpackRequire.federation;
  if (!initOptions) throw new Error('a container without options');
  return init(initOptions);
}

/** What `__webpack_require__.federation` of a container is made of. */
export const containerRuntime = {
  runtime: { init },
  bundlerRuntime: { init: initContainer, initContainerEntry, I: initializeSharing, consumes },
  attachShareScopeMap,
};
