import { LIMITS } from '../../../shared/src/domain';
import { ask } from '../support/customers';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Every list and every export looks for the first 500 characters of a search. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
  await agency.sale({ reference: 'BF-1001' });
});

const fill = (word: string) => word.padEnd(LIMITS.search, ' ');

test.each([
  ['list_sales', 'customer_search', 'vera'],
  ['list_commissions', 'search', 'vera'],
  ['list_customers', 'search', 'vera'],
  ['list_vendors', 'search', 'blue'],
  ['list_team', 'search', 'agent'],
  ['export_sales', 'customer_search', 'vera'],
  ['export_commissions', 'search', 'vera'],
  ['export_customers', 'search', 'vera'],
  ['export_vendors', 'search', 'blue'],
  ['export_team', 'search', 'agent'],
])('%s', async (name, argument, word) => {
  const found = async (search: string) => {
    const { rows } = await ask<{ rows: unknown[] }>(agency.admin, name, { [argument]: search });
    return rows.length;
  };
  const all = await found(word);
  expect(all).toBeGreaterThan(0);
  expect(await found('nobody')).toBe(0);
  // What comes behind the limit is not looked for; the last character before it is.
  expect(await found(`${fill(word)}nobody`)).toBe(all);
  expect(await found(`${fill(word).slice(0, -1)}q`)).toBe(0);
  // More words than a search may have, all of them behind the limit.
  expect(await found(`${fill(word)}${'ab '.repeat(100_000)}`)).toBe(all);
});
