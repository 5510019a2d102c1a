import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { launchBackend, ROOT, type BackendProcess } from './support/backend-process';
import { SEED, SOAK } from './support/soak';
import { findTrouble, findVisibility } from './support/storm-invariants';
import { MORE, SOME } from './support/storm-mutations';
import { operation } from './support/storm-plan';
import { play } from './support/storm-run';
import { LANES, setStage } from './support/storm-stage';

/**
 * Would the storm notice? It blows over a database of its own in which one lock or trigger is missing, until it reports
 * trouble; and it must. Three of them with every `npm test`, all of them with the soak.
 */
const [WAVES, OPERATIONS] = SOAK ? [60, 150] : [60, 60];

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
  process.env['PAPERPLANE_TEST_API_URL'] = facts.apiUrl;
  process.env['PAPERPLANE_TEST_MAIL_URL'] = facts.mailUrl;
  process.env['PAPERPLANE_TEST_DB_URL'] = facts.dbUrl;
  process.env['PAPERPLANE_TEST_PUBLISHABLE_KEY'] = facts.publishableKey;
  process.env['PAPERPLANE_TEST_SECRET_KEY'] = facts.secretKey;
  process.env['PAPERPLANE_TEST_JWT_SECRET'] = facts.jwtSecret;
});

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Waves until there is trouble; how many operations that took, and the first of it. */
async function storm(): Promise<{ operations: number; trouble: string[] }> {
  const { agencies, stage } = await setStage();
  const organizations = agencies.map(({ organizationId }) => organizationId);
  for (let wave = 0; wave < WAVES; wave += 1) {
    await play(stage, fc.sample(operation, { numRuns: OPERATIONS, seed: SEED + wave }), LANES);
    const seen = [];
    for (const { person, agency, isAdmin } of stage.people)
      seen.push(...(await findVisibility(person, agency.organizationId, isAdmin)));
    const trouble = [...stage.trouble, ...(await findTrouble(organizations)), ...seen];
    if (trouble.length > 0) return { operations: (wave + 1) * OPERATIONS, trouble };
  }
  return { operations: WAVES * OPERATIONS, trouble: [] };
}

test(`the storm reports whatever is taken out (seed ${SEED})`, async () => {
  const missed: string[] = [];
  for (const mutation of SOAK ? [...SOME, ...MORE] : SOME) {
    await mutation.break();
    const { operations, trouble } = await storm().finally(mutation.mend);
    if (trouble.length === 0) missed.push(`${mutation.name}: nothing after ${operations} operations`);
    if (SOAK) process.stdout.write(`${mutation.name}: after ${operations}, ${trouble[0]?.slice(0, 160)}\n`);
  }
  expect(missed).toEqual([]);
});
