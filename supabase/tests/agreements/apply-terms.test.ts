import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { closeBooks } from '../support/books';
import { sql, sqlOne } from '../support/database';
import type { Done } from '../support/payouts';
import { createSale, setStatus, updateSale } from '../support/sales';
import { dayFromToday, saveTerms, sellToday, splitOf, tiersOf } from '../support/terms';
import { DONE } from '../support/team';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  other = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
});

interface Preview {
  count: number;
  before: number;
  after: number;
  expected: string;
  rows: {
    sales_id: string;
    kind: string;
    shared: boolean;
    split_before: number;
    split_after: number;
    amount_before: number;
    amount_after: number;
    customer: string;
    day: string;
  }[];
}
const preview = (by: Person = agency.admin, of: Person = agency.agent) =>
  ask<Preview | null>(by, 'preview_terms_again', { member_id: of.id });
const seen = async (of?: Person) => {
  const found = await preview(agency.admin, of);
  if (!found) throw new Error('No preview');
  return found;
};
const apply = async (expected?: string, by: Person = agency.admin, of: Person = agency.agent, key?: string) =>
  ask<Done & { changed?: number }>(by, 'apply_terms_again', {
    member_id: of.id,
    expected: expected ?? (await seen(of)).expected,
    request_key: key ?? randomUUID(),
  });
const splitsOf = (sales: readonly { id: string }[]) =>
  Promise.all(sales.map(async ({ id }) => (await splitOf(id)).split));
const fees = (saleId: string) =>
  sql<{ user_id: string; split: number; agent_amount: number }>(
    `select h.user_id, h.split::float as split, h.agent_amount::float as agent_amount
     from public.commission_shares h join public.other_commissions o on o.id = h.other_commission_id
     where h.sales_id = $1 order by h.place`,
    [saleId],
  );
const FEE_LINES = {
  lines: [
    { kind: 'fare', amount: 1000, earns: 'rate', rate: 10 },
    { kind: 'service_fee', amount: 100 },
  ],
};

