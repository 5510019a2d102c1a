import fs from 'node:fs';
import path from 'node:path';
import { startMarkOf } from '../instance/process-info.js';

const FILE = 'workers.json';

type Marks = Record<string, string>;

function read(folder: string): Marks {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, FILE), 'utf8')) as Marks;
  } catch {
    return {};
  }
}

const write = (folder: string, marks: Marks) =>
  fs.writeFileSync(path.join(folder, FILE), JSON.stringify(marks), { mode: 0o600 });

/**
 * Ends the workers of a backend that was killed: each ends by itself when it notices, but one that is busy never does.
 * @param folder where `noteWorker` has written them down
 */
export function endLeftovers(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [pid, mark] of Object.entries(read(folder))) {
    // The same id may be another process by now.
    if (mark === '' || startMarkOf(Number(pid)) !== mark) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  write(folder, {});
}

/** Writes a worker's process down. Returns how to take it out again. */
export function noteWorker(folder: string, pid: number): () => void {
  write(folder, { ...read(folder), [pid]: startMarkOf(pid) });
  return () => {
    const { [pid]: _ended, ...others } = read(folder);
    write(folder, others);
  };
}
