import fc from 'fast-check';
import { createSale } from './support/sales';
import { SEED, SOAK } from './support/soak';
import { findTrouble, findVisibility } from './support/storm-invariants';
import { operation } from './support/storm-plan';
import { play, type Props, type Stage } from './support/storm-run';
import { createCustomer, createVendor, createWorld, type World } from './support/world';

/** Operations, in waves with a look at all rows after each. */
const [WAVES, OPERATIONS] = SOAK ? [20, 250] : [2, 200];
/** People who do something at the same moment. */
const LANES = 8;

jest.setTimeout(SOAK ? 15 * 60_000 : 60_000);

let worlds: World[];
let stage: Stage;
beforeAll(async () => {
  worlds = [await createWorld(), await createWorld()];
  stage = { people: [], props: new Map(), versions: new Map(), trouble: [], outcomes: new Map() };
  for (const home of worlds) {
    const { owner, admin, agent, rival, organizationId } = home;
    stage.people.push(
      { person: owner, home, isAdmin: true },
      { person: admin, home, isAdmin: true },
      { person: agent, home, isAdmin: false },
      { person: rival, home, isAdmin: false },
    );
    const props: Props = {
      agents: [agent.id, rival.id, owner.id],
      customers: [home.customerId],
      vendors: [home.vendorId],
      sales: [(await createSale(agent, home)).id],
    };
    for (const rate of [0, 12.5, 33.33]) {
      for (let n = 0; n < 3; n += 1) props.customers.push(await createCustomer(organizationId));
      props.vendors.push(await createVendor(organizationId, rate));
    }
    stage.props.set(home, props);
  }
});

test(`many people at once leave everything whole (seed ${SEED})`, async () => {
  const organizations = worlds.map(({ organizationId }) => organizationId);
  for (let wave = 0; wave < WAVES; wave += 1) {
    const plan = fc.sample(operation, { numRuns: OPERATIONS, seed: SEED + wave });
    await play(stage, plan, LANES);
    expect([...stage.trouble, ...(await findTrouble(organizations))]).toEqual([]);
  }
  for (const { person, home, isAdmin } of stage.people)
    expect(await findVisibility(person, home.organizationId, isAdmin)).toEqual([]);
  const report = JSON.stringify(Object.fromEntries([...stage.outcomes].sort()), null, 1);
  if (SOAK) process.stdout.write(`${report}\n`);
  // It did blow: each of these was both done and refused.
  for (const [kind, done] of [
    ['create', 'done'],
    ['edit', 'saved'],
    ['edit', 'conflict'],
    ['patch', 'done'],
    ['move', 'done'],
    ['move commission', 'done'],
    ['pay', 'done'],
  ] as const)
    for (const outcome of [`${kind}: ${done}`, `${kind}: refused`]) expect(report).toContain(outcome);
});
