/** A remote in production: one exposed module, `./remote`, and no copy of anything the shell provides. */
const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const { base, platformVersion, PLATFORM, FORMS } = require('./base.cjs');

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

const federationPlugin = (directory, development) =>
  new ModuleFederationPlugin({
    name: federationName(directory),
    filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
    exposes: { './remote': development ? path.join(directory, 'src/remote.ts') : './src/remote.ts' },
    remotes: {},
    shared: shared(directory, development),
    dts: false,
    manifest: true,
    // The default asks every remote at start, and one dead remote would take the shell with it.
    shareStrategy: 'loaded-first',
    // The runtime's core (17 kB gz) comes from the shell.
    experiments: { externalRuntime: true },
  });

/** @param {string} directory the remote's folder */
module.exports.remote = (directory) => {
  const config = base({ directory, uniqueName: federationName(directory), publicPath: 'auto' });
  return {
    ...config,
    // The container is the only entry; a main chunk of its own would never be loaded.
    entry: {},
    plugins: [...config.plugins, federationPlugin(directory, false)],
  };
};

module.exports.federationName = federationName;
module.exports.federationPlugin = federationPlugin;
