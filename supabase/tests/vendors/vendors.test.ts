import type { Json } from '../../../shared/src/platform/api/database.types';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { listVendors, outcomeOf, vendorProfile } from '../support/directory';
import {
  createVendor,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const vendor = async (name: string, extra: object = {}, by: Person = agency.admin) => {
  const { data, error } = await by.api.rpc('create_vendor', { vendor: { name, ...extra } as Json });
  return { data: data as { id: string } | null, error };
};
const created = async (name: string, extra: object = {}, by: Person = agency.admin) => {
  const { data, error } = await vendor(name, extra, by);
  if (!data) throw new Error(error?.message);
  return row(data.id);
};
const row = (id: string) =>
  sqlOne<Record<string, unknown> & { id: string }>(
    'select * from public.vendors v join public.vendor_terms t on t.vendor_id = v.id where v.id = $1',
    [id],
  );

test('what is known of a vendor is kept tidy', async () => {
  const saved = await created('  Azure Coast ', {
    category: 'cruise',
    contacts: [
      { name: ' Ana Ruiz ', role: '', email: 'ana@azure.test', phone: null },
      { name: '', role: ' ', email: null },
    ],
    address_line_1: ' 1 Quay ',
    city: ' ',
    country: 'fr',
    account_number: ' AC-77 ',
    expected_payment_days: 30,
    expected_payment_basis: 'return',
    aliases: [' AZURE   COAST CRU ', 'azure coast cru', '', 'Azure Pay'],
  });
  expect(saved).toMatchObject({
    name: 'Azure Coast',
    category: 'cruise',
    contacts: [{ name: 'Ana Ruiz', role: null, email: 'ana@azure.test', phone: null }],
    address_line_1: '1 Quay',
    city: null,
    country: 'FR',
    account_number: 'AC-77',
    aliases: ['AZURE COAST CRU', 'Azure Pay'],
    archived_at: null,
  });
  expect(await created('Plain')).toMatchObject({
    category: 'other',
    contacts: [],
    aliases: [],
    expected_payment_days: null,
    expected_payment_basis: 'departure',
  });
});

const contact = (extra: object) => [{ name: 'Ana', ...extra }];
test.each<[string, object, string]>([
  ['an unknown category', { category: 'spaceship' }, 'vendors_category_known'],
  ['a contact that is a text', { contacts: ['Ana'] }, 'vendor_terms_contacts_fields'],
  ['contacts that are no list', { contacts: { name: 'Ana' } }, 'vendor_terms_contacts_fields'],
  ['lists within lists', { contacts: [[{ name: 'Ana' }]] }, 'vendor_terms_contacts_fields'],
  [
    'something else about a contact',
    { contacts: contact({ password: 'x' }) },
    'vendor_terms_contacts_fields',
  ],
  ['a number as a phone', { contacts: contact({ phone: 5 }) }, 'vendor_terms_contacts_fields'],
  ['an object as a name', { contacts: [{ name: { first: 'Ana' } }] }, 'vendor_terms_contacts_fields'],
  [
    'eleven contacts',
    { contacts: Array.from({ length: 11 }, () => ({ name: 'Ana' })) },
    'vendor_terms_contacts_count',
  ],
  ['a contact without a name', { contacts: [{ email: 'a@b.test' }] }, 'vendor_terms_contacts_name_required'],
  ['an endless name', { contacts: [{ name: 'a'.repeat(101) }] }, 'vendor_terms_contacts_length'],
  ['an endless name over lines', { contacts: [{ name: 'a\n'.repeat(60) }] }, 'vendor_terms_contacts_length'],
  ['an endless role', { contacts: contact({ role: 'a'.repeat(101) }) }, 'vendor_terms_contacts_length'],
  ['an endless phone', { contacts: contact({ phone: '1'.repeat(51) }) }, 'vendor_terms_contacts_length'],
  [
    'an endless e-mail',
    { contacts: contact({ email: `${'a'.repeat(250)}@b.test` }) },
    'vendor_terms_contacts_length',
  ],
  ['no e-mail', { contacts: contact({ email: 'ana' }) }, 'vendor_terms_contacts_email_format'],
  ['an unknown country', { country: 'XX' }, 'vendors_country_known'],
  ['an endless street', { address_line_1: 'a'.repeat(201) }, 'vendors_address_line_1_length'],
  ['an endless code', { postal_code: '1'.repeat(21) }, 'vendors_postal_code_length'],
  ['an endless account', { account_number: '1'.repeat(101) }, 'vendor_terms_account_number_length'],
  ['days before', { expected_payment_days: -1 }, 'vendor_terms_expected_payment_days_range'],
  ['days for ever', { expected_payment_days: 731 }, 'vendor_terms_expected_payment_days_range'],
  [
    'another day to count from',
    { expected_payment_basis: 'new year' },
    'vendor_terms_expected_payment_basis_known',
  ],
  ['21 aliases', { aliases: Array.from({ length: 21 }, (_, n) => `many ${n}`) }, 'vendors_aliases_count'],
  ['an endless alias', { aliases: ['short', 'a'.repeat(101)] }, 'vendors_aliases_length'],
  ['a logo of the web', { logo_url: 'https://evil.test/x.png' }, 'vendors_logo_url_format'],
])('%s is refused', async (_what, extra, constraint) => {
  const { error } = await vendor('Refused', extra);
  expect(error?.message).toContain(`"${constraint}"`);
});

test('a logo lies in the folder of the vendors of one’s own organization', async () => {
  const file = '0b7f8c1e-5d1a-4c0e-9f5e-2f4d3c2b1a00.webp';
  const shown = await created('Shown', { logo_url: `${agency.organizationId}/vendors/${file}` });
  expect(shown).toMatchObject({ logo_url: `${agency.organizationId}/vendors/${file}` });
  for (const path of [`${otherAgency.organizationId}/vendors/${file}`, `${agency.organizationId}/${file}`]) {
    expect((await vendor('Borrowed', { logo_url: path })).error?.message).toContain(
      'vendors_logo_url_format',
    );
  }
});

test('only admins write vendors, and nobody writes what functions decide', async () => {
  for (const who of ['agent', 'inactive'] as const) {
    expect((await vendor('Mine', {}, agency[who])).error?.code).toBe('42501');
    const changed = await untyped(agency[who].api, 'vendors')
      .update({ city: 'X' })
      .eq('id', agency.vendorId)
      .select('id');
    expect(changed.data).toEqual([]);
  }
  const foreign = await untyped(otherAgency.owner.api, 'vendors')
    .update({ city: 'X' })
    .eq('id', agency.vendorId)
    .select('id');
  expect(foreign.data).toEqual([]);
  for (const change of [{ archived_at: '2026-01-01' }, { organization_id: otherAgency.organizationId }]) {
    expect(
      (await untyped(agency.owner.api, 'vendors').update(change).eq('id', agency.vendorId)).error?.code,
    ).toBe('42501');
  }
  expect((await untyped(agency.owner.api, 'vendors').delete().eq('id', agency.vendorId)).error?.code).toBe(
    '42501',
  );
});

test('an alias belongs to one vendor, whatever its case; an organization’s aliases are its own', async () => {
  const first = await created('First', { aliases: ['NORTHWIND RAIL'] });
  expect((await vendor('Second', { aliases: ['free', 'Northwind  rail'] })).error).toMatchObject({
    code: 'P0001',
    message: '"Northwind rail" is already an alias of First.',
    hint: 'aliases',
  });
  await created('Elsewhere', { aliases: ['Northwind Rail'] }, otherAgency.owner);
  const second = await created('Second', { aliases: ['second'] });
  const change = (id: string, aliases: string[]) =>
    untyped(agency.admin.api, 'vendors').update({ aliases }).eq('id', id);
  expect((await change(second.id, ['second', 'NORTHWIND RAIL'])).error?.hint).toBe('aliases');
  // Given up by the one, it is free for the other.
  expect((await change(first.id, ['other'])).error).toBeNull();
  expect((await change(second.id, ['SECOND', 'northwind rail'])).error).toBeNull();
  expect((await change(first.id, ['northwind rail'])).error?.hint).toBe('aliases');
  expect((await row(first.id)).aliases).toEqual(['other']);
});

test('of many who want one alias at the same moment one gets it, and exchanges do not wait for ever', async () => {
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, n) => vendor(`Racer ${n}`, { aliases: ['FINISH', 'finish'] })),
  );
  expect(all.filter(({ error }) => !error)).toHaveLength(1);
  for (const { error } of all) expect([undefined, 'P0001']).toContain(error?.code);
  const [a, b] = [await created('A', { aliases: ['alpha'] }), await created('B', { aliases: ['beta'] })];
  const swaps = await Promise.all([
    untyped(agency.admin.api, 'vendors')
      .update({ aliases: ['beta'] })
      .eq('id', a.id),
    untyped(agency.owner.api, 'vendors')
      .update({ aliases: ['alpha'] })
      .eq('id', b.id),
  ]);
  for (const { error } of swaps) expect([undefined, 'P0001']).toContain(error?.code);
});

