import fc from 'fast-check';
import { SEED, SOAK } from './support/soak';
import { findTrouble, findVisibility } from './support/storm-invariants';
import { operation } from './support/storm-plan';
import { play, type Stage } from './support/storm-run';
import { LANES, setStage } from './support/storm-stage';
import type { TestAgency } from './support/test-agency';

/** Operations, in waves with a look at all rows after each. */
const [WAVES, OPERATIONS] = SOAK ? [20, 250] : [2, 200];

jest.setTimeout(SOAK ? 30 * 60_000 : 180_000);

let agencies: TestAgency[];
let stage: Stage;
beforeAll(async () => {
  ({ agencies, stage } = await setStage());
});

/** What a storm must have seen of each kind: done, and refused. */
const KINDS = [
  ['create', 'done'],
  ['edit', 'saved'],
  ['edit', 'conflict'],
  ['patch', 'done'],
  ['move', 'done'],
  ['move commission', 'done'],
  ['pay', 'done'],
] as const;

const unseen = () =>
  KINDS.flatMap(([kind, done]) => [`${kind}: ${done}`, `${kind}: refused`]).filter(
    (outcome) => !stage.outcomes.has(outcome),
  );

test(`many people at once leave everything whole (seed ${SEED})`, async () => {
  const organizations = agencies.map(({ organizationId }) => organizationId);
  // Some more where chance left something out.
  for (let wave = 0; wave < WAVES || (unseen().length > 0 && wave < WAVES + 8); wave += 1) {
    const plan = fc.sample(operation, { numRuns: OPERATIONS, seed: SEED + wave });
    await play(stage, plan, LANES);
    expect([...stage.trouble, ...(await findTrouble(organizations))]).toEqual([]);
  }
  for (const { person, agency, isAdmin } of stage.people)
    expect(await findVisibility(person, agency.organizationId, isAdmin)).toEqual([]);
  const report = JSON.stringify(Object.fromEntries([...stage.outcomes].sort()), null, 1);
  if (SOAK) process.stdout.write(`${report}\n`);
  // It did blow.
  expect(unseen()).toEqual([]);
});
