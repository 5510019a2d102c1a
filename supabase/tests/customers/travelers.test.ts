import { constraintError } from '../../../shared/src/domain/constraints';
import { sql } from '../support/database';
import { historyOf, saleRow, travelersOf, tryCreate, tryUpdate, updateSale } from '../support/sales';
import {
  commissionOf,
  createCustomer,
  createTestAgency,
  saleInput,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
/** Three customers of the organization, ordered by name, and one of another. */
let ada: string;
let bea: string;
let cleo: string;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  [ada, bea, cleo] = [await named('Ada', 'Abel'), await named('Bea', 'Brook'), await named('Cleo', 'Cruz')];
});

async function named(first: string, last: string): Promise<string> {
  const id = await createCustomer(agency.organizationId);
  await sql('update public.customers set first_name = $2, last_name = $3 where id = $1', [id, first, last]);
  return id;
}

const NOT_ONES_OWN = ['travelerIds', 'Choose the travelers from your customers.'];
const PAYS = [
  'travelerIds',
  'The customer who pays is part of the sale already. Remove them from the travelers.',
];
const shown = ({ error }: { error: { message: string; hint: string | null } | null }) => {
  const known = constraintError(error?.message ?? '');
  return [known?.field, known?.message];
};

test('come with a new sale, in its own first entry of history, and count for nothing in money', async () => {
  const { id, version } = await agency.sale({ travelers: [cleo, ada, ada] });
  expect(version).toBe(1);
  expect(await travelersOf(id)).toEqual([ada, cleo].sort());
  expect(await historyOf(id)).toMatchObject([
    {
      change_type: 'create',
      changed_fields: expect.arrayContaining(['travelers']) as unknown,
      new_data: { travelers: ['Ada Abel', 'Cleo Cruz'] },
    },
  ]);
  expect(await commissionOf(id)).toMatchObject({ amount: '100.00' });
  const { data } = await agency.agent.api.rpc('get_customer_page', { customer_id: ada });
  expect(data).toMatchObject({ totals: { sales_count: 0, total_amount: 0 } });
});

test('a sale without them says nothing of them', async () => {
  const { id } = await agency.sale();
  const [entry] = await historyOf(id);
  expect(entry?.changed_fields).not.toContain('travelers');
  expect(JSON.stringify(entry?.new_data)).not.toContain('traveler');
});

test('are added and removed in one entry with the other changes of the same saving', async () => {
  const { id } = await agency.sale({ travelers: [ada, bea] });
  expect(await updateSale(agency.agent, id, 1, { notes: 'Late arrival' }, [bea, cleo])).toMatchObject({
    version: 2,
  });
  expect(await travelersOf(id)).toEqual([bea, cleo].sort());
  expect((await historyOf(id))[1]).toMatchObject({
    change_type: 'update',
    changed_by: agency.agent.id,
    changed_fields: ['notes', 'travelers'],
    previous_data: { notes: null, travelers: ['Ada Abel', 'Bea Brook'] },
    new_data: { notes: 'Late arrival', travelers: ['Bea Brook', 'Cleo Cruz'] },
  });
});

test('stay when left out, go with an empty list, and the same ones are no change', async () => {
  const { id } = await agency.sale({ travelers: [ada, bea] });
  await updateSale(agency.agent, id, 1, { notes: 'x' });
  expect(await travelersOf(id)).toHaveLength(2);
  expect(await updateSale(agency.agent, id, 2, {}, [bea, ada, bea])).toMatchObject({ version: 2 });
  expect(await updateSale(agency.agent, id, 2, {}, [])).toMatchObject({ version: 3 });
  expect(await travelersOf(id)).toEqual([]);
  expect((await historyOf(id))[2]).toMatchObject({ new_data: { travelers: [] } });
});

test('a namesake in somebody’s place is a change, and history says so', async () => {
  const namesake = await named('Ada', 'Abel');
  const { id } = await agency.sale({ travelers: [ada] });
  expect(await updateSale(agency.agent, id, 1, {}, [namesake])).toMatchObject({ version: 2 });
  expect((await historyOf(id))[1]?.changed_fields).toEqual(['travelers']);
});

test('are never locked', async () => {
  const paid = await agency.sale({ paid: true });
  expect(await updateSale(agency.agent, paid.id, 2, {}, [ada])).toMatchObject({
    outcome: 'saved',
    version: 3,
  });
  const cancelled = await agency.sale({ cancelled: true });
  expect(await updateSale(agency.agent, cancelled.id, 2, {}, [ada])).toMatchObject({ outcome: 'saved' });
});

test('who pays is none of them, from either side', async () => {
  const { id } = await agency.sale({ travelers: [ada] });
  const before = await saleRow(id);
  expect(shown(await tryCreate(agency.agent, saleInput(agency), [agency.customerId]))).toEqual(PAYS);
  expect(shown(await tryUpdate(agency.agent, id, 1, {}, [agency.customerId]))).toEqual(PAYS);
  expect(shown(await tryUpdate(agency.agent, id, 1, { customer_id: ada }))).toEqual(PAYS);
  expect(await saleRow(id)).toEqual(before);
  expect(await updateSale(agency.agent, id, 1, { customer_id: ada }, [agency.customerId])).toMatchObject({
    version: 2,
  });
  expect(await travelersOf(id)).toEqual([agency.customerId]);
});

