import { randomUUID } from 'node:crypto';
import { ask, createAccount } from '../support/bank';
import { matchDeposit } from '../support/books';
import { sql, sqlOne } from '../support/database';
import { approve, faults, pageOf, pay, type Done } from '../support/payouts';
import { createSale, saleRow, setStatus, updateSale } from '../support/sales';
import { sharePayment } from '../support/shares';
import {
  createTestAgency,
  createVendor,
  type AgencySaleWords,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/**
 * What the tiers of a year change of sales that are recorded already (docs/product/agreements.md, Tiers). 60 % until 5,000.00, then 65 %, from
 * 9,000.00 on 72 %; a tenth of each sale is its commission.
 */
let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

/** Whatever happens, a share that was recorded keeps its split, and statements are the sum of their lines. */
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
  expect(await sql('select * from private.tier_years_due', [])).toEqual([]);
});

type Mode = 'from_there_on' | 'whole_year';
const STEPS = [
  { from: 5000, split: 65 },
  { from: 9000, split: 72 },
];

/** What is agreed with somebody from the first day of the year. */
async function agree(
  mode: Mode | null,
  more: object = {},
  person: Person = agency.agent,
  basis = 'sales_booked',
) {
  const steps = STEPS.map(({ from, split }) => ({
    from: basis === 'sales_booked' ? from : from / 10,
    split,
  }));
  const done = await ask<Done>(agency.owner, 'save_agreement', {
    ...{ member_id: person.id, valid_from: '2026-01-01' },
    terms: { default_split: 60, tiers: mode && { basis, year_start: '01-01', mode, steps }, ...more },
  });
  expect(done.success).toBe(true);
}

let sold = 0;
const sell = (amount: number, day: string, more: AgencySaleWords = {}) => {
  sold += 1;
  return agency.sale({ reference: `TC-${sold}`, amount, rate: 10, sold: day, ...more });
};

/** What a person has of sales: the recorded split, and beside it what tiers corrected. */
async function told(...sales: { id: string }[]) {
  return Promise.all(
    sales.map(async ({ id }) => {
      const { split, corrected } = await sqlOne<{ split: number; corrected: number }>(
        `select c.commission_split::float8 as split, coalesce((select sum(h.agent_amount) from public.commission_shares h
           where h.commission_id = c.id and h.role = 'tier_correction'), 0)::float8 as corrected
         from public.commissions c where c.sales_id = $1`,
        [id],
      );
      return [split, corrected];
    }),
  );
}

/** Rows of corrections of an agency, as they stand. */
const corrections = (organizationId = agency.organizationId) =>
  sql<{ amount: number; status: string; split: number; user_id: string }>(
    `select agent_amount::float8 as amount, status, split::float8 as split, user_id from public.commission_shares
     where organization_id = $1 and role = 'tier_correction' order by created_at, agent_amount, id`,
    [organizationId],
  );

const cancel = async ({ id }: { id: string }) => {
  const { error } = await setStatus(agency.admin, id, 'cancelled');
  expect(error).toBeNull();
};

/** Pays all that can be paid. @returns the statement of the agent */
async function payAll(person: Person = agency.agent) {
  const id = await agency.payout();
  await approve(agency.admin, id);
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
  const [statement] = await sql<{
    commissions: number;
    adjustments: number;
    paid: number;
    carried_in: number;
    carried_out: number;
    lines: { kind: string; role?: string; amount: number; note: string | null; share_fact?: object }[];
  }>(
    `select commission_amount::float8 as commissions, adjustment_amount::float8 as adjustments, paid_amount::float8 as paid,
       carried_out::float8 as carried_out, carried_in::float8 as carried_in, content -> 'lines' as lines
     from public.payout_statements where batch_id = $1 and agent_id = $2`,
    [id, person.id],
  );
  if (!statement) throw new Error('There is no statement');
  return statement;
}

