/**
 * Pages of different remotes may have the same name, and chunks of one name are one chunk: here they get the remote's name as well. The loader
 * finds its pages at once, where the real one fetches what knows remotes.
 */
const path = require('node:path');

module.exports = function oneGraph(source) {
  const [, remote] = /(mf-[a-z]+)[\\/]src/.exec(path.dirname(this.resourcePath) + path.sep) ?? [];
  return remote
    ? source.replace(/webpackChunkName: "/g, `$&${remote}-`)
    : source.replace('webpackChunkName: "federation"', 'webpackMode: "eager"');
};
