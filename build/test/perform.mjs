/** Runs one step, or finds that its result still stands. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '../lib/children.mjs';
import { say } from '../lib/console.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';

const MINUTE = 60_000;
const MEASURED = path.join(REPOSITORY, 'build/test/measured.mjs');
const NX = path.join(REPOSITORY, 'node_modules/nx/dist/bin/nx.js');

/** What `step.mjs` says at the end of a step that passed, and Nx repeats when it finds that result again. */
export const passedAt = (time) => `passed at ${time.toISOString()}`;
const PASSED_AT = /passed at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\s/;

/** @returns {(text: string) => void} shows what Nx says of a step from its first line on, unless that line says that its result stands */
function showRun() {
  let head = '';
  let shown;
  return (text) => {
    if (shown === undefined) {
      head += text;
      const line = /> nx run [^\n]*\n+/.exec(head);
      if (!line) return;
      shown = !line[0].includes('[');
      text = head.slice(line.index + line[0].length);
    }
    if (shown) process.stdout.write(text);
  };
}

/**
 * @typedef {{ problem: string, since?: Date, cpu?: number }} Outcome what went wrong, or an empty text; `since`: when it passed, for a step
 *   that was not run because nothing it reads has changed since; `cpu`: processor seconds, where the system says
 * @param {import('./steps.mjs').Step} step @param {{ force?: boolean }} [options] force: runs it whatever is known
 * @returns {Promise<Outcome>}
 */
export async function perform(step, { force = false } = {}) {
  const started = new Date();
  const cached = step.cached && !force;
  const job = cached
    ? {
        args: [NX, 'run', `paperplane:check-${step.name}`, '--output-style=stream-without-prefixes'],
        env: { NX_DAEMON: 'false' },
      }
    : await step.job();
  if (!job) return { problem: '' };
  const narrow = step.lane === 'narrow';
  const figure = path.join(os.tmpdir(), `paperplane-step-${process.pid}-${step.name}`);
  const { code, output, timedOut } = await run(process.execPath, [MEASURED, figure, ...job.args], {
    cwd: REPOSITORY,
    env: job.env,
    timeout: step.minutes * MINUTE,
    quiet: cached || narrow,
    onOutput: narrow ? undefined : showRun(),
  });
  const cpu = fs.existsSync(figure) ? Number(fs.readFileSync(figure, 'utf8')) : undefined;
  fs.rmSync(figure, { force: true });
  const passed = PASSED_AT.exec(output);
  if (code === 0 && passed && new Date(passed[1]) < started)
    return { problem: '', since: new Date(passed[1]) };
  const unseen = narrow || !output.includes('> nx run ');
  if (output && unseen && (code !== 0 || !cached)) say(output);
  if (timedOut) return { problem: `took more than ${step.minutes} minutes` };
  return { problem: code === 0 ? '' : `failed (exit code ${code}); its messages are above`, cpu };
}
