import { randomUUID } from 'node:crypto';
import { attempt, type Caller } from '../support/claims';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

type RecordType = 'sales' | 'commissions' | 'customers' | 'vendors';
const ROLES = ['owner', 'admin', 'agent', 'rival', 'inactive'] as const;

let agency: TestAgency;
let otherAgency: TestAgency;
let records: Record<RecordType, string>;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  const { id, commissionId } = await agency.sale();
  records = {
    sales: id,
    commissions: commissionId,
    customers: agency.customerId,
    vendors: agency.vendorId,
  };
});

const sees = async (caller: Caller, type: string, id: string) => {
  const rows = await attempt<{ seen: boolean }>(caller, 'select private.may_see_record($1, $2) as seen', [
    type,
    id,
  ]);
  return typeof rows === 'string' ? rows : rows[0]?.seen;
};

const EVERYBODY = ['owner', 'admin', 'agent', 'rival'];
test.each([
  ['sales', ['owner', 'admin', 'agent']],
  ['commissions', ['owner', 'admin', 'agent']],
  ['customers', EVERYBODY],
  ['vendors', ['owner', 'admin']],
] as const)('%s are seen by %j and nobody else', async (type, readers) => {
  for (const role of ROLES) {
    expect([role, await sees(agency[role], type, records[type])]).toEqual([
      role,
      readers.includes(role as never),
    ]);
    expect([role, await sees(otherAgency[role], type, records[type])]).toEqual([role, false]);
  }
  expect(await sees('anon', type, records[type])).toBe('42501');
  const listed = await sql<{ id: string }>('select id from private.record_readers($1, $2)', [
    type,
    records[type],
  ]);
  expect(listed.map(({ id }) => id).sort()).toEqual(
    (readers as readonly (typeof ROLES)[number][]).map((role) => agency[role].id).sort(),
  );
});

test('a type or a record that does not exist is seen by nobody', async () => {
  expect(await sees(agency.owner, 'sales', randomUUID())).toBe(false);
  expect(await sees(agency.owner, 'invitations', records.sales)).toBe(false);
  expect(await sees(agency.owner, 'customers', records.sales)).toBe(false);
});

test('an agent who loses the sale loses it and its commission at once', async () => {
  const { id, commissionId } = await agency.sale();
  await agency.admin.api.from('sales').update({ agent_id: agency.rival.id }).eq('id', id);
  expect(await sees(agency.agent, 'sales', id)).toBe(false);
  expect(await sees(agency.agent, 'commissions', commissionId)).toBe(false);
  expect(await sees(agency.rival, 'commissions', commissionId)).toBe(true);
});
