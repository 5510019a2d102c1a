import { sql } from '../support/database';
import { listVendors, type VendorRow } from '../support/directory';
import { createTestAgency, type AgencySaleWords, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
const ids: Record<string, string> = {};

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  await sql('update public.vendors set name = $2 where id = $1', [agency.vendorId, 'Blue Fleet']);
  ids['Blue Fleet'] = agency.vendorId;
  const { data } = await agency.admin.api
    .from('vendors')
    .insert([
      { name: 'Société des Îles', category: 'ferry', default_commission_rate: 8, aliases: ['SDI 4711'] },
      { name: 'Ångström Rail', category: 'rail', default_commission_rate: 11, aliases: [] },
      { name: 'Zenith 100% Tours', category: 'tour', default_commission_rate: 15, aliases: ['ZEN_TOURS'] },
      { name: 'Closed Hotels', category: 'hotel', default_commission_rate: 9, aliases: [] },
    ])
    .select('id, name');
  for (const { id, name } of data ?? []) ids[name] = id;
  const sale = (name: string, amount: number, words: AgencySaleWords = {}) =>
    agency.sale({ vendor: ids[name] ?? '', amount, ...words });
  await sale('Blue Fleet', 500);
  await sale('Blue Fleet', 250, { agent: agency.rival });
  await sale('Société des Îles', 2000, { sold: '2024-01-31' });
  await sale('Ångström Rail', 9000, { cancelled: true });
  await sale('Closed Hotels', 100);
  await agency.admin.api.rpc('archive_vendor', { vendor_id: ids['Closed Hotels'] ?? '', archived: true });
});

const names = (rows: VendorRow[]) => rows.map(({ name }) => name);

test('active vendors by name, with sums of everybody’s sales but cancelled ones', async () => {
  const page = await listVendors(agency.admin);
  expect(page).toMatchObject({ count: 4, page: 1, page_size: 10, total_pages: 1 });
  expect(page.by_category).toEqual({ other: 1, ferry: 1, rail: 1, tour: 1 });
  expect(page.rows).toEqual([
    expect.objectContaining({ name: 'Ångström Rail', sales_count: 0, total_amount: 0 }) as unknown,
    {
      id: agency.vendorId,
      name: 'Blue Fleet',
      logo_url: null,
      category: 'other',
      default_commission_rate: 10,
      expected_payment_days: null,
      expected_payment_basis: 'departure',
      is_archived: false,
      sales_count: 2,
      total_amount: 750,
    },
    expect.objectContaining({ name: 'Société des Îles', sales_count: 1, total_amount: 2000 }) as unknown,
    expect.objectContaining({ name: 'Zenith 100% Tours' }) as unknown,
  ]);
});

// Holds vendors-8
test.each<[string, string[]]>([
  ['iles', ['Société des Îles']],
  ['SOCIETE îles', ['Société des Îles']],
  ['angstrom', ['Ångström Rail']],
  ['sdi', ['Société des Îles']],
  ['4711 societe', ['Société des Îles']],
  ['100%', ['Zenith 100% Tours']],
  ['_', ['Zenith 100% Tours']],
  ['%', ['Zenith 100% Tours']],
  ['e', ['Blue Fleet', 'Société des Îles', 'Zenith 100% Tours']],
  ['   ', ['Ångström Rail', 'Blue Fleet', 'Société des Îles', 'Zenith 100% Tours']],
  ['closed', []],
  ['x '.repeat(80), []],
])('search %p', async (search, expected) => {
  expect(names((await listVendors(agency.admin, { search })).rows)).toEqual(expected);
});

test.each<[string, boolean, string]>([
  ['name', true, 'Zenith 100% Tours'],
  ['default_commission_rate', false, 'Société des Îles'],
  ['default_commission_rate', true, 'Zenith 100% Tours'],
  ['sales_count', true, 'Blue Fleet'],
  ['total_amount', true, 'Société des Îles'],
  ['total_amount', false, 'Ångström Rail'],
  ['category', false, 'Société des Îles'],
  ['category', true, 'Zenith 100% Tours'],
  ['created_at', false, 'Blue Fleet'],
  ['password', false, 'Ångström Rail'],
])('sorted by %s, descending %p: %s comes first', async (sort, descending, first) => {
  const all = names((await listVendors(agency.admin, { sort, descending })).rows);
  expect(all[0]).toBe(first);
  // Page by page nothing is lost or repeated.
  const paged: string[] = [];
  for (let page = 1; page <= 4; page += 1) {
    paged.push(...names((await listVendors(agency.admin, { sort, descending, page, page_size: 1 })).rows));
  }
  expect(paged).toEqual(all);
});

test('state and category, pages beyond the last, and whatever else arrives', async () => {
  expect(names((await listVendors(agency.admin, { state: 'archived' })).rows)).toEqual(['Closed Hotels']);
  expect((await listVendors(agency.admin, { state: 'all' })).count).toBe(5);
  expect((await listVendors(agency.admin, { state: 'secret', category: 'secret' })).count).toBe(4);
  const rail = await listVendors(agency.admin, { category: 'rail' });
  expect([names(rail.rows), rail.count, rail.by_category.ferry]).toEqual([['Ångström Rail'], 1, 1]);
  expect(await listVendors(agency.admin, { page: 9, page_size: 3 })).toMatchObject({
    rows: [],
    count: 4,
    total_pages: 2,
  });
  expect(await listVendors(agency.admin, { page: -3, page_size: 100000 })).toMatchObject({
    page: 1,
    page_size: 100,
  });
  const nothing = {
    search: null,
    category: null,
    state: null,
    sort: null,
    descending: null,
    page: null,
    page_size: null,
  };
  expect((await listVendors(agency.admin, nothing)).count).toBe(4);
});

test('vendors with whom no due days are agreed, in the list, its counts and its export', async () => {
  const agreed = (days: number | null) =>
    sql('update public.vendor_terms set expected_payment_days = $2 where vendor_id = $1', [
      agency.vendorId,
      days,
    ]);
  await agreed(30);
  const lacking = await listVendors(agency.admin, { without_terms: true });
  expect(names(lacking.rows)).toEqual(['Ångström Rail', 'Société des Îles', 'Zenith 100% Tours']);
  expect([lacking.count, lacking.by_category.other]).toEqual([3, undefined]);
  const { data } = await agency.admin.api.rpc('export_vendors', { without_terms: true });
  expect((data as { rows: string[][] }).rows.map(([name]) => name)).toEqual(names(lacking.rows));
  expect((await listVendors(agency.admin, { without_terms: null })).count).toBe(4);
  await agreed(null);
});

// Holds vendors-9
test('agents, inactive and foreign people learn nothing', async () => {
  for (const who of [agency.agent, agency.rival, agency.inactive]) {
    expect(await listVendors(who, { state: 'all' })).toMatchObject({ rows: [], count: 0, by_category: {} });
  }
  expect(names((await listVendors(otherAgency.owner, { state: 'all' })).rows)).toEqual(['Blue Fleet']);
  expect((await listVendors(otherAgency.owner)).rows[0]).toMatchObject({ sales_count: 0, total_amount: 0 });
});