test('are customers of the same organization, and nobody else', async () => {
  const { id } = await agency.sale();
  for (const wrong of [otherAgency.customerId, agency.vendorId, '00000000-0000-4000-8000-000000000000']) {
    expect(shown(await tryCreate(agency.agent, saleInput(agency), [ada, wrong]))).toEqual(NOT_ONES_OWN);
    expect(shown(await tryUpdate(agency.agent, id, 1, { notes: 'x' }, [wrong]))).toEqual(NOT_ONES_OWN);
    const patch = await agency.agent.api
      .from('sales')
      .update({ traveler_ids: [wrong] })
      .eq('id', id);
    expect(shown(patch)).toEqual(NOT_ONES_OWN);
  }
  const nobody = await tryUpdate(agency.agent, id, 1, {}, [null]);
  expect(nobody.error).toMatchObject({ hint: 'traveler_ids', message: NOT_ONES_OWN[1] });
  for (const wrong of ['Ada', '', `${ada}x`]) {
    for (const answer of [
      await tryUpdate(agency.agent, id, 1, { notes: 'x' }, [bea, wrong]),
      await tryCreate(agency.agent, saleInput(agency), [bea, wrong]),
    ])
      expect(answer.error).toMatchObject({ code: 'P0001', hint: 'traveler_ids', message: NOT_ONES_OWN[1] });
  }
  expect(await saleRow(id)).toMatchObject({ version: 1, notes: null });
  expect(await travelersOf(id)).toEqual([]);
});

test('a bus load has an end', async () => {
  const many = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name)
     select $1, 'Guest', n::text from generate_series(1, 101) n returning id`,
    [agency.organizationId],
  );
  const ids = many.map((row) => row.id);
  expect(shown(await tryCreate(agency.agent, saleInput(agency), ids))).toEqual([
    'travelerIds',
    'Add at most 100 travelers.',
  ]);
  expect((await agency.sale({ travelers: ids.slice(1) })).version).toBe(1);
});

describe('who may', () => {
  let id: string;
  beforeAll(async () => {
    id = (await agency.sale({ agent: agency.rival, reference: 'PRIVATE', travelers: [bea] })).id;
  });
  const seen = (
    person: keyof TestAgency & ('agent' | 'rival' | 'admin' | 'owner' | 'inactive'),
    where = agency,
  ) => where[person].api.from('sale_travelers').select('customer_id').eq('sale_id', id);

  test.each(['rival', 'admin', 'owner'] as const)('%s reads and changes them', async (who) => {
    expect((await seen(who)).data).toEqual([{ customer_id: bea }]);
    const { version } = await saleRow(id);
    expect(await updateSale(agency[who], id, version, {}, [cleo])).toMatchObject({ outcome: 'saved' });
    expect(await updateSale(agency[who], id, version + 1, {}, [bea])).toMatchObject({ outcome: 'saved' });
  });

  test('another agent, an inactive person and another organization see and change nothing', async () => {
    const before = await saleRow(id);
    for (const [who, where] of [
      ['agent', agency],
      ['inactive', agency],
      ['owner', otherAgency],
    ] as const) {
      expect((await seen(who, where)).data).toEqual([]);
      expect((await tryUpdate(where[who], id, before.version, {}, [])).error?.code).toBe('P0001');
      const patch = await where[who].api.from('sales').update({ traveler_ids: [] }).eq('id', id).select();
      expect(patch.data).toEqual([]);
    }
    const embedded = await agency.agent.api
      .from('customers')
      .select('id, trips:sale_travelers!sale_travelers_customer_id_fkey(sale_id)')
      .eq('id', bea)
      .single();
    expect(embedded.data?.trips).not.toContainEqual({ sale_id: id });
    expect(await saleRow(id)).toEqual(before);
  });

  test('nobody writes the rows themselves', async () => {
    const row = { sale_id: id, customer_id: ada, organization_id: agency.organizationId };
    const table = () => agency.owner.api.from('sale_travelers');
    expect((await table().insert(row)).error?.code).toBe('42501');
    expect((await table().update({ customer_id: ada }).eq('sale_id', id)).error?.code).toBe('42501');
    expect((await table().delete().eq('sale_id', id)).error?.code).toBe('42501');
    expect(await travelersOf(id)).toEqual([bea]);
  });

  test('they are embedded in a sale in one request', async () => {
    const { data } = await agency.rival.api
      .from('sales')
      .select(
        `id, travelers:sale_travelers!sale_travelers_sale_id_fkey(
          customer:customers!sale_travelers_customer_id_fkey(id, first_name))`,
      )
      .eq('id', id)
      .single();
    expect(data).toEqual({ id, travelers: [{ customer: { id: bea, first_name: 'Bea' } }] });
  });
});
