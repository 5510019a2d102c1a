module.exports = require('../build/webpack/remote.cjs').remote(__dirname);
