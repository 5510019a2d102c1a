/** Loaded before a program (`node --require`): each write to a file that is written in pieces takes 300 ms. */
const fs = require('node:fs');

for (const name of ['write', 'writev']) {
  const write = fs[name];
  fs[name] = (...args) => setTimeout(() => write(...args), 300);
}
