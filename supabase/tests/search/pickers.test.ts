import { ask } from '../support/bank';
import { sql } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/platform.md, Search: pickers and filters find vendors and members as the search does. */
let agency: TestAgency;
let other: TestAgency;

interface Row {
  name?: string;
  first_name?: string;
  last_name?: string;
}

const vendors = async (person: Person, search: string | null, more: object = {}) =>
  (await ask<Row[]>(person, 'find_vendors_by_name', { search, ...more })).map(({ name }) => name);
const members = async (person: Person, search: string) =>
  (await ask<Row[]>(person, 'find_members_by_name', { search })).map(
    (row) => `${row.first_name} ${row.last_name}`,
  );

beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await sql(
    `insert into public.vendors (organization_id, name, aliases, archived_at) values
      ($1, 'Océania Croisières', '{"OCN PAYMENTS"}', null), ($1, 'Müller Reisen', '{}', null), ($1, 'Océan Perdu', '{}', now())`,
    [agency.organizationId],
  );
  await sql(`update public.users set first_name = 'Zoë', last_name = 'Łukasik' where id = $1`, [
    agency.rival.id,
  ]);
  await sql('update public.user_emails set email = $2 where user_id = $1', [
    agency.rival.id,
    `zoe-${agency.rival.id}@desk.test`,
  ]);
});

// Holds platform-92
test.each([
  ['oce', ['Océania Croisières']],
  ['croisieres OCEANIA', ['Océania Croisières']],
  ['muler', ['Müller Reisen']],
  ['ocn payments', ['Océania Croisières']],
  ['nobody', []],
  ["'; drop table public.vendors; --", []],
])('the vendor picker finds by %s', async (typed, names) => {
  for (const person of [agency.admin, agency.agent]) expect(await vendors(person, typed)).toEqual(names);
});

test('a filter offers archived vendors, too, after the others; nothing typed offers all by name', async () => {
  expect(await vendors(agency.agent, 'oce', { with_archived: true })).toEqual([
    'Océania Croisières',
    'Océan Perdu',
  ]);
  const all = await vendors(agency.admin, null, { with_archived: true });
  expect(all.at(-1)).toBe('Océan Perdu');
  expect(all.length).toBe((await vendors(agency.admin, ' ')).length + 1);
});

test.each([
  ['zoe', ['Zoë Łukasik']],
  ['lukasik zoe', ['Zoë Łukasik']],
  ['lukasic', ['Zoë Łukasik']],
])('members are found by %s', async (typed, names) => {
  expect(await members(agency.agent, typed)).toEqual(names);
});

test('admins alone find members by an address; nobody finds anything of another agency, nor once inactive', async () => {
  const address = `zoe-${agency.rival.id}@desk`;
  expect(await members(agency.admin, address)).toEqual(['Zoë Łukasik']);
  expect(await members(agency.agent, address)).toEqual([]);
  for (const person of [other.admin, other.agent, agency.inactive]) {
    expect(await vendors(person, 'oce', { with_archived: true })).toEqual([]);
    expect(await members(person, 'zoe')).toEqual([]);
  }
});
