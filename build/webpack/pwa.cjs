/** What makes the shell an app that is installed and opens offline: web manifest, icons and `sw.js`, all at fixed addresses. */
const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const { InjectManifest } = require('workbox-webpack-plugin');

/** What the app needs to start and to show any page of the shell. Letters beyond Latin 1 are kept when they are first used. */
const NEEDED = [/^index\.html$/, /^(js|css|img)\//, /^fonts\/(?!.*latin-ext)/];

/** @param {string} directory the shell's folder */
module.exports.pwa = (directory) => [
  new CopyPlugin({
    patterns: ['manifest.webmanifest', 'icons'].map((name) => ({
      from: path.join(directory, 'public', name),
      to: name,
    })),
  }),
  new InjectManifest({
    swSrc: path.join(directory, 'src/pwa/worker/service-worker.ts'),
    swDest: 'sw.js',
    include: NEEDED,
  }),
];
