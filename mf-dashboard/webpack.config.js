const path = require('node:path');
const webpack = require('webpack');
const config = require('../build/webpack/remote.cjs').remote(__dirname);

// Workbooks are zipped where they are made, in a worker: see the module.
config.module.rules.push({
  include: /node_modules[\\/]write-excel-file/,
  resolve: { alias: { fflate$: path.join(__dirname, 'src/reports/export/zip-here.ts') } },
});
// The first chart calls most of its library: compiled beside the page while it arrives, not function by function in the task that draws.
config.plugins.push(
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /lazy-chart\./,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING,
  }),
);
module.exports = config;
