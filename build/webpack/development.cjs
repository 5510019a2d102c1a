/** Hot-reloading twins of the production builds. All of them live on one page, so what React Refresh keeps is shared between them. */
const path = require('node:path');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const webpack = require('webpack');
const { base, REPOSITORY } = require('./base.cjs');
const { federationName, federation } = require('./remote.cjs');
const { parts } = require('./shell.cjs');

const devFile = (name) => path.join(REPOSITORY, 'build/dev', name);

/** React Refresh for one of several builds on a page; one runtime for all, or only one of them would be updated. */
const refresh = (uniqueName) => [
  new ReactRefreshPlugin({ library: uniqueName, overlay: false, exclude: [/node_modules/, /build[\\/]dev/] }),
  new webpack.NormalModuleReplacementPlugin(
    /react-refresh[\\/]runtime(\.js)?$/,
    devFile('refresh-runtime.cjs'),
  ),
];

/** Where a remote's development build is served; never changes, unlike a deployed version's folder. */
const remoteUrl = (name) => `/remotes/${name}/dev/`;

/** What was built before need not be built at the next start; a folder of its own for each checkout. */
const cache = (name) => ({
  type: 'filesystem',
  name,
  cacheDirectory: path.join(REPOSITORY, '.nx/development'),
  buildDependencies: { config: [__filename, require.resolve('./base.cjs'), require.resolve('./remote.cjs')] },
});

/** @param {string} directory the remote's folder */
function remoteDevelopment(directory) {
  const name = federationName(directory);
  const config = base({ directory, uniqueName: name, publicPath: remoteUrl(name), development: true });
  return {
    ...config,
    name,
    cache: cache(name),
    // One root for all builds, so that a module has one name in all of them.
    context: REPOSITORY,
    entry: {},
    output: { ...config.output, path: path.join(REPOSITORY, '.dev', remoteUrl(name)), clean: false },
    plugins: [...config.plugins, ...refresh(name), ...federation(directory, true)],
  };
}

/** @param {string} directory the shell's folder */
function hostDevelopment(directory) {
  const config = base({ directory, uniqueName: 'shell', publicPath: '/', development: true });
  return {
    ...config,
    name: 'shell',
    cache: cache('shell'),
    context: REPOSITORY,
    entry: {
      boot: path.join(directory, 'src/boot.ts'),
      main: path.join(directory, 'src/bootstrap.tsx'),
    },
    output: { ...config.output, path: path.join(REPOSITORY, '.dev'), clean: false },
    plugins: [
      ...config.plugins,
      ...refresh('shell'),
      parts.define(),
      parts.page(directory, ['boot', 'main']),
      new parts.HeadPlugin(),
    ],
  };
}

module.exports = { remoteDevelopment, hostDevelopment, remoteUrl };
