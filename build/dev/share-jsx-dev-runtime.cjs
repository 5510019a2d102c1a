/** Development builds of remotes take this from the shell as well; the federation module finds it here. */
globalThis.paperplaneJsxDevRuntime = require('react/jsx-dev-runtime');
