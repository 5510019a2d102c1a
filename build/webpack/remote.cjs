/** A remote in production: one exposed module, `./remote`, and no copy of anything the shell provides. */
const path = require('node:path');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const webpack = require('webpack');
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

/**
 * What containers run on comes from the shell (shell/src/federation.ts): five kB gz less in each of them, and one copy in the page. The plugin
 * has an option of its own for that, which leaves half of it in the container.
 */
const runtimeOfShell = () =>
  new webpack.ExternalsPlugin('global', ({ request = '' }, done) =>
    /webpack-bundler-runtime\/(dist\/)?bundler(\.js)?$/.test(request)
      ? done(null, 'paperplaneContainers')
      : done(),
  );

const federation = (directory, development) => [
  runtimeOfShell(),
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
  }),
];

/**
 * Chunks come with the query of the container they belong to: a remote that is tried again after a failure (`?r=…`) asks for nothing the
 * browser remembers as lost. Chromium keeps a failed preload for the next request of that address.
 */
class QueryOfContainer extends webpack.RuntimeModule {
  constructor() {
    super('query of container', webpack.RuntimeModule.STAGE_TRIGGER);
  }

  generate() {
    return `
const query = document.currentScript?.src.split('?')[1];
for (const name of query ? ['u', 'miniCssF'] : []) {
  const fileOf = ${webpack.RuntimeGlobals.require}[name];
  if (fileOf) ${webpack.RuntimeGlobals.require}[name] = (chunk) => fileOf(chunk) + '?' + query;
}`;
  }
}

class QueryOfContainerPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('QueryOfContainerPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(webpack.RuntimeGlobals.getChunkScriptFilename)
        .tap('QueryOfContainerPlugin', (chunk) => {
          compilation.addRuntimeModule(chunk, new QueryOfContainer());
        });
    });
  }
}

/** Before a script or stylesheet is asked for, the shell gives it the hash it must have (shell/src/remotes/integrity.ts). */
class GuardedFilesPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('GuardedFilesPlugin', (compilation) => {
      const guard = (element, url) => `globalThis.paperplaneGuard?.(${element}, ${url});`;
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'GuardedFilesPlugin',
        (code) => `${code}\n${guard('script', 'script.src')}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'GuardedFilesPlugin',
        (code, { tag }) => `${code}\n${guard(tag, `${tag}.href`)}`,
      );
    });
  }
}

/** @param {string} directory the remote's folder */
module.exports.remote = (directory) => {
  const config = base({ directory, uniqueName: federationName(directory), publicPath: 'auto' });
  return {
    ...config,
    // The container is the only entry; a main chunk of its own would never be loaded.
    entry: {},
    plugins: [
      ...config.plugins,
      ...federation(directory, false),
      new QueryOfContainerPlugin(),
      new GuardedFilesPlugin(),
    ],
  };
};

module.exports.federationName = federationName;
module.exports.federation = federation;
