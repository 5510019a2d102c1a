/**
 * Highcharts' accessibility module names all its parts, and some of them bring stock charts along. Those about menus, legends, zooming and
 * navigators, which no chart of ours has, are replaced by a stub: 20 instead of 42 kB. One who adds such a thing to a chart takes it off this list.
 */
const path = require('node:path');
const { NormalModuleReplacementPlugin } = require('webpack');

const STUBBED = /\/(Legend|Menu|Navigator|RangeSelector|Zoom)Component\.js$/;

module.exports.leaveOutOfHighcharts = () =>
  new NormalModuleReplacementPlugin(STUBBED, (resource) => {
    if (/[\\/]highcharts[\\/]/.test(resource.context)) {
      resource.request = path.join(__dirname, 'highcharts-stub.mjs');
    }
  });
