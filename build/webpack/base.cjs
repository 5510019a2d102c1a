/** What shell, remotes and the development servers have in common. Sizes and choices are measured; see docs/decisions. */
const path = require('node:path');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const tsx = require('tsx/cjs/api');

const REPOSITORY = path.resolve(__dirname, '../..');
const PLATFORM = '@paperplane/shared/platform';
/** Shared like the platform, but loaded with the first page that has a form. */
const FORMS = '@paperplane/shared/forms';

/** The version under which shell and remotes share platform and forms: their contract number, from the file that says it. */
function platformVersion() {
  const { CONTRACT } = tsx.require(path.join(REPOSITORY, 'shared/src/platform/contract.ts'), __filename);
  return `${CONTRACT.major}.${CONTRACT.minor}.0`;
}

/** The router's package exports its development build only; the production build beside it is smaller. */
function productionRouter() {
  const file = (name) =>
    path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production', name);
  return { 'react-router$': file('index.mjs'), 'react-router/dom$': file('dom-export.mjs') };
}

const swc = (development) => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development, refresh: development } },
    },
  },
});

/** The oldest browsers that styles are written out for, in the numbers of Lightning CSS. */
const BROWSERS = { chrome: 111 << 16, firefox: 128 << 16, safari: (16 << 16) | (4 << 8) };

const css = {
  test: /\.css$/,
  sideEffects: true,
  use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')],
};

/** One file of code that a remote's pages have in common; more files cost more than they save. Styles come page by page. */
const COMMON = {
  maxAsyncRequests: 2,
  cacheGroups: {
    defaultVendors: false,
  },
};

/**
 * @param {object} options
 * @param {string} options.directory the package's folder
 * @param {string} options.uniqueName keeps the chunk registries of several builds on one page apart
 * @param {string} options.publicPath '/' for the shell, 'auto' for remotes
 * @param {(link: HTMLLinkElement) => void} [options.insertLink] puts a chunk's stylesheet into the page
 * @param {boolean} [options.common] whether pages share a file of code; without, each carries what it needs
 * @param {boolean} [options.development] names instead of hashes, source maps, hot reload
 * @returns {import('webpack').Configuration}
 */
function base({ directory, uniqueName, publicPath, insertLink, common = true, development = false }) {
  const hash = development ? '' : '.[contenthash:10]';
  return {
    context: directory,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : false,
    performance: { hints: false },
    stats: 'errors-warnings',
    // The federation plugin warns at every build that `publicPath: 'auto'` is what we want.
    infrastructureLogging: { level: 'error' },
    cache: false,
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      alias: {
        // Libraries ask for several versions, of which the newest does for all.
        tslib$: require.resolve('tslib/tslib.es6.mjs'),
        // Of jsPDF: pages and drawings in a PDF, which nobody makes.
        canvg$: false,
        dompurify$: false,
        html2canvas$: false,
        ...(development ? {} : productionRouter()),
      },
    },
    module: {
      rules: [
        swc(development),
        css,
        {
          test: /\.(woff2|ttf)$/,
          type: 'asset/resource',
          generator: { filename: `fonts/[name]${hash}[ext]` },
        },
        {
          test: /\.(svg|png|webp)$/,
          type: 'asset',
          parser: { dataUrlCondition: { maxSize: 1000 } },
          generator: { filename: `img/[name]${hash}[ext]` },
        },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `css/[name]${hash}.css`,
        chunkFilename: `css/[name]${hash}.css`,
        // Page styles are prefixed, so the order between chunks cannot matter.
        ignoreOrder: true,
        ...(insertLink ? { insert: insertLink } : {}),
      }),
    ],
    optimization: development
      ? { moduleIds: 'named', chunkIds: 'named' }
      : {
          moduleIds: 'deterministic',
          chunkIds: 'deterministic',
          splitChunks: common ? COMMON : { cacheGroups: { default: false, defaultVendors: false } },
          minimizer: [
            new MinimizerPlugin({
              minify: MinimizerPlugin.swcMinify,
              minimizerOptions: { compress: { passes: 3 } },
              extractComments: false,
            }),
            new MinimizerPlugin({
              test: /\.css$/,
              minify: MinimizerPlugin.lightningCssMinify,
              minimizerOptions: { targets: BROWSERS },
            }),
          ],
        },
    output: {
      path: path.join(directory, 'dist'),
      publicPath,
      uniqueName,
      filename: `js/[name]${hash}.js`,
      chunkFilename: `js/[name]${hash}.js`,
      // A hanging or half-delivered chunk must become an error that the failure page can show.
      chunkLoadTimeout: 5000,
      strictModuleErrorHandling: true,
      crossOriginLoading: 'anonymous',
      clean: true,
    },
  };
}

module.exports = { base, platformVersion, PLATFORM, FORMS, REPOSITORY };
