/** A lock file that survives nothing but its owner: a dead owner's lock is taken over, two takers cannot both win. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Differs between two processes that got the same id one after the other; empty where it cannot be known. */
function startMark(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '');
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** @param {string} file @returns {{ pid: number, mark: string, what: string } | null} the live owner */
function liveOwner(file) {
  try {
    const owner = JSON.parse(fs.readFileSync(file, 'utf8'));
    return isRunning(owner.pid) && startMark(owner.pid) === owner.mark ? owner : null;
  } catch {
    return null;
  }
}

/** Creates the file with its whole content at once; false when it exists. */
function createWhole(file, content) {
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, content);
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** Removes a dead owner's lock; a directory keeps a second remover out, so that no fresh lock can be removed. */
function clearStale(file) {
  const gate = `${file}.takeover`;
  try {
    fs.mkdirSync(gate);
  } catch {
    const entered = fs.statSync(gate, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - entered > 5000) fs.rmSync(gate, { recursive: true, force: true });
    return;
  }
  try {
    if (!liveOwner(file)) fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(gate, { recursive: true, force: true });
  }
}

/**
 * Does work while nobody else holding the same lock does; waits for the holder.
 * @template T
 * @param {string} file the lock file
 * @param {string} what said to those who wait, for example `npm start`
 * @param {() => Promise<T>} work
 * @param {(owner: { pid: number, what: string }) => void} [onWait] called once when it has to wait
 * @returns {Promise<T>}
 */
export async function withLock(file, what, work, onWait) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, mark: startMark(process.pid), what });
  let told = false;
  while (!createWhole(file, content)) {
    const owner = liveOwner(file);
    if (!owner) clearStale(file);
    else if (!told) {
      told = true;
      onWait?.(owner);
    }
    await sleep(owner ? 300 : 20);
  }
  const release = () => {
    if (liveOwner(file)?.pid === process.pid) fs.rmSync(file, { force: true });
  };
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
