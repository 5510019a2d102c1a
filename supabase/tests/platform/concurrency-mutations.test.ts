import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { launchBackend, ROOT, type BackendProcess } from '../support/backend-process';
import { SEED, SOAK } from '../support/soak';
import { findViolations, findVisibilityViolations } from '../support/concurrency-invariants';
import { MUTATIONS, QUICK_MUTATIONS } from '../support/concurrency-mutations';
import { operation } from '../support/concurrency-plan';
import { runOperations } from '../support/concurrency-run';
import { WORKERS, createRunState } from '../support/concurrency-state';

/**
 * Would the concurrency test notice? It runs against a database of its own in which one lock or trigger is missing, until it
 * reports a violation; and it must. One of them with every `npm test`, which one by the seed, and all of them with the soak.
 */
const [ROUNDS, OPERATIONS] = SOAK ? [60, 150] : [60, 60];

jest.setTimeout(SOAK ? 40 * 60_000 : 300_000);

let backend: BackendProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-mutations-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000', '--mail-interval', '0'];
  backend = launchBackend(['--workdir', ROOT, '--data', dataDir, ...ports, ...limits]);
  const facts = await backend.ready;
  process.env['PAPERPLANE_TEST_BACKENDS'] = JSON.stringify([facts]);
});

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Runs rounds until an invariant is violated; how many operations that took, and the first violations. */
async function runUntilViolation(): Promise<{ operations: number; violations: string[] }> {
  const { agencies, state } = await createRunState();
  const organizations = agencies.map(({ organizationId }) => organizationId);
  for (let round = 0; round < ROUNDS; round += 1) {
    await runOperations(state, fc.sample(operation, { numRuns: OPERATIONS, seed: SEED + round }), WORKERS);
    const seen = [];
    for (const { person, agency, isAdmin } of state.people)
      seen.push(...(await findVisibilityViolations(person, agency.organizationId, isAdmin)));
    const violations = [...state.violations, ...(await findViolations(organizations)), ...seen];
    if (violations.length > 0) return { operations: (round + 1) * OPERATIONS, violations };
  }
  return { operations: ROUNDS * OPERATIONS, violations: [] };
}

test(`the concurrency test reports whatever is taken out (seed ${SEED})`, async () => {
  const missed: string[] = [];
  const quick = [QUICK_MUTATIONS[SEED % QUICK_MUTATIONS.length]!];
  for (const mutation of SOAK ? MUTATIONS : quick) {
    await mutation.break();
    let found;
    try {
      found = await runUntilViolation();
    } finally {
      await mutation.restore();
    }
    const { operations, violations } = found;
    if (violations.length === 0) missed.push(`${mutation.name}: nothing after ${operations} operations`);
    if (SOAK)
      process.stdout.write(`${mutation.name}: after ${operations}, ${violations[0]?.slice(0, 160)}\n`);
  }
  expect(missed).toEqual([]);
});
