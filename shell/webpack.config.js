module.exports = require('../build/webpack/shell.js').shell(__dirname);
