import fs from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { isAlive, startMarkOf } from './process-info.js';

/** The process that holds something of a data directory; written into a file there. */
export interface Holder {
  pid: number;
  startMark: string;
}

/** What is held: details may be added, and it is given back at the end. */
export interface Claim<Details> {
  update(details: Partial<Details>): void;
  release(): void;
}

/** A claim that was killed while it looked for a holder keeps others out for so long, in milliseconds. */
const STALE = 5000;
/** Ten seconds, a look every 25 milliseconds. */
const PATIENCE = { retries: 400, factor: 1, minTimeout: 25, maxTimeout: 25 };

function read<Details>(file: string): (Holder & Details) | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Holder & Details;
  } catch {
    return null;
  }
}

/** The live process that holds `file`, or null. A process that only inherited the id does not count. */
export function liveHolder<Details>(file: string): (Holder & Details) | null {
  const holder = read<Details>(file);
  if (!holder || !isAlive(holder.pid)) return null;
  const mark = startMarkOf(holder.pid);
  return mark && holder.startMark && mark !== holder.startMark ? null : holder;
}

/** Takes `file` for this process. Throws what `refusal` says of a live process that holds it. */
export async function claim<Details>(
  file: string,
  details: Details,
  refusal: (live: Holder & Details) => Error,
): Promise<Claim<Details>> {
  let held = { pid: process.pid, startMark: startMarkOf(process.pid), ...details };
  const update = (more: Partial<Details>) => {
    held = { ...held, ...more };
    fs.writeFileSync(`${file}.new`, JSON.stringify(held), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  };
  // Of two at once the second one looks when the first has written its name.
  const leave = await lockfile.lock(path.dirname(file), {
    lockfilePath: file.replace(/\.json$/, '.takeover'),
    stale: STALE,
    retries: PATIENCE,
  });
  try {
    const live = liveHolder<Details>(file);
    if (live) throw refusal(live);
    update({});
  } finally {
    await leave();
  }
  return {
    update,
    release() {
      if (read(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    },
  };
}
