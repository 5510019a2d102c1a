module.exports = require('../build/webpack/remote.js').remote(__dirname);