// Holds vendors-10
test('an archived vendor leaves the list and takes no new sale; its sales stay as they are', async () => {
  const freshAgency = await createTestAgency();
  const archive = (by: Person, archived: boolean | null, id = freshAgency.vendorId) =>
    outcomeOf(by, 'archive_vendor', { vendor_id: id, archived });
  const sale = await freshAgency.sale();
  for (const who of ['agent', 'inactive'] as const) {
    expect(await archive(freshAgency[who], true)).toMatchObject({
      success: false,
      ...CODED,
      error: 'You do not have permission to manage vendors.',
    });
  }
  expect(await archive(otherAgency.owner, true)).toMatchObject({
    success: false,
    ...CODED,
    error: 'This vendor does not exist.',
  });
  expect((await row(freshAgency.vendorId)).archived_at).toBeNull();
  expect(await archive(freshAgency.admin, null)).toMatchObject({ success: false });
  expect(await archive(freshAgency.admin, true)).toEqual({ success: true, error: null, field: null });
  const { archived_at: since } = await row(freshAgency.vendorId);
  expect(await archive(freshAgency.owner, true)).toMatchObject({ success: true });
  expect((await row(freshAgency.vendorId)).archived_at).toEqual(since);

  expect((await listVendors(freshAgency.admin)).rows).toEqual([]);
  expect((await listVendors(freshAgency.admin, { state: 'archived' })).rows).toMatchObject([
    { is_archived: true, sales_count: 1 },
  ]);
  await expect(freshAgency.sale({ reference: 'NEW' })).rejects.toThrow('This vendor is archived.');
  const other = await createVendor(freshAgency.organizationId);
  await sql('update public.vendors set name = $2 where id = $1', [other, 'Other']);
  const notes = await freshAgency.agent.api.from('sales').update({ notes: 'still mine' }).eq('id', sale.id);
  expect(notes.error).toBeNull();
  const elsewhere = await freshAgency.sale({ vendor: other, reference: 'OTHER' });
  const moved = await freshAgency.agent.api
    .from('sales')
    .update({ vendor_id: freshAgency.vendorId })
    .eq('id', elsewhere.id);
  expect(moved.error).toMatchObject({ code: 'P0001', hint: 'vendor_id' });
  expect(await archive(freshAgency.admin, false)).toMatchObject({ success: true });
  await freshAgency.sale({ reference: 'AGAIN' });
});

