/** How the two commands talk: one line for what happens, elapsed time for what takes long. */

const colored = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colored ? `\x1b[${code}m${text}\x1b[0m` : text);
export const bold = paint('1');
export const dim = paint('2');
export const red = paint('31');
export const green = paint('32');

/** @param {string} text */
export const say = (text = '') => process.stdout.write(`${text}\n`);

/** @param {number} milliseconds @returns {string} for example `4.2 s` or `3 min 05 s` */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.round(seconds % 60)).padStart(2, '0')} s`;
}

/**
 * Says that something is still going on, every ten seconds, for steps that are silent by themselves.
 * @param {string} what @returns {() => void} call it at the end
 */
export function stillBusy(what) {
  const started = Date.now();
  const timer = setInterval(() => say(dim(`  ${what}, ${duration(Date.now() - started)} …`)), 10_000);
  timer.unref();
  return () => clearInterval(timer);
}

/** An error whose message says everything; the stack would only hide it. */
export class Refusal extends Error {
  name = 'Refusal';
}