describe('a tier lifts the whole year', () => {
  beforeEach(() => agree('whole_year'));

  // Holds agreements-51
  test('who reaches it has it for the whole sale, and the difference for those before', async () => {
    const first = await sell(2000, '2026-01-05');
    const second = await sell(2000, '2026-01-06');
    expect(await told(first, second)).toEqual([
      [60, 0],
      [60, 0],
    ]);
    // 6,000.00: 65 % of 200.00 each is 130.00, of which 120.00 are there.
    const third = await sell(2000, '2026-01-07');
    expect(await told(first, second, third)).toEqual([
      [60, 10],
      [60, 10],
      [65, 0],
    ]);
    // 9,000.00: 72 % of 200.00 is 144.00.
    const fourth = await sell(3000, '2026-01-08');
    expect(await told(first, second, third, fourth)).toEqual([
      [60, 24],
      [60, 24],
      [65, 14],
      [72, 0],
    ]);
    expect(await corrections()).toHaveLength(3);
  });

  // Holds agreements-52
  test('the difference of what was paid is one line of the next statement, and no paid statement changes', async () => {
    const sales = [
      await sell(2000, '2026-01-05', { paid: true }),
      await sell(2000, '2026-01-06', { paid: true }),
    ];
    expect(await payAll()).toMatchObject({ commissions: 240, adjustments: 0, paid: 240 });
    const before = await sql('select * from public.payout_statements where organization_id = $1', [
      agency.organizationId,
    ]);
    const last = await sell(2000, '2026-01-07', { paid: true });
    const draft = await agency.payout();
    const { lines } = await pageOf(agency.admin, draft);
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['commission', 130],
      ['correction', 10],
      ['correction', 10],
    ]);
    await ask(agency.admin, 'discard_payout', { batch_id: draft });
    const statement = await payAll();
    expect(statement).toMatchObject({ commissions: 130, adjustments: 20, paid: 150 });
    expect(statement.lines).toMatchObject([
      { kind: 'commission', amount: 130 },
      {
        kind: 'correction',
        role: 'tier_correction',
        amount: 20,
        note: 'Tier of 65%: 2 sales since January 1, 2026',
        share_fact: { code: 'tier_year', params: { percent: 65, sales: 2, since: '2026-01-01' } },
      },
    ]);
    expect(
      await sql('select * from public.payout_statements where id = any ($1)', [
        before.map((row) => row['id']),
      ]),
    ).toEqual(before);
    expect(await told(...sales, last)).toEqual([
      [60, 10],
      [60, 10],
      [65, 0],
    ]);
  });

  // Holds agreements-53
  test('a cancellation that takes the tier back takes back what was paid of it, and what is owed is carried over', async () => {
    const first = await sell(4000, '2026-01-05', { paid: true });
    const second = await sell(2000, '2026-01-06');
    expect(await payAll()).toMatchObject({ commissions: 240, adjustments: 20, paid: 260 });
    await cancel(second);
    expect(await told(first)).toEqual([[60, 0]]);
    expect((await corrections()).map(({ amount, status }) => [amount, status])).toEqual([
      [20, 'paid'],
      [-20, 'open'],
    ]);
    const statement = await payAll();
    expect(statement).toMatchObject({ commissions: 0, adjustments: -20, paid: 0, carried_out: -20 });
    expect(statement.lines).toMatchObject([
      { amount: -20, note: 'Tier of 60%: 1 sale since January 1, 2026' },
    ]);
    // Reached again: it comes again, less what is owed.
    await sell(2000, '2026-01-07');
    expect(await payAll()).toMatchObject({ adjustments: 20, paid: 0, carried_out: 0 });
    expect((await corrections()).map(({ amount, status }) => [amount, status])).toEqual([
      [20, 'paid'],
      [-20, 'paid'],
      [20, 'paid'],
    ]);
  });

  test('one that nobody was paid goes with the tier', async () => {
    const first = await sell(4000, '2026-01-05');
    const second = await sell(2000, '2026-01-06');
    expect(await told(first, second)).toEqual([
      [60, 20],
      [65, 0],
    ]);
    await cancel(first);
    // What was recorded at 65 % has 60 % by the tiers: 10.00 of 130.00 are too much.
    expect(await told(first, second)).toEqual([
      [60, 0],
      [65, -10],
    ]);
    await cancel(second);
    expect(await corrections()).toEqual([]);
  });

  // Holds agreements-57
  test('it waits for what the share under it waits for', async () => {
    await sell(4000, '2026-01-05');
    await sell(2000, '2026-01-06', { paid: true });
    const { lines } = await pageOf(agency.admin, await agency.payout());
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([['commission', 130]]);
  });

  test('a backdated sale counts for the year, and another year has its own', async () => {
    const other = await sell(4000, '2025-12-31');
    const late = await sell(4000, '2026-03-01');
    const early = await sell(1000, '2026-01-01');
    expect(await told(other, late, early)).toEqual([
      [60, 0],
      [60, 20],
      [65, 0],
    ]);
  });

  // Holds agreements-55
  test('a sale that changes its amount, its day or its agent changes the year', async () => {
    const first = await sell(2000, '2026-01-05');
    const second = await sell(2000, '2026-01-06');
    const change = async (values: object) => {
      await updateSale(agency.admin, second.id, (await saleRow(second.id)).version, values);
      return told(first, second);
    };
    // 6,000.00: 65 % of 200.00 and of 400.00.
    expect(await change({ total_amount: 4000 })).toEqual([
      [60, 10],
      [60, 20],
    ]);
    expect(await change({ sale_date: '2027-01-01' })).toEqual([
      [60, 0],
      [60, 0],
    ]);
    expect(await change({ sale_date: '2026-01-01' })).toEqual([
      [60, 10],
      [60, 20],
    ]);
    expect(await change({ agent_id: agency.rival.id })).toEqual([
      [60, 0],
      [80, 0],
    ]);
  });

  // Holds agreements-61
  test('what a vendor or a category says stays, and of lines the rest is lifted by its weight', async () => {
    await ask(agency.owner, 'save_agreement', {
      ...{ member_id: agency.agent.id, valid_from: '2026-01-02' },
      terms: {
        ...{
          default_split: 60,
          tiers: { basis: 'sales_booked', year_start: '01-01', mode: 'whole_year', steps: STEPS },
        },
        vendor_splits: [{ vendor_id: agency.vendorId, split: 55 }],
        category_splits: [
          { category: 'insurance', split: 40 },
          { category: 'service_fee', split: 30 },
        ],
      },
    });
    const other = await createVendor(agency.organizationId);
    const day = { sale_date: '2026-01-05' };
    const byVendor = await createSale(agency.agent, agency, { ...day, total_amount: 1000 });
    const lines = await createSale(agency.agent, agency, {
      ...{ ...day, vendor_id: other },
      lines: [
        { kind: 'cruise', amount: 2000, earns: 'rate', rate: 10 },
        { kind: 'insurance', amount: 1000, earns: 'rate', rate: 10 },
        { kind: 'service_fee', amount: 100 },
      ],
    });
    // Two thirds at 60 %, a third at 40 %: 53.33 % of 300.00, and 56.67 % once the tier is reached: 170.00 instead of 160.00.
    expect(await told(byVendor, lines)).toEqual([
      [55, 0],
      [53.33, 0],
    ]);
    await createSale(agency.agent, agency, { ...day, vendor_id: other, total_amount: 1000 });
    expect(await told(byVendor, lines)).toEqual([
      [55, 0],
      [53.33, 10],
    ]);
    expect(await corrections()).toHaveLength(1);
  });

  // Holds agreements-62
  test('a service fee that the tier decides is lifted with the year', async () => {
    const { id } = await createSale(agency.agent, agency, {
      sale_date: '2026-01-05',
      lines: [
        { kind: 'cruise', amount: 3900, earns: 'rate', rate: 10 },
        { kind: 'service_fee', amount: 100 },
      ],
    });
    await sell(1000, '2026-01-06');
    // 65 % of 390.00 and of 100.00.
    expect(await told({ id })).toEqual([[60, 19.5]]);
    expect((await corrections()).map(({ amount }) => amount)).toEqual([5, 19.5]);
  });

  // Holds agreements-62
  test('a co-seller has the volume of their part, and the correction of their share', async () => {
    await agree('whole_year', {}, agency.rival);
    const { id } = await createSale(agency.agent, agency, {
      ...{ sale_date: '2026-01-05', total_amount: 8000 },
      co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 50 }],
    });
    // 4,000.00 each; with 1,000.00 more the rival has 65 % of 400.00.
    await sell(1000, '2026-01-06', { agent: agency.rival });
    expect(await told({ id })).toEqual([[60, 20]]);
    expect(await corrections()).toMatchObject([{ amount: 20, user_id: agency.rival.id }]);
    // Without a part there is nothing to correct, and the rest of the agent is the whole sale.
    await updateSale(agency.agent, id, (await saleRow(id)).version, { co_sellers: [] });
    // The rival's own 1,000.00 were recorded at 65 %.
    expect(await corrections()).toMatchObject([
      { amount: -5, user_id: agency.rival.id },
      { amount: 40, user_id: agency.agent.id },
    ]);
  });

  test('of a paid share it is of what the share is reckoned from now, a seller’s and a co-seller’s alike', async () => {
    await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
      agency.organizationId,
    ]);
    await agree('whole_year', {}, agency.rival);
    const { id } = await createSale(agency.agent, agency, {
      ...{ sale_date: '2026-01-05', total_amount: 4000 },
      co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 50 }],
    });
    expect((await setStatus(agency.admin, id, 'paid')).error).toBeNull();
    const { commission_id } = await sqlOne<{ commission_id: string }>(
      'select id as commission_id from public.commissions where sales_id = $1',
      [id],
    );
    const receive = async (more: object) =>
      expect(await ask<Done>(agency.admin, 'record_receipt', { commission_id, ...more })).toMatchObject({
        success: true,
      });
    // 400.00 are expected and 240.00 come: 120.00 each, of which 60 %.
    await receive({ received_on: '2026-02-01', received_amount: 240, write_off_reason: 'Agreed' });
    const { share } = await sqlOne<{ share: string }>(
      `select id as share from public.commission_shares where commission_id = $1 and role = 'co_seller'`,
      [commission_id],
    );
    expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share, 72))).toMatchObject({
      success: true,
    });
    await sell(4000, '2026-01-06');
    await sell(4000, '2026-01-06', { agent: agency.rival });
    const byTier = [
      { amount: 6, user_id: agency.agent.id },
      { amount: 6, user_id: agency.rival.id },
    ];
    expect(await corrections()).toMatchObject(byTier);
    // 200.00 each again.
    await receive({});
    expect(await corrections()).toMatchObject(byTier.map((each) => ({ ...each, amount: 10 })));
  });

  // Holds agreements-67
  test('two sales at once that reach it together: each has the tier in the end', async () => {
    const sales = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        createSale(agency.agent, agency, {
          sale_date: '2026-01-05',
          total_amount: 2000,
          booking_reference: `AT-${n}`,
        }),
      ),
    );
    // 8,000.00 altogether: 65 % of 200.00 each.
    const shares = await told(...sales);
    expect(shares.map(([split = 0, corrected = 0]) => split * 2 + corrected)).toEqual([130, 130, 130, 130]);
  });

  test('a batch of one statement is reckoned once, and one that is taken back takes the tier back', async () => {
    const first = await sell(2000, '2026-01-05');
    const rows = await sql<{ id: string }>(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, currency, total_amount,
         commission_basis, commission_rate, commission_amount)
       select $1, $2, $3, $4, 'BA-' || n, '2026-01-06', 'USD', 1000, 'rate', 10, 100 from generate_series(1, 4) n returning id`,
      [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id],
    );
    expect(await told(first, ...rows)).toEqual([[60, 10], ...rows.map(() => [65, 0])]);
    for (const row of rows) await cancel(row);
    expect(await told(first)).toEqual([[60, 0]]);
    expect(await corrections()).toEqual([]);
  });

  // Holds agreements-59
  test('one that is planned to be paid stays, and what changes afterwards is another one', async () => {
    await sell(4000, '2026-01-05', { paid: true });
    const second = await sell(1000, '2026-01-06');
    const id = await agency.payout();
    await approve(agency.admin, id);
    expect(await pay(agency.admin, id, randomUUID(), { paid_on: '2099-01-05' })).toMatchObject({
      state: 'scheduled',
    });
    await cancel(second);
    expect((await corrections()).map(({ amount, status }) => [amount, status])).toEqual([
      [20, 'open'],
      [-20, 'open'],
    ]);
  });

  // Holds agreements-60
  test('of a draft that has it the line says what it is now, and it is not paid as it was', async () => {
    await sell(4000, '2026-01-05', { paid: true });
    const second = await sell(1000, '2026-01-06');
    const id = await agency.payout();
    await cancel(second);
    const { problems } = await pageOf(agency.admin, id);
    expect(problems.map(({ code }) => code)).toEqual(['cancelled']);
    await sell(5000, '2026-01-07');
    // 9,000.00: 72 % of 400.00, of which 240.00 are recorded.
    expect((await corrections()).filter(({ status }) => status === 'open')).toMatchObject([{ amount: 48 }]);
  });

  // Holds agreements-58
  test('it is settled by a payout, not by itself', async () => {
    await sell(4000, '2026-01-05', { paid: true });
    await sell(1000, '2026-01-06');
    const { id } = await sqlOne<{ id: string }>(
      `select id from public.commission_shares where organization_id = $1 and role = 'tier_correction'`,
      [agency.organizationId],
    );
    expect(await ask(agency.admin, 'record_share_payment', sharePayment(id, 20))).toMatchObject({
      ...{ success: false, field: 'share_id', error: 'What a tier corrects is settled by a payout.' },
    });
  });

  // Holds agreements-71
  test('the person and admins read it, nobody else', async () => {
    const { commissionId } = await sell(4000, '2026-01-05');
    await sell(1000, '2026-01-06');
    const stranger = await createTestAgency();
    const seen = async (person: Person) => {
      const { data } = await person.api
        .from('commission_shares')
        .select('agent_amount')
        .eq('role', 'tier_correction');
      const shares = await ask<unknown[]>(person, 'get_commission_shares', { commission_id: commissionId });
      return [data?.length, shares.length];
    };
    expect(await Promise.all([agency.agent, agency.admin, agency.rival, stranger.admin].map(seen))).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('from there on', () => {
  beforeEach(() => agree('from_there_on'));

  // Holds agreements-53
  test('a cancellation moves those after it down, before and after they are paid', async () => {
    const first = await sell(4000, '2026-01-05');
    // Half of it beyond 5,000.00: 62.5 %.
    const second = await sell(2000, '2026-01-06', { paid: true });
    const third = await sell(1000, '2026-01-07');
    expect(await told(first, second, third)).toEqual([
      [60, 0],
      [62.5, 0],
      [65, 0],
    ]);
    expect(await payAll()).toMatchObject({ commissions: 125, paid: 125 });
    await cancel(first);
    // Below 5,000.00 everything has 60 %: 5.00 each.
    expect(await told(first, second, third)).toEqual([
      [60, 0],
      [62.5, -5],
      [65, -5],
    ]);
    const statement = await payAll();
    expect(statement).toMatchObject({ adjustments: -5, paid: 0, carried_out: -5 });
    expect(statement.lines).toMatchObject([{ kind: 'correction', amount: -5 }]);
  });

  // Holds agreements-55
  test('a backdated sale moves those after it up', async () => {
    const late = await sell(2000, '2026-03-01');
    const early = await sell(5000, '2026-02-01');
    expect(await told(late, early)).toEqual([
      [60, 10],
      [60, 0],
    ]);
  });

  test('a sale after the others changes none of them', async () => {
    const sales = [];
    for (let n = 1; n < 8; n += 1) sales.push(await sell(1500, `2026-01-0${n}`));
    expect((await told(...sales)).every(([, corrected]) => corrected === 0)).toBe(true);
    expect(await corrections()).toEqual([]);
  });
});

describe('many at once', () => {
  const import_ = (agent: Person, count: number) =>
    sql<{ id: string }>(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, currency, total_amount,
         commission_basis, commission_rate, commission_amount, co_sellers)
       select $1, $2, $3, $4, 'MA-' || n, '2026-01-05'::date + n / 3, 'USD', 700, 'rate', 10, 70,
         case when n % 2 = 0 then jsonb_build_array(jsonb_build_object('user_id', $6::text, 'role', 'co_seller', 'percent', 40)) else '[]' end
       from generate_series(1, $5::int) n returning id`,
      [agency.organizationId, agency.customerId, agency.vendorId, agent.id, count, agency.rival.id],
    );

  // Holds agreements-67
  test.each(['from_there_on', 'whole_year'] as const)(
    'recorded or taken over together, %s, each has at once what the tiers say of it',
    async (mode) => {
      await agree(mode);
      await agree(mode, {}, agency.rival);
      await sell(1000, '2026-01-06');
      await sell(900, '2026-01-06', { agent: agency.rival });
      await import_(agency.agent, 20);
      // Of the year that was lifted only those that were there before.
      expect(await corrections()).toHaveLength(mode === 'whole_year' ? 1 : 0);
      const { n } = await sqlOne<{ n: number }>(
        `select count(distinct commission_split)::int as n from public.commissions where organization_id = $1 and agent_id = $2`,
        [agency.organizationId, agency.agent.id],
      );
      expect(n).toBeGreaterThan(1);
      // Those of the inactive one go to the agent: 9,000.00 more.
      await import_(agency.admin, 12);
      await sql(`update public.sales set agent_id = $2 where organization_id = $1 and agent_id = $3`, [
        agency.organizationId,
        agency.agent.id,
        agency.admin.id,
      ]);
      const taken = await sql<{ split: number; corrected: number }>(
        `select c.commission_split::float8 as split, coalesce((select sum(h.agent_amount) from public.commission_shares h
           where h.under_share_id = (private.sellers_share(c.organization_id, c.id)).id and h.role = 'tier_correction'), 0)::float8 as corrected
         from public.commissions c join public.sales s on s.id = c.sales_id
         where c.organization_id = $1 and c.agent_id = $2 and s.booking_reference like 'MA-%' order by s.created_at desc, s.id limit 12`,
        [agency.organizationId, agency.agent.id],
      );
      expect(taken.filter(({ split }) => split > 60).length).toBeGreaterThan(0);
      expect(taken.map(({ corrected }) => corrected)).toEqual(taken.map(() => 0));
      if (mode === 'whole_year') expect(taken.map(({ split }) => split)).toEqual(taken.map(() => 72));
      expect(await sql('select * from private.known_volumes', [])).toEqual([]);
    },
  );
});

