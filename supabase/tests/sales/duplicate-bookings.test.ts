import { sql } from '../support/database';
import { asCaller } from '../support/claims';
import { createVendor, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let first: string;
let secret: string;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  first = (await agency.sale({ reference: 'Nwr-77 A', sold: '2026-03-01' })).id;
  secret = (await agency.sale({ agent: agency.rival, reference: 'NWR-77 A', amount: 7777 })).id;
  await otherAgency.sale({ reference: 'NWR-77 A' });
});

const find = async (person: Person, booking_reference: string | null, extra: object = {}) => {
  const { data, error } = await person.api.rpc('find_duplicate_bookings', {
    booking_reference: booking_reference as string,
    vendor_id: agency.vendorId,
    ...extra,
  });
  if (error) throw new Error(error.message);
  return data as unknown as { id: string }[];
};

test('finds a booking by reference and vendor, whatever its case and the blanks around it', async () => {
  for (const typed of ['Nwr-77 A', 'nwr-77 a', '  NWR-77 A '])
    expect(await find(agency.agent, typed)).toEqual([
      {
        id: first,
        booking_reference: 'Nwr-77 A',
        sale_date: '2026-03-01',
        status: 'booked',
        total_amount: 1000,
        customer_first_name: 'Vera',
        customer_last_name: 'Lind',
      },
    ]);
});

test('another reference, a part of it, another vendor or nothing at all finds nothing', async () => {
  for (const typed of ['NWR-77', 'NWR-77 A%', '%', '', ' ', null])
    expect(await find(agency.agent, typed)).toEqual([]);
  const elsewhere = await createVendor(agency.organizationId);
  expect(await find(agency.agent, 'NWR-77 A', { vendor_id: elsewhere })).toEqual([]);
  expect(await find(agency.agent, 'NWR-77 A', { vendor_id: null })).toEqual([]);
});

test('the sale that is edited is no duplicate of itself; a cancelled one still shows', async () => {
  expect(await find(agency.agent, 'NWR-77 A', { except_sale_id: first })).toEqual([]);
  const { id } = await agency.sale({ reference: 'GONE-1', cancelled: true });
  expect(await find(agency.agent, 'gone-1')).toMatchObject([{ id, status: 'cancelled' }]);
});

test('an admin finds every agent’s, an agent only their own, others nothing', async () => {
  const ids = async (person: Person) => (await find(person, 'NWR-77 A')).map(({ id }) => id);
  expect(await ids(agency.admin)).toEqual([secret, first]);
  expect(await ids(agency.rival)).toEqual([secret]);
  expect(await ids(agency.agent)).toEqual([first]);
  for (const person of [agency.inactive, otherAgency.agent, otherAgency.owner])
    expect(await ids(person)).toEqual([]);
});

test('the helper behind it answers ids of the caller’s own organization only', async () => {
  const statement = 'select count(*)::int as found from private.sales_with_reference($1, $2) as t(id)';
  const counts: unknown[] = [];
  for (const person of [agency.admin, otherAgency.owner, agency.inactive])
    counts.push(
      (await asCaller(person, (client) => client.query(statement, ['NWR-77 A', agency.vendorId]))).rows,
    );
  expect(counts).toEqual([[{ found: 2 }], [{ found: 0 }], [{ found: 0 }]]);
});

test('it answers from the index', async () => {
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, total_amount,
       commission_rate, commission_amount)
     select $1, $2, $3, $4, 'BULK-' || n, 1, 0, 0 from generate_series(1, 600) n`,
    [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id],
  );
  await sql('analyze public.sales');
  const plan = await sql(
    `explain (format json) select id from public.sales s where s.organization_id = $1 and s.vendor_id = $2
     and lower(btrim(s.booking_reference)) = 'bulk-77'`,
    [agency.organizationId, agency.vendorId],
  );
  expect(JSON.stringify(plan)).toContain('sales_booking_reference_idx');
  expect(await find(agency.admin, 'bulk-77')).toHaveLength(1);
});
