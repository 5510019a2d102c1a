import { createSale } from './sales';
import type { Props, Stage } from './storm-run';
import { createCustomer, createVendor, createTestAgency, type TestAgency } from './test-agency';

/** People who do something at the same moment. */
export const LANES = 8;

/** Two organizations whose owners, admins and agents the storm plays with, and a sale in each. */
export async function setStage(): Promise<{ agencies: TestAgency[]; stage: Stage }> {
  const agencies = [await createTestAgency(), await createTestAgency()];
  const stage: Stage = {
    people: [],
    props: new Map(),
    versions: new Map(),
    trouble: [],
    outcomes: new Map(),
  };
  for (const agency of agencies) {
    const { owner, admin, agent, rival, organizationId } = agency;
    stage.people.push(
      { person: owner, agency, isAdmin: true },
      { person: admin, agency, isAdmin: true },
      { person: agent, agency, isAdmin: false },
      { person: rival, agency, isAdmin: false },
    );
    const props: Props = {
      agents: [agent.id, rival.id, owner.id],
      customers: [agency.customerId],
      vendors: [agency.vendorId],
      sales: [(await createSale(agent, agency)).id],
    };
    for (const rate of [0, 12.5, 33.33]) {
      for (let n = 0; n < 3; n += 1) props.customers.push(await createCustomer(organizationId));
      props.vendors.push(await createVendor(organizationId, rate));
    }
    stage.props.set(agency, props);
  }
  return { agencies, stage };
}