describe('of received commission', () => {
  const received = async (sale: { commissionId: string }, amount: number | null) =>
    expect(
      await ask<Done>(agency.admin, 'record_receipt', {
        commission_id: sale.commissionId,
        ...{ received_on: amount && '2026-05-01', received_amount: amount },
      }),
    ).toMatchObject({ success: true });

  // Holds agreements-64
  test('a receipt that reaches a tier lifts the whole year, and one that is taken back takes it back', async () => {
    await agree('whole_year', {}, agency.agent, 'commission_received');
    const sales = [
      await sell(3000, '2026-01-05', { paid: true }),
      await sell(3000, '2026-01-06', { paid: true }),
    ];
    expect(await told(...sales)).toEqual([
      [60, 0],
      [60, 0],
    ]);
    for (const sale of sales) await received(sale, 300);
    // 600.00 received: 65 % of 300.00 each.
    expect(await told(...sales)).toEqual([
      [60, 15],
      [60, 15],
    ]);
    await received(sales[1]!, null);
    expect(await told(...sales)).toEqual([
      [60, 0],
      [60, 0],
    ]);
    // What was paid of it is taken back with the next payout.
    await received(sales[1]!, 300);
    expect(await payAll()).toMatchObject({ commissions: 360, adjustments: 30, paid: 390 });
    await received(sales[1]!, null);
    expect(await payAll()).toMatchObject({ commissions: 0, adjustments: -30, paid: 0, carried_out: -30 });
  });

  // Holds agreements-48
  test('what the vendor takes back takes a tier back once, with what was paid by it, and leaves what is left of it', async () => {
    await agree('whole_year', {}, agency.agent, 'commission_received');
    const account = await createAccount(agency.admin);
    const deposit = ({ commissionId }: { commissionId: string }, amount: number) =>
      matchDeposit(agency.admin, account, { day: '2026-05-10', amount, commissionId });
    const sale = await sell(6000, '2026-01-05', { paid: true });
    await deposit(sale, 600);
    // 600.00 received: 65 % of them.
    expect(await told(sale)).toEqual([[60, 30]]);
    expect(await payAll()).toMatchObject({ commissions: 360, adjustments: 30, paid: 390 });
    // Half is taken back: 300.00 reach no tier, and of the half that is left nothing is more than 60 %.
    await deposit(sale, -300);
    expect(await payAll()).toMatchObject({ adjustments: -210, carried_out: -210 });
    expect(await told(sale)).toEqual([[60, 15]]);
    // The tier is reached again: what is left has 65 %.
    const next = await sell(4000, '2026-01-06', { paid: true });
    await deposit(next, 400);
    expect(await told(sale, next)).toEqual([
      [60, 30],
      [60, 20],
    ]);
    expect(await payAll()).toMatchObject({ commissions: 240, adjustments: 35, carried_in: -210, paid: 65 });
  });

  // Holds agreements-65
  test('from there on it counts for what is sold after it, and corrects nothing', async () => {
    await agree('from_there_on', {}, agency.agent, 'commission_received');
    const first = await sell(6000, '2026-01-05', { paid: true });
    const second = await sell(1000, '2026-01-06', { paid: true });
    await received(first, 600);
    const third = await sell(1000, '2026-01-07');
    expect(await told(first, second, third)).toEqual([
      [60, 0],
      [60, 0],
      [65, 0],
    ]);
    expect(await corrections()).toEqual([]);
  });
});

