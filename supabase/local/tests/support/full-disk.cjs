// Preloaded into a backend: its disk is full as soon as it writes its secrets.
const fs = require('node:fs');

const write = fs.writeFileSync;
fs.writeFileSync = (file, ...rest) => {
  if (!String(file).includes('secrets.json')) return write(file, ...rest);
  const details = { errno: -28, code: 'ENOSPC', syscall: 'write', path: String(file) };
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), details);
};
