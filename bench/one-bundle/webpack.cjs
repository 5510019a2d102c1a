/** Shell and remotes as one app with one graph; everything that exists for federation is taken out. */
const path = require('node:path');
const webpack = require('webpack');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { REPOSITORY } = require('../../build/webpack/base.cjs');
const { shell } = require('../../build/webpack/shell.cjs');

const here = (file) => path.join(__dirname, file);
const replace = (request, file) => new webpack.NormalModuleReplacementPlugin(request, here(file));

/** Nobody asks for the registry: what it would say is part of the bundle. */
class NoRegistryPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('NoRegistryPlugin', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('NoRegistryPlugin', (data) => {
        data.headTags = data.headTags.filter(({ attributes }) => attributes.href !== '/remotes.json');
        return data;
      });
    });
  }
}

/** @param {string} folder where the site is written */
module.exports.oneBundle = (folder) => {
  const config = shell(path.join(REPOSITORY, 'shell'));
  return {
    ...config,
    entry: { boot: here('boot.ts'), main: config.entry.main },
    output: { ...config.output, path: folder },
    module: {
      rules: [
        {
          test: /(mf-[a-z]+\/src\/remote|shell\/src\/remotes\/remote-loader)\.ts$/,
          use: here('one-graph.cjs'),
        },
        ...config.module.rules,
      ],
    },
    plugins: [
      ...config.plugins,
      // In production the one that a remote's page asks for, here the one that knows all pages.
      replace(/^\.\.\/federation$/, 'federation.ts'),
      replace(/^\.\/registry$/, 'registry.ts'),
      new NoRegistryPlugin(),
    ],
    optimization: { ...config.optimization, splitChunks: { chunks: 'async' } },
  };
};