test('a vendor without sales is deleted with its aliases, one with sales is not', async () => {
  const freshAgency = await createTestAgency();
  const remove = (by: Person, id: string) => outcomeOf(by, 'delete_vendor', { vendor_id: id });
  await freshAgency.sale();
  expect(await remove(freshAgency.owner, freshAgency.vendorId)).toEqual({
    success: false,
    ...CODED,
    error: 'A vendor with sales or documents cannot be deleted. Archive it instead.',
    field: null,
  });
  const free = await created('Free', { aliases: ['GONE'] }, freshAgency.admin);
  for (const who of [freshAgency.agent, freshAgency.inactive, otherAgency.owner]) {
    expect(await remove(who, free.id)).toMatchObject({ success: false });
  }
  expect(await remove(freshAgency.admin, free.id)).toMatchObject({ success: true });
  expect(await remove(freshAgency.admin, free.id)).toMatchObject({
    success: false,
    ...CODED,
    error: 'This vendor does not exist.',
  });
  await created('Heir', { aliases: ['gone'] }, freshAgency.admin);
  // Recorded and deleted at the same moment: either the sale has its vendor, or there is neither.
  for (let round = 0; round < 5; round += 1) {
    const { id } = await created(`Round ${round}`, {}, freshAgency.admin);
    const [sold, removed] = await Promise.all([
      freshAgency.sale({ vendor: id, reference: `R-${round}` }).then(
        () => true,
        () => false,
      ),
      remove(freshAgency.admin, id),
    ]);
    expect([sold, removed.success]).toContain(true);
    expect(sold && removed.success).toBe(false);
  }
});

test('a profile is for admins of the organization', async () => {
  expect(await vendorProfile(agency.admin, agency.vendorId)).toMatchObject({
    vendor: { id: agency.vendorId, name: 'Blue Fleet', is_archived: false, contacts: [] },
    figures: { sales_count: 0, expected: { count: 0, amount: 0 } },
  });
  for (const who of [agency.agent, agency.inactive, otherAgency.owner]) {
    expect(await vendorProfile(who, agency.vendorId)).toBeNull();
  }
  const gone = await createTestAgency();
  await sql('delete from auth.sessions where user_id = $1', [gone.owner.id]);
  expect(await vendorProfile(gone.owner, gone.vendorId)).toBeNull();
  expect((await listVendors(gone.owner)).count).toBe(0);
});
