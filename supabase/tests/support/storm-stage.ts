import { createSale } from './sales';
import type { Props, Stage } from './storm-run';
import { createCustomer, createVendor, createWorld, type World } from './world';

/** People who do something at the same moment. */
export const LANES = 8;

/** Two organizations whose owners, admins and agents the storm plays with, and a sale in each. */
export async function setStage(): Promise<{ worlds: World[]; stage: Stage }> {
  const worlds = [await createWorld(), await createWorld()];
  const stage: Stage = {
    people: [],
    props: new Map(),
    versions: new Map(),
    trouble: [],
    outcomes: new Map(),
  };
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
  return { worlds, stage };
}
