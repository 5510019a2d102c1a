import fc from 'fast-check';
import { SEED, SOAK } from '../support/soak';
import { findViolations, findVisibilityViolations, INVARIANTS } from '../support/concurrency-invariants';
import { operation } from '../support/concurrency-plan';
import { runOperations, type RunState } from '../support/concurrency-run';
import { WORKERS, createRunState } from '../support/concurrency-state';
import type { TestAgency } from '../support/test-agency';

/** Rounds of operations; all rows are checked after each round. */
const [ROUNDS, OPERATIONS] = SOAK ? [30, 500] : [2, 200];

jest.setTimeout(SOAK ? 90 * 60_000 : 180_000);

let agencies: TestAgency[];
let state: RunState;
beforeAll(async () => {
  ({ agencies, state } = await createRunState());
});

/** What a run must have seen of each kind: done, and refused. */
const KINDS = [
  ['create', 'done'],
  ['edit', 'saved'],
  ['edit', 'conflict'],
  ['patch', 'done'],
  ['move', 'done'],
  ['move commission', 'done'],
  ['pay', 'done'],
  ['split', 'done'],
  ['leave', 'done'],
] as const;

test('thirty rules are looked at, beside histories, totals and what each person sees', () => {
  expect(Object.keys(INVARIANTS).length).toBeGreaterThanOrEqual(30);
});

const unseen = () =>
  KINDS.flatMap(([kind, done]) => [`${kind}: ${done}`, `${kind}: refused`]).filter(
    (outcome) => !state.outcomes.has(outcome),
  );

test(`many people at once leave everything whole (seed ${SEED})`, async () => {
  const organizations = agencies.map(({ organizationId }) => organizationId);
  // Some more where chance left something out.
  for (let round = 0; round < ROUNDS || (unseen().length > 0 && round < ROUNDS + 8); round += 1) {
    const plan = fc.sample(operation, { numRuns: OPERATIONS, seed: SEED + round });
    await runOperations(state, plan, WORKERS);
    expect([...state.violations, ...(await findViolations(organizations))]).toEqual([]);
  }
  for (const { person, agency, isAdmin } of state.people)
    expect(await findVisibilityViolations(person, agency.organizationId, isAdmin)).toEqual([]);
  const report = JSON.stringify(Object.fromEntries([...state.outcomes].sort()), null, 1);
  if (SOAK) process.stdout.write(`${report}\n`);
  // Every kind of operation was done at least once, and refused at least once.
  expect(unseen()).toEqual([]);
});
