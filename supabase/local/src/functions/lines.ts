import type { Readable } from 'node:stream';

/** As on hosted: the length of a line, and how many lines there may be in so many milliseconds. */
const LONGEST = 10_000;
const MOST = 100;
const WINDOW_MS = 10_000;

/** Calls `say` for each line of a stream; a flood is cut, and the log says so. */
export function eachLine(stream: Readable, say: (line: string) => void): void {
  let rest = '';
  let began = 0;
  let count = 0;
  function one(line: string): void {
    if (line.trim() === '') return;
    if (Date.now() - began > WINDOW_MS) [began, count] = [Date.now(), 0];
    count += 1;
    if (count <= MOST) say(line.slice(0, LONGEST));
    else if (count === MOST + 1) say(`(more than ${MOST} lines in ${WINDOW_MS / 1000} seconds: left out)`);
  }
  stream.setEncoding('utf8');
  stream.on('data', (data: string) => {
    const lines = (rest + data).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, LONGEST);
    lines.forEach(one);
  });
  stream.on('end', () => one(rest));
}
