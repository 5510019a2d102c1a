import { CODED } from '../support/coded';
import {
  addCustomer,
  customerRow,
  differences,
  merge,
  profileOf,
  undoMerge,
  type Outcome,
} from '../support/customers';
import { sql, sqlOne } from '../support/database';
import { merged, pair } from '../support/merges';
import { saleRow, tryCreate, tryUpdate } from '../support/sales';
import { createTestAgency, saleInput, untyped, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});
afterEach(async () => {
  expect(await differences(agency.organizationId)).toEqual([]);
});

describe('a merge is refused', () => {
  test('to agents, strangers and people who left', async () => {
    const [kept, gone] = await pair(agency);
    const id = await merged(agency, ...(await pair(agency)));
    for (const person of [agency.agent, agency.rival, agency.inactive]) {
      expect(await merge(person, kept, gone)).toMatchObject({
        success: false,
        ...CODED,
        error: 'Only admins can merge customers.',
      });
      expect(await undoMerge(person, id)).toMatchObject({ success: false });
    }
    expect(await merge(otherAgency.owner, kept, gone)).toMatchObject({
      success: false,
      ...CODED,
      error: 'This customer does not exist.',
    });
    expect(await merge(agency.admin, kept, otherAgency.customerId)).toMatchObject({
      success: false,
      ...CODED,
      error: 'This customer does not exist.',
      field: 'merged_id',
    });
    expect(await merge(agency.admin, otherAgency.customerId, gone)).toMatchObject({
      success: false,
      field: 'kept_id',
    });
    expect(await undoMerge(otherAgency.owner, id)).toMatchObject({
      success: false,
      ...CODED,
      error: 'This merge does not exist.',
    });
    expect((await customerRow(gone)).merged_into).toBeNull();
  });

  test('with oneself, with nobody, and with somebody who is merged already', async () => {
    const [kept, gone] = await pair(agency);
    const third = await addCustomer(agency.agent);
    expect(await merge(agency.admin, kept, kept)).toMatchObject({ success: false, field: 'merged_id' });
    const { error } = await agency.admin.api.rpc('merge_customers', {
      kept_id: kept,
      merged_id: null as never,
    });
    expect(error ?? { code: 'answered' }).toBeDefined();
    await merged(agency, kept, gone);
    expect(await merge(agency.admin, third, gone)).toMatchObject({ success: false, field: 'merged_id' });
    expect(await merge(agency.admin, gone, third)).toMatchObject({ success: false, field: 'kept_id' });
  });

  test('when it is over: after thirty days, or when the kept one went on into another', async () => {
    const [kept, gone] = await pair(agency);
    const third = await addCustomer(agency.agent);
    const id = await merged(agency, kept, gone);
    const next = await merged(agency, third, kept);
    expect(await undoMerge(agency.admin, id)).toMatchObject({
      success: false,
      ...CODED,
      error: expect.stringContaining('Undo that merge first') as string,
    });
    expect(await undoMerge(agency.admin, next)).toMatchObject({ success: true });
    await sql(`update private.customer_merges set created_at = now() - interval '31 days' where id = $1`, [
      id,
    ]);
    expect(await undoMerge(agency.admin, id)).toMatchObject({
      success: false,
      ...CODED,
      error: 'A merge can be undone for 30 days.',
    });
    expect((await profileOf(agency.admin, kept))?.merges).toMatchObject([{ id, can_undo: false }]);
  });

  test('to touch whoever was merged: no changes, no sales, no trips, no passports', async () => {
    const [kept, gone] = await pair(agency);
    const sale = await agency.sale();
    await merged(agency, kept, gone);
    const { error } = await untyped(agency.agent.api, 'customers').update({ city: 'Cork' }).eq('id', gone);
    expect(error).toMatchObject({ code: 'P0001', message: 'This customer was merged into another one.' });
    const told = 'Gus Gone was merged into Kim Kept. Choose them instead.';
    expect((await tryCreate(agency.agent, saleInput({ ...agency, customerId: gone }))).error).toMatchObject({
      message: told,
      hint: 'customer_id',
    });
    expect((await tryCreate(agency.agent, saleInput(agency), [gone])).error).toMatchObject({
      message: told,
      hint: 'traveler_ids',
    });
    expect((await tryUpdate(agency.agent, sale.id, 1, { customer_id: gone })).error).toMatchObject({
      message: told,
    });
    expect(
      await agency.agent.api.rpc('archive_customer', { customer_id: gone, archived: false }),
    ).toMatchObject({ data: { success: false } });
    expect(await agency.agent.api.rpc('delete_customer', { customer_id: kept })).toMatchObject({
      data: { success: false },
    });
  });
});

describe('merges at the same moment', () => {
  const many = <Answer>(count: number, run: (n: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, n) => run(n)));
  const by = (n: number): Person => (n % 2 ? agency.admin : agency.owner);

  test('merging the same two in both directions leaves one of them', async () => {
    const [kept, gone] = await pair(agency);
    const answers = await many(8, (n) => (n % 4 < 2 ? merge(by(n), kept, gone) : merge(by(n), gone, kept)));
    const merges = new Set(answers.filter(({ success }) => success).map(({ merge_id }) => merge_id));
    expect(merges.size).toBe(1);
    const rows = [await customerRow(kept), await customerRow(gone)];
    expect(rows.filter((row) => row.merged_into)).toHaveLength(1);
  });

  test('undoing twice, and merging again meanwhile, loses nothing', async () => {
    const [kept, gone] = await pair(agency);
    const sale = await agency.sale({ customer: gone });
    const id = await merged(agency, kept, gone);
    const answers: Outcome[] = await many(6, (n) =>
      n % 3 ? undoMerge(by(n), id) : merge(by(n), kept, gone),
    );
    expect(answers.every(({ success }) => success)).toBe(true);
    const { merged_into } = await customerRow(gone);
    expect((await saleRow(sale.id)).customer_id).toBe(merged_into ? kept : gone);
  });

  test('sales recorded and changed during a merge end up with the one who stays', async () => {
    const [kept, gone] = await pair(agency);
    const sales = await many(3, (n) =>
      agency.sale({ agent: n ? agency.agent : agency.rival, customer: gone }),
    );
    const merging = merge(agency.admin, kept, gone);
    const creating = many(6, async (n) =>
      tryCreate(n % 2 ? agency.agent : agency.rival, saleInput({ ...agency, customerId: gone })),
    );
    const paying = many(3, async (n) =>
      agency.admin.api
        .from('sales')
        .update({ status: 'paid' })
        .eq('id', sales[n]?.id ?? ''),
    );
    const moving = agency.admin.api
      .from('sales')
      .update({ customer_id: kept })
      .eq('id', sales[0]?.id ?? '');
    const results = [...(await creating), ...(await paying), await moving];
    expect(await merging).toMatchObject({ success: true });
    // Refused in words, if at all: no deadlock, no time-out.
    expect(results.flatMap(({ error }) => error?.code ?? []).filter((code) => code !== 'P0001')).toEqual([]);
    const { left } = await sqlOne<{ left: number }>(
      'select count(*)::int as left from public.sales where customer_id = $1',
      [gone],
    );
    expect(left).toBe(0);
  });
});
