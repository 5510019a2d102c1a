/** A remote in production: one exposed module, `./remote`, and no copy of anything the shell provides. */
const path = require('node:path');
const webpack = require('webpack');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const { base, platformVersion, PLATFORM, FORMS } = require('./base.cjs');
const { insertLink } = require('./insert-link.cjs');

/** `mf-sales` -> `mf_sales`: the name is a global variable in the page. */
const federationName = (directory) => path.basename(directory).replace(/-/g, '_');

/** The singletons, all from the shell: `import: false` means a remote ships no fallback, so there cannot be two of them. */
function shared(directory, development) {
  const { dependencies } = require(path.join(directory, 'package.json'));
  const single = (requiredVersion) => ({ singleton: true, requiredVersion, import: false });
  return {
    react: single(dependencies.react),
    'react/jsx-runtime': single(dependencies.react),
    ...(development ? { 'react/jsx-dev-runtime': single(dependencies.react) } : {}),
    'react-dom': single(dependencies['react-dom']),
    [PLATFORM]: single(`^${platformVersion()}`),
    [FORMS]: single(`^${platformVersion()}`),
  };
}

/** What is federated: one container, without what only other kinds of hosts need. */
const container = (options) =>
  new ModuleFederationPlugin({
    remotes: {},
    dts: false,
    manifest: true,
    // The default asks every remote at start, and one dead remote would take the shell with it.
    shareStrategy: 'loaded-first',
    ...options,
  });

const federation = (directory, development) => [
  container({
    name: federationName(directory),
    filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
    exposes: { './remote': development ? path.join(directory, 'src/remote.ts') : './src/remote.ts' },
    shared: shared(directory, development),
    // A container loads no remotes of its own.
    experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
  }),
];

/** Where the federation runtime asks for the element that loads a file (shell/src/remotes/runtime-plugin.ts). */
const LOADER_HOOKS = '__webpack_require__.federation.instance.loaderHook.lifecycle';

/**
 * The federation runtime loads the container; the chunks behind it are loaded by webpack, which knows none of the runtime's hooks. Here it asks them too, for
 * scripts as `insertLink` does for stylesheets: they know the hash a file must have, and the query of another attempt.
 */
class ChunksByRuntimeHooksPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ChunksByRuntimeHooksPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunksByRuntimeHooksPlugin',
        (code) => `${code}\nscript = ${LOADER_HOOKS}.createScript.emit({ url }).script;`,
      );
    });
  }
}

/** @param {string} directory the remote's folder */
module.exports.remote = (directory) => {
  const config = base({
    directory,
    uniqueName: federationName(directory),
    publicPath: 'auto',
    insertLink,
  });
  return {
    ...config,
    // The container is the only entry; a main chunk of its own would never be loaded.
    entry: {},
    plugins: [...config.plugins, ...federation(directory, false), new ChunksByRuntimeHooksPlugin()],
  };
};

module.exports.container = container;
module.exports.federationName = federationName;
module.exports.federation = federation;
