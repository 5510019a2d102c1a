/**
 * `npm run test:soak mutants`: puts small faults into rules, functions and policies, one at a time, and runs the tests that reach them. A fault
 * that no test notices is a proof that is missing, or no fault at all: somebody has to look. PAPERPLANE_SEED=7 repeats a sample,
 * PAPERPLANE_MUTANTS=20 draws another number than 60.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '../lib/children.mjs';
import { bold, dim, duration, green, red, Refusal, say } from '../lib/console.mjs';
import { git } from '../lib/git.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';
import { distancesOf, fitting, importing } from '../test/reaching.mjs';
import { tools } from '../test/steps.mjs';
import { sample } from './sample.mjs';

/** Seconds of tests for one fault: what is not noticed by then is not noticed near it. */
const SECONDS = 240;
/** What PostgreSQL says of SQL that is none; such a fault is no mutant. */
const NO_SQL = 'The mutant is no SQL';

const jest = (project, files, env) =>
  run(process.execPath, [tools.jest, '--selectProjects', project, '--bail', '--runTestsByPath', ...files], {
    cwd: REPOSITORY,
    env,
    quiet: true,
    timeout: 2 * SECONDS * 1000,
  });

/** The file with the fault in the place of the right one while its tests run. */
async function rule({ file, text }) {
  const whole = path.join(REPOSITORY, file);
  const right = fs.readFileSync(whole, 'utf8');
  const restore = () => fs.writeFileSync(whole, right);
  process.once('exit', restore);
  try {
    fs.writeFileSync(whole, text);
    const tests = await importing('unit', [file]);
    return tests.length > 0 ? (await jest('unit', tests, {})).code !== 0 : false;
  } finally {
    process.off('exit', restore);
    restore();
  }
}

/** The function or policy is replaced in the databases of the tests, once they are up. @returns undefined where it is no SQL */
async function statement({ subject, text }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-mutant-'));
  const file = path.join(folder, 'mutant.sql');
  fs.writeFileSync(file, text);
  try {
    const tests = fitting(distancesOf(new Set([subject])), SECONDS);
    const { code, output } = await jest('database', tests, { PAPERPLANE_MUTANT: file });
    if (output.includes(NO_SQL)) return undefined;
    return code !== 0;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Says of each fault whether a test noticed it. Those alive are no failure of this command: some are no faults. */
export async function mutants() {
  if (git('status', '--porcelain'))
    throw new Refusal('Commit first: faults are put into the files of this checkout.');
  const seed = Number(process.env.PAPERPLANE_SEED ?? 1);
  const count = Number(process.env.PAPERPLANE_MUTANTS ?? 60);
  let alive = 0;
  let killed = 0;
  for (const mutant of sample({ seed, count })) {
    const started = Date.now();
    const noticed = await (mutant.kind === 'rule' ? rule : statement)(mutant);
    const verdict = noticed === undefined ? dim('no SQL') : noticed ? green('noticed') : red('ALIVE');
    const { kind, place, from, to } = mutant;
    say(
      `${verdict}  ${kind} ${place}: "${from.trim()}" becomes "${to.trim()}" ${dim(duration(Date.now() - started))}`,
    );
    if (noticed) killed += 1;
    else if (noticed === false) alive += 1;
  }
  say(bold(`${killed} noticed, ${alive} alive, seed ${seed}`));
}
