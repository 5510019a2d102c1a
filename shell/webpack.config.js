module.exports = require('../build/webpack/shell.cjs').shell(__dirname);
