/**
 * A host and its remote, federated as webpack does it by itself: both with the plugin, libraries shared by their names and part of the host's first file.
 * Nothing is fetched early.
 */
const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { base } = require('../../build/webpack/base.cjs');
const { container } = require('../../build/webpack/remote.cjs');

const LIBRARIES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-redux',
  'react-router-dom',
  '@reduxjs/toolkit',
  '@reduxjs/toolkit/query/react',
  '@supabase/supabase-js',
];
const shared = (more) =>
  Object.fromEntries(LIBRARIES.map((name) => [name, { singleton: true, requiredVersion: false, ...more }]));

const here = (file) => path.join(__dirname, file);

/** @param {string} folder where the site is written @returns {import('webpack').Configuration[]} host, remote */
module.exports.barePage = (folder) => {
  const host = base({ directory: __dirname, uniqueName: 'bare_host', publicPath: '/' });
  const remote = base({ directory: __dirname, uniqueName: 'bare_remote', publicPath: 'auto' });
  return [
    {
      ...host,
      entry: here('host.tsx'),
      output: { ...host.output, path: folder, clean: false },
      plugins: [
        ...host.plugins,
        container({
          name: 'bare_host',
          remotes: { bare_remote: 'bare_remote@/remote/mf-manifest.json' },
          shared: shared({ eager: true }),
        }),
        new HtmlWebpackPlugin({ template: here('index.html'), scriptLoading: 'defer' }),
      ],
    },
    {
      ...remote,
      entry: {},
      output: { ...remote.output, path: path.join(folder, 'remote'), clean: false },
      plugins: [
        ...remote.plugins,
        container({
          name: 'bare_remote',
          filename: 'remoteEntry.[contenthash:10].js',
          exposes: { './page': here('rows-page.tsx') },
          shared: shared({ import: false }),
        }),
      ],
    },
  ];
};
