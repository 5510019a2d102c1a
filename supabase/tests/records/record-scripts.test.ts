import { addCustomer, merge, undoMerge } from '../support/customers';
import { sqlOne } from '../support/database';
import {
  createVendor,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** Customers and vendors as a script changes them: the row itself, and `version` says what it has seen. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const TABLES = [
  ['customer', 'customers'],
  ['vendor', 'vendors'],
] as const;
type Table = (typeof TABLES)[number][1];

const created = (table: Table) =>
  table === 'customers' ? addCustomer(agency.admin) : createVendor(agency.organizationId);
const patch = (person: Person, table: Table, id: string, changes: object) =>
  untyped(person.api, table).update(changes).eq('id', id).select('phone, version');
const rowOf = (table: Table, id: string) =>
  sqlOne<{ phone: string | null; version: number }>(
    `select phone, version from public.${table} where id = $1`,
    [id],
  );

describe.each(TABLES)('a %s', (noun, table) => {
  test('is changed by who has seen the last change, and answers with the next version', async () => {
    const id = await created(table);
    expect((await patch(agency.admin, table, id, { phone: 'A', version: 1 })).data).toEqual([
      { phone: 'A', version: 2 },
    ]);
    expect((await patch(agency.owner, table, id, { phone: 'B', version: 2 })).data).toEqual([
      { phone: 'B', version: 3 },
    ]);
  });

  test.each([1, 3, 0, -1, null])('at its second version is not changed by who says %p', async (version) => {
    const id = await created(table);
    await patch(agency.owner, table, id, { phone: 'Newer', version: 1 });
    const { data, error } = await patch(agency.admin, table, id, { phone: 'Older', version });
    expect([data, error]).toEqual([
      null,
      expect.objectContaining({
        code: 'P0001',
        hint: 'version',
        message: `This ${noun} was changed by somebody else meanwhile. Read it again before you change it.`,
      }),
    ]);
    expect(await rowOf(table, id)).toEqual({ phone: 'Newer', version: 2 });
  });

  test('is changed by one of many who saw the same', async () => {
    const id = await created(table);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        patch(n % 2 ? agency.admin : agency.owner, table, id, { phone: `Note ${n}`, version: 1 }),
      ),
    );
    const saved = answers.flatMap(({ data }) => data ?? []);
    expect(saved).toHaveLength(1);
    expect(await rowOf(table, id)).toEqual(saved[0]);
  });

  test('counts for the form what a script changed', async () => {
    const id = await created(table);
    await patch(agency.owner, table, id, { phone: 'By a script', version: 1 });
    const { data } = await agency.admin.api.rpc(
      `update_${noun}` as never,
      { [`${noun}_id`]: id, expected_version: 1, [noun]: { phone: 'By a form' } } as never,
    );
    expect(data).toMatchObject({ outcome: 'conflict', version: 2, changes: [{ changed_fields: ['phone'] }] });
  });
});

test('a merge and its undoing write rows of any version', async () => {
  const [kept, gone] = [await addCustomer(agency.admin), await addCustomer(agency.admin)];
  await patch(agency.admin, 'customers', kept, { phone: 'Seen', version: 1 });
  await patch(agency.admin, 'customers', gone, { phone: 'Seen too', version: 1 });
  const { merge_id: id = '' } = await merge(agency.admin, kept, gone);
  await patch(agency.admin, 'customers', kept, { phone: 'Later' });
  expect(await undoMerge(agency.admin, id)).toMatchObject({ success: true });
  expect(await rowOf('customers', gone)).toMatchObject({ phone: 'Seen too' });
});
