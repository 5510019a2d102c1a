/** The page's one React Refresh runtime, whichever build asks for it first. */
globalThis.paperplaneRefreshRuntime ??= require('../../node_modules/react-refresh/cjs/react-refresh-runtime.development.js');
module.exports = globalThis.paperplaneRefreshRuntime;