describe('whose terms', () => {
  // Holds agreements-66
  test('of a version without tiers nothing is corrected, and its sales are volume of the year', async () => {
    await agree(null);
    const before = await sell(4000, '2026-01-05');
    await sql(
      `insert into public.agreement_versions (organization_id, user_id, number, valid_from, default_split, tiers)
       values ($1, $2, 9, '2026-02-01', 60, $3)`,
      [
        agency.organizationId,
        agency.agent.id,
        JSON.stringify({ basis: 'sales_booked', year_start: '01-01', mode: 'whole_year', steps: STEPS }),
      ],
    );
    const under = await sell(500, '2026-02-05');
    const after = await sell(1000, '2026-02-06');
    expect(await told(before, under, after)).toEqual([
      [60, 0],
      [60, 2.5],
      [65, 0],
    ]);
  });

  test('who has none writes nothing', async () => {
    await agree(null);
    const sale = await sell(6000, '2026-01-05');
    await cancel(sale);
    expect(await corrections()).toEqual([]);
  });

  test('reckoned again without a change it says the same', async () => {
    await agree('whole_year');
    await sell(4000, '2026-01-05', { paid: true });
    await sell(1000, '2026-01-06', { paid: true });
    await payAll();
    const before = await sql('select * from public.commission_shares where organization_id = $1', [
      agency.organizationId,
    ]);
    for (let n = 0; n < 2; n += 1)
      await sql(
        `insert into private.tier_years_due (organization_id, user_id, first_day, last_day) values ($1, $2, '2025-06-01', '2027-06-01')`,
        [agency.organizationId, agency.agent.id],
      );
    expect(
      await sql('select * from public.commission_shares where organization_id = $1', [agency.organizationId]),
    ).toEqual(before);
  });

  test('a mode that is none is refused', async () => {
    const done = await ask<Done>(agency.owner, 'save_agreement', {
      ...{ member_id: agency.agent.id, valid_from: '2026-01-01' },
      terms: {
        ...{
          default_split: 60,
          tiers: { basis: 'sales_booked', year_start: '01-01', mode: 'backwards', steps: STEPS },
        },
      },
    });
    expect(done).toMatchObject({ success: false, field: 'tiers' });
  });
});
