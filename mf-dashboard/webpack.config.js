const path = require('node:path');
const config = require('../build/webpack/remote.cjs').remote(__dirname);

// Workbooks are zipped where they are made, in a worker: see the module.
config.module.rules.push({
  include: /node_modules[\\/]write-excel-file/,
  resolve: { alias: { fflate$: path.join(__dirname, 'src/reports/export/zip-here.ts') } },
});
module.exports = config;
