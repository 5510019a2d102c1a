import { memberProfile } from '../support/directory';
import { dashboardOf } from '../support/dashboard';
import { saveTerms, sellToday, tiersOf } from '../support/terms';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const STEPS = tiersOf([
  [0, 60],
  [1000, 65],
  [3000, 70],
]);
const onDashboard = async (person: Person) =>
  (await dashboardOf(person)) as unknown as Record<string, unknown>;

// Holds agreements-33
test('an agent with tiers reads on the dashboard and the profile what is missing to the next, up to the last', async () => {
  await saveTerms(agency.admin, agency.agent, { default_split: 60, tiers: STEPS });
  const shown = async () => [
    (await onDashboard(agency.agent))['next_tier'],
    (await memberProfile(agency.agent, agency.agent.id))?.terms.next_tier,
  ];
  const first = { from: 1000, split: 65, missing: 1000 };
  expect(await shown()).toEqual([first, first]);
  await sellToday(agency, 1250.5);
  const second = { from: 3000, split: 70, missing: 1749.5 };
  expect(await shown()).toEqual([second, second]);
  await sellToday(agency, 1749.5);
  expect(await shown()).toEqual([undefined, null]);
});

test('nobody else has that part: agents without tiers, other agents, admins', async () => {
  await saveTerms(agency.admin, agency.agent, { default_split: 60, tiers: STEPS });
  await saveTerms(agency.owner, agency.admin, { default_split: 60, tiers: STEPS });
  for (const person of [agency.rival, agency.admin])
    expect(await onDashboard(person)).not.toHaveProperty('next_tier');
  expect((await memberProfile(agency.admin, agency.rival.id))?.terms.next_tier).toBeNull();
});
