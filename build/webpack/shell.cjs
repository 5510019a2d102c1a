/** The shell in production: one module graph without a federation plugin (docs/decisions/001-plugin-free-shell.md). */
const path = require('node:path');
const webpack = require('webpack');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const { base, platformVersion } = require('./base.cjs');
const { pwa } = require('./pwa.cjs');

const define = () =>
  new webpack.DefinePlugin({
    PLATFORM_VERSION: JSON.stringify(platformVersion()),
    // A switch of the federation runtime: no parts for Node.
    ENV_TARGET: '"web"',
  });

/**
 * Puts boot first and async, tells it the files of the chunks around remotes' pages and for login, and preloads what every first view needs:
 * configuration, registry and the Latin half of the font.
 */
class HeadPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('HeadPlugin', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('HeadPlugin', (data) => {
        const boot = data.headTags.find((tag) => /\/boot\./.test(String(tag.attributes.src ?? '')));
        if (!boot) throw new Error('the boot script is missing in the page');
        delete boot.attributes.defer;
        boot.attributes.async = true;
        boot.attributes['data-frame'] = ['client', 'signed-in', 'federation']
          .flatMap((chunk) => filesOf(compilation, chunk))
          .join(' ');
        boot.attributes['data-login'] = filesOf(compilation, 'login').join(' ');
        const rest = data.headTags.filter((tag) => tag !== boot);
        data.headTags = [...preloads(compilation), boot, ...rest];
        return data;
      });
    });
  }
}

/** Addresses of what a lazy chunk adds to the first load. */
function filesOf(compilation, chunk) {
  const group = compilation.chunkGroups.find(({ name }) => name === chunk);
  if (!group) return [];
  const loaded = new Set(compilation.entrypoints.get('main')?.getFiles());
  return group
    .getFiles()
    .filter((file) => /\.(js|css)$/.test(file) && !loaded.has(file))
    .map((file) => `/${file}`);
}

function preloads(compilation) {
  const font = Object.keys(compilation.assets).find((file) =>
    /^fonts\/inter-latin-(?!ext).*\.woff2$/.test(file),
  );
  const link = (attributes) => ({
    tagName: 'link',
    voidTag: true,
    attributes: { rel: 'preload', ...attributes, crossorigin: 'anonymous' },
    meta: { plugin: 'HeadPlugin' },
  });
  return [
    link({ as: 'fetch', href: '/config.json' }),
    link({ as: 'fetch', href: '/remotes.json' }),
    ...(font ? [link({ as: 'font', type: 'font/woff2', href: `/${font}`, fetchpriority: 'low' })] : []),
  ];
}

const page = (directory, chunks) =>
  new HtmlWebpackPlugin({
    template: path.join(directory, 'public/index.html'),
    scriptLoading: 'defer',
    chunks,
    chunksSortMode: 'manual',
  });

/** @param {string} directory the shell's folder */
module.exports.shell = (directory) => {
  const config = base({ directory, uniqueName: 'shell', publicPath: '/', common: false });
  return {
    ...config,
    entry: { boot: path.join(directory, 'src/boot.ts'), main: path.join(directory, 'src/main.ts') },
    plugins: [
      ...config.plugins,
      define(),
      page(directory, ['boot', 'main']),
      new HeadPlugin(),
      ...pwa(directory),
    ],
  };
};

module.exports.parts = { define, page, HeadPlugin };
