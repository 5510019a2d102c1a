import { createSale } from './sales';
import type { KnownIds, RunState } from './concurrency-run';
import { createCustomer, createVendor, createTestAgency, type TestAgency } from './test-agency';

/** How many operations run at the same moment. */
export const WORKERS = 8;

/** Two organizations whose owners, admins and agents the concurrency test acts as, and a sale in each. */
export async function createRunState(): Promise<{ agencies: TestAgency[]; state: RunState }> {
  const agencies = [await createTestAgency(), await createTestAgency()];
  const state: RunState = {
    people: [],
    knownIds: new Map(),
    versions: new Map(),
    violations: [],
    outcomes: new Map(),
  };
  for (const agency of agencies) {
    const { owner, admin, agent, rival, organizationId } = agency;
    state.people.push(
      { person: owner, agency, isAdmin: true },
      { person: admin, agency, isAdmin: true },
      { person: agent, agency, isAdmin: false },
      { person: rival, agency, isAdmin: false },
    );
    const knownIds: KnownIds = {
      agents: [agent.id, rival.id, owner.id],
      customers: [agency.customerId],
      vendors: [agency.vendorId],
      sales: [(await createSale(agent, agency)).id],
    };
    for (const rate of [0, 12.5, 33.33]) {
      for (let n = 0; n < 3; n += 1) knownIds.customers.push(await createCustomer(organizationId));
      knownIds.vendors.push(await createVendor(organizationId, rate));
    }
    state.knownIds.set(agency, knownIds);
  }
  return { agencies, state };
}