describe('applying terms again', () => {
  // Holds agreements-14
  test('says what would change, and gives what is unpaid its split and version', async () => {
    const sales = [await sellToday(agency, 1000), await sellToday(agency, 500)];
    await setStatus(agency.admin, sales[1]!.id, 'paid');
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    expect(await splitsOf(sales)).toEqual([60, 60]);
    const found = await seen();
    expect(found).toMatchObject({ count: 2, before: 90, after: 105 });
    expect(found.rows).toHaveLength(2);
    expect(found.rows.find(({ sales_id }) => sales_id === sales[0]!.id)).toMatchObject({
      ...{ kind: 'vendor', shared: false, day: await dayFromToday() },
      ...{ split_before: 60, split_after: 70, amount_before: 60, amount_after: 70 },
    });
    expect(await apply(found.expected)).toMatchObject({ ...DONE, changed: 2 });
    expect(await Promise.all(sales.map(({ id }) => splitOf(id)))).toMatchObject([
      { split: 70, amount: 70, version: 2, status: 'unpaid' },
      { split: 70, amount: 35, version: 2, status: 'funds_received' },
    ]);
    expect(await preview()).toMatchObject({ count: 0, before: 0, after: 0, rows: [] });
  });

  // Holds agreements-18
  test.each(
    (['sales_booked', 'commission_expected', 'commission_received'] as const).flatMap((basis) =>
      (['from_there_on', 'whole_year'] as const).map((mode) => [basis, mode] as const),
    ),
  )(
    'changes nothing where the terms are those it was recorded by: tiers of %s, %s, with sales of one day, a fee, a penalty, and a commission cancelled alone',
    async (basis, mode) => {
      const steps: [number, number][] = basis === 'sales_booked' ? [[700, 65]] : [[70, 65]];
      const tiers = { ...tiersOf([...steps, [steps[0]![0] * 4, 72]], basis), mode };
      for (const person of [agency.agent, agency.rival])
        await saveTerms(agency.admin, person, { default_split: 60, tiers });
      const sell = (amount: number, more: object = {}) => sellToday(agency, amount, more);
      await sell(500);
      const { id } = await sell(600);
      const { error } = await agency.admin.api
        .from('commissions')
        .update({ status: 'cancelled' })
        .eq('sales_id', id);
      expect(error).toBeNull();
      const co_sellers = [{ user_id: agency.rival.id, role: 'co_seller', percent: 40 }];
      await sell(900, { co_sellers });
      const received = await sell(800);
      await ask(agency.admin, 'record_receipt', {
        ...{ commission_id: received.commissionId, received_on: '2026-01-05', received_amount: 80 },
      });
      const day = await dayFromToday();
      const fee = { sale_date: day, total_amount: undefined, commission_rate: undefined, ...FEE_LINES };
      const { id: withFee } = await createSale(agency.agent, agency, { ...fee, co_sellers });
      expect(await fees(withFee)).toHaveLength(2);
      await ask(agency.admin, 'cancel_sale_with_penalty', { sale_id: (await sell(1000)).id, amount: 50 });
      const told = ({ count, rows }: Preview) => ({
        count,
        rows: rows.map((row) => [row.kind, row.split_before, row.split_after]),
      });
      expect([told(await seen()), told(await seen(agency.rival))]).toEqual([
        { count: 0, rows: [] },
        { count: 0, rows: [] },
      ]);
    },
  );

  // Holds agreements-15
  test('is told in the history of each commission without what it came to, and once in the audit log', async () => {
    const sale = await sellToday(agency, 1000);
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    await apply();
    expect(
      await sql(
        `select code, notes, changed_by, previous_data, new_data from public.commission_history where commission_id = $1
         order by created_at desc limit 1`,
        [sale.commissionId],
      ),
    ).toEqual([
      {
        ...{ code: 'terms_applied', notes: 'Terms applied again', changed_by: agency.admin.id },
        ...{ previous_data: {}, new_data: {} },
      },
    ]);
    expect(
      await sql(
        `select actor_id, subject_id, amount::float as amount, details from private.audit_log
         where organization_id = $1 and action = 'terms_applied'`,
        [agency.organizationId],
      ),
    ).toEqual([
      {
        ...{ actor_id: agency.admin.id, subject_id: agency.agent.id, amount: 10 },
        details: {
          count: 1,
          changes: [{ field: 'agent_amount', before: '60.00', after: '70.00' }],
        },
      },
    ]);
  });

  // Holds agreements-16
  test('leaves alone what is paid, in a draft, scheduled, cancelled, or of closed books', async () => {
    const paid = await sellToday(agency, 1000);
    const payment = await readyToPay(agency, paid.id);
    expect(await ask<Done>(agency.admin, 'record_agent_payment', payment)).toMatchObject({ success: true });
    const drafted = await sellToday(agency, 1000);
    await setStatus(agency.admin, drafted.id, 'paid');
    await agency.payout();
    const cancelled = await sellToday(agency, 1000);
    await setStatus(agency.admin, cancelled.id, 'cancelled');
    const closed = await sellToday(agency, 1000, { sale_date: await dayFromToday(-40) });
    const open = await sellToday(agency, 1000);
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    // Of the first version, which held then.
    await sql(`update public.commission_shares set split = 50 where sales_id = $1 and role = 'seller'`, [
      closed.id,
    ]);
    expect((await seen()).rows.map(({ sales_id }) => sales_id)).toEqual([open.id, closed.id]);
    await closeBooks(agency, await dayFromToday(-30));
    expect((await seen()).rows.map(({ sales_id }) => sales_id)).toEqual([open.id]);
    expect(await apply()).toMatchObject({ success: true, changed: 1 });
    expect(await splitsOf([paid, drafted, cancelled, closed, open])).toEqual([60, 60, 60, 50, 70]);
  });

  // Holds agreements-17
  test('reaches the person’s parts of other sales and of fees, and nobody else’s', async () => {
    const beside = [{ user_id: agency.rival.id, role: 'co_seller', percent: 40 }];
    const sale = await sellToday(agency, 1100, { ...FEE_LINES, co_sellers: beside });
    await saveTerms(agency.admin, agency.rival, {
      default_split: 50,
      category_splits: [{ category: 'service_fee', split: 20 }],
    });
    const found = await seen(agency.rival);
    expect(found.rows).toMatchObject([
      {
        kind: 'vendor',
        shared: true,
        split_before: 80,
        split_after: 50,
        amount_before: 32,
        amount_after: 20,
      },
      {
        kind: 'service_fee',
        shared: false,
        split_before: 80,
        split_after: 20,
        amount_before: 32,
        amount_after: 8,
      },
    ]);
    expect(await apply(found.expected, agency.admin, agency.rival)).toMatchObject({
      success: true,
      changed: 2,
    });
    expect(await splitOf(sale.id)).toMatchObject({ split: 60, amount: 36, version: null });
    expect(await fees(sale.id)).toEqual([
      { user_id: agency.agent.id, split: 60, agent_amount: 36 },
      { user_id: agency.rival.id, split: 20, agent_amount: 8 },
    ]);
    expect(
      await sqlOne(
        `select split::float as split, agent_amount::float as amount, gross_part::float as part from public.commission_shares
         where commission_id = $1 and role = 'co_seller'`,
        [sale.commissionId],
      ),
    ).toEqual({ split: 50, amount: 20, part: 40 });
  });

  // Holds agreements-19
  test('gives tiers the volume before each sale, of what is not cancelled', async () => {
    await saveTerms(agency.admin, agency.agent, {
      default_split: 60,
      tiers: tiersOf([
        [0, 60],
        [1000, 70],
      ]),
    });
    const [first, gone, later, last] = [
      await sellToday(agency, 1000),
      await sellToday(agency, 2000),
      await sellToday(agency, 2000),
      await sellToday(agency, 1000),
    ];
    await setStatus(agency.admin, gone.id, 'cancelled');
    await setStatus(agency.admin, last.id, 'paid');
    await saveTerms(agency.admin, agency.agent, {
      default_split: 50,
      tiers: tiersOf([
        [0, 50],
        [2000, 80],
        [3000, 90],
      ]),
    });
    expect(await apply()).toMatchObject({ success: true, changed: 3 });
    // What crosses a step has the split of its halves.
    expect(await splitsOf([first, gone, later, last])).toEqual([50, 70, 65, 90]);
    expect((await seen()).count).toBe(0);
  });

  test('follows a sale whose vendor changed after it was recorded', async () => {
    const sale = await sellToday(agency, 1000);
    const vendor_splits = [{ vendor_id: other.vendorId, split: 1 }];
    const refused = await saveTerms(agency.admin, agency.agent, { default_split: 60, vendor_splits });
    expect(refused).toMatchObject({ success: false, field: 'vendor_splits' });
    const { id: halcyon } = await sqlOne<{ id: string }>(
      `insert into public.vendors (organization_id, name) values ($1, 'Halcyon') returning id`,
      [agency.organizationId],
    );
    await saveTerms(agency.admin, agency.agent, {
      default_split: 60,
      vendor_splits: [{ vendor_id: halcyon, split: 68 }],
    });
    expect((await seen()).count).toBe(0);
    await updateSale(agency.admin, sale.id, 1, { vendor_id: halcyon });
    expect((await splitOf(sale.id)).split).toBe(60);
    expect((await seen()).rows).toMatchObject([{ split_before: 60, split_after: 68 }]);
  });
});

