import { sql, sqlOne } from '../support/database';
import { createCustomer, createTestAgency, type Api, type TestAgency } from '../support/test-agency';

interface History {
  entries: { id: string; change_type: string; changed_by?: unknown; user?: unknown; notes: string | null }[];
  /** Of a sale's history: where its commission went. */
  commission?: object[];
  names: Record<string, string>;
}

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const saleHistory = async (client: Api, id: string) =>
  (await client.rpc('get_sale_history', { sale_id: id })).data as unknown as History;
const commissionHistory = async (client: Api, id: string) =>
  ((await client.rpc('get_commission_record', { commission_id: id })).data as unknown as { history: History })
    .history;

/** A sale of the agent's that an admin gave to the rival, for another customer, and then cancelled. */
async function movedSale() {
  const { id, commissionId } = await agency.sale();
  const other = await createCustomer(agency.organizationId);
  const { admin, rival } = agency;
  await admin.api.from('sales').update({ agent_id: rival.id, customer_id: other }).eq('id', id);
  await admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id);
  return { id, other, commissionId };
}

// Holds first-version-8
test('a sale’s history comes newest first, with who did it and the names of everybody it mentions', async () => {
  const { id, other } = await movedSale();
  const { entries, commission, names } = await saleHistory(agency.rival.api, id);
  expect(entries.map(({ change_type }) => change_type)).toEqual(['status_change', 'update', 'create']);
  expect(entries[0]).toMatchObject({
    notes: 'Status changed from booked to cancelled',
    changed_by: { id: agency.admin.id, first_name: 'admin', last_name: 'Test', avatar_url: null },
  });
  expect(commission).toEqual([
    expect.objectContaining({
      new_status: 'cancelled',
      changed_by: expect.objectContaining({ id: agency.admin.id }),
    }),
  ]);
  const vendor = await sqlOne<{ name: string }>('select name from public.vendors where id = $1', [
    agency.vendorId,
  ]);
  expect(names).toEqual({
    [agency.agent.id]: 'agent Test',
    [agency.rival.id]: 'agent Test',
    [agency.customerId]: 'Vera Lind',
    [other]: 'Vera Lind',
    [agency.vendorId]: vendor.name,
  });
});

test('a commission’s history comes oldest first, names both agents and holds nobody’s share', async () => {
  const { commissionId } = await movedSale();
  const history = await commissionHistory(agency.rival.api, commissionId);
  expect(history.entries.map(({ change_type }) => change_type)).toEqual([
    'create',
    'update',
    'status_change',
  ]);
  expect(history.entries[2]).toMatchObject({ user: { id: agency.admin.id }, notes: 'Sale cancelled' });
  expect(Object.keys(history.names).sort()).toEqual([agency.agent.id, agency.rival.id].sort());
  expect(JSON.stringify(history)).not.toMatch(/commission_split|agent_amount/);
});

test('nobody reads, or learns a name from, the history of what they may not see', async () => {
  const { id, commissionId } = await movedSale();
  const nothing = { entries: [], names: {} };
  for (const { api } of [agency.agent, agency.inactive, otherAgency.owner]) {
    expect(await saleHistory(api, id)).toEqual({
      ...nothing,
      ...{ commission: [], corrections: [], payments: [], penalty: null },
    });
    expect(await commissionHistory(api, commissionId)).toEqual(nothing);
  }
});

// Holds first-version-9
test.each([
  ['sale', 'sales_history', 'sales_id'],
  ['commission', 'commission_history', 'commission_id'],
])('what a %s’s history cannot record does not happen', async (kind, table, column) => {
  const { id, commissionId } = await agency.sale();
  const record = kind === 'sale' ? id : commissionId;
  const before = await sqlOne('select status, version from public.sales where id = $1', [id]);
  await sql(`alter table public.${table} add constraint fails check (${column} <> '${record}') not valid`);
  try {
    const { error } = await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id);
    expect(error?.code).toBe('23514');
  } finally {
    await sql(`alter table public.${table} drop constraint fails`);
  }
  expect(await sqlOne('select status, version from public.sales where id = $1', [id])).toEqual(before);
});