describe('what changed meanwhile', () => {
  // Holds agreements-20
  test('is refused: another sale, another amount, other terms', async () => {
    const sale = await sellToday(agency, 1000);
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    const changes = [
      async () => saveTerms(agency.admin, agency.agent, { default_split: 71 }),
      async () => updateSale(agency.admin, sale.id, 1, { commission_amount: 150 }),
      async () => setStatus(agency.admin, sale.id, 'cancelled'),
    ];
    for (const change of changes) {
      const { expected } = await seen();
      await change();
      expect(await apply(expected)).toMatchObject({
        ...{ success: false, code: 'terms_again_changed' },
        error: 'Something changed meanwhile. Look at it again.',
      });
    }
    expect((await splitOf(sale.id)).split).toBe(60);
  });

  test('the same request twice applies once, and answers the same', async () => {
    const sale = await sellToday(agency, 1000);
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    const { expected } = await seen();
    const key = randomUUID();
    const first = await apply(expected, agency.admin, agency.agent, key);
    expect(first).toMatchObject({ success: true, changed: 1 });
    expect(await apply(expected, agency.admin, agency.agent, key)).toEqual(first);
    expect(
      await sql(
        `select 1 from public.commission_history where commission_id = $1 and code = 'terms_applied'`,
        [sale.commissionId],
      ),
    ).toHaveLength(1);
  });

  // Holds agreements-21
  test('two at once: one is done, the other is told that it changed', async () => {
    await sellToday(agency, 1000);
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    const { expected } = await seen();
    const answers = await Promise.all([apply(expected, agency.admin), apply(expected, agency.owner)]);
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  });

  test('a draft that collected it before shows it as it was, and a later one pays the new part', async () => {
    const sale = await sellToday(agency, 1000);
    await setStatus(agency.admin, sale.id, 'paid');
    await saveTerms(agency.admin, agency.agent, { default_split: 70 });
    const { expected } = await seen();
    await agency.payout();
    expect(await apply(expected)).toMatchObject({ code: 'terms_again_changed' });
    expect(await seen()).toMatchObject({ count: 0 });
    expect((await splitOf(sale.id)).amount).toBe(60);
  });
});

describe('who', () => {
  // Holds agreements-22
  test('applies: who may save the terms; nobody else sees anything', async () => {
    await sellToday(agency, 1000);
    await saveTerms(agency.owner, agency.agent, { default_split: 70 });
    const { expected } = await seen();
    for (const by of [agency.agent, agency.rival, other.owner, agency.inactive]) {
      expect(await preview(by).catch(() => null)).toBeNull();
      const refused = await apply(expected, by).catch(() => ({ success: false }));
      expect(refused).toMatchObject({ success: false });
    }
    expect(await preview(agency.admin, agency.owner)).toBeNull();
    expect(await apply('', agency.admin, agency.owner)).toMatchObject({
      code: 'admins_are_changed_by_owners',
    });
    expect(await preview(agency.owner, agency.admin)).toMatchObject({ count: 0 });
    expect((await seen()).count).toBe(1);
  });

  test('has no terms: nothing is there to apply', async () => {
    await sellToday(agency, 1000);
    await sql('update public.user_terms set commission_split = 99 where user_id = $1', [agency.agent.id]);
    expect(await seen()).toMatchObject({ count: 0 });
  });
});

// Holds agreements-23
test('a split that no terms say stays fixed once the vendor has paid', async () => {
  const sale = await sellToday(agency, 1000);
  await setStatus(agency.admin, sale.id, 'paid');
  await expect(
    sql('update public.commission_shares set split = 99 where commission_id = $1', [sale.commissionId]),
  ).rejects.toThrow('already funds received');
});
