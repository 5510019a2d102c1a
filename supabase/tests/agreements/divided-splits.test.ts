import { percentOf, tierSplit, vendorSplit, type Terms } from '../support/agreements-oracle';
import { ask } from '../support/bank';
import { database, sql, sqlOne } from '../support/database';
import type { Done } from '../support/payouts';
import { createSale } from '../support/sales';
import { shareSale } from '../support/shares';
import { randomOf, SEED } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/**
 * A divided split is exact (docs/product/agreements.md, Which split applies): each part at its own split, added, rounded once. What was recorded
 * while it was rounded to two decimals keeps its amount.
 */
let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const TIERS = {
  ...{ basis: 'commission_expected' as const, year_start: '01-01' },
  steps: [
    { from: 1000, split: 65 },
    { from: 3000, split: 77.5 },
  ],
};
const CATEGORIES = [
  { category: 'insurance', split: 40 },
  { category: 'air', split: 33.33 },
];

async function agree(mode: 'from_there_on' | 'whole_year') {
  const terms = { default_split: 60, tiers: { ...TIERS, mode }, category_splits: CATEGORIES };
  const done = await ask<Done>(agency.owner, 'save_agreement', {
    ...{ member_id: agency.agent.id, valid_from: '2026-01-01', terms },
  });
  expect(done).toMatchObject({ success: true });
}

const dayOf = (n: number) => `2026-01-${String(n + 1).padStart(2, '0')}`;

/** A sale of one line a kind, each with its commission in cents. */
const sellLines = (n: number, lines: Readonly<Record<string, number>>) =>
  createSale(agency.agent, agency, {
    sale_date: dayOf(n),
    lines: Object.entries(lines).map(([kind, cents]) => ({
      ...{ kind, amount: cents / 10, earns: 'amount', commission: cents / 100 },
    })),
  });

const shareOf = (saleId: string) =>
  sqlOne<{ split: number; amount: number; parts: { split: number; weight: number }[] }>(
    `select commission_split::float8 as split, agent_amount::float8 as amount, split_parts as parts from public.commissions where sales_id = $1`,
    [saleId],
  );

// Holds agreements-39
test('a sale across a tier has each part at its own split, rounded once', async () => {
  await agree('from_there_on');
  await sellLines(0, { cruise: 70_001 });
  // 299.99 to the step at 60 %, 2,000.00 at 65 %, 1,033.34 at 77.5 %: 179.994 + 1,300 + 800.8385. By one split of 68.43 % it was 2,281.00.
  const { id } = await sellLines(1, { cruise: 333_333 });
  expect(await shareOf(id)).toEqual({
    ...{ split: 68.43, amount: 2280.83 },
    parts: [
      { split: 60, weight: 299.99 },
      { split: 65, weight: 2000 },
      { split: 77.5, weight: 1033.34 },
    ],
  });
});

// Holds agreements-40
test('lines of several categories have each their own split; the rest is divided by the tier', async () => {
  await agree('from_there_on');
  // 1,000.00 at 33.33 %, 500.01 at 40 %, 1,500.00 of the rest: 1,000.00 of 3,000.01 at 60 %, the others at 65 %.
  const { id } = await sellLines(0, { air: 100_000, insurance: 50_001, cruise: 150_000 });
  const exact = 333.3 + 200.004 + (1500 * (1000 * 0.6 + 2000.01 * 0.65)) / 3000.01;
  expect((await shareOf(id)).amount).toBe(Math.round(exact * 100) / 100);
});

test('who shares a sale has it of their part, and the odd cent of equal parts is the seller’s', async () => {
  await agree('from_there_on');
  const { id } = await sellLines(0, { cruise: 200_001 });
  await shareSale(agency, id, [{ person: agency.owner, percent: 50 }]);
  const { parts } = await sqlOne<{ parts: number[] }>(
    `select (private.parts_of(c.amount, c.share_percents))::float8[] as parts from public.commissions c where c.sales_id = $1`,
    [id],
  );
  expect(parts).toEqual([1000.01, 1000]);
  const { amount, parts: weights } = await shareOf(id);
  // Recorded alone: 1,000.00 of 2,000.01 at 60 %, the rest at 65 %.
  const blend = (1000 * 60 + 1000.01 * 65) / 2000.01;
  expect({ amount, weights }).toEqual({
    amount: Math.round(1000.01 * blend) / 100,
    weights: [
      { split: 60, weight: 1000 },
      { split: 65, weight: 1000.01 },
    ],
  });
});

const MODES = ['from_there_on', 'whole_year'] as const;

// Holds agreements-41
test.each(MODES)(
  '%s: of what was recorded while splits were rounded, tiers correct nothing, and terms applied again change nothing',
  async (mode) => {
    await agree(mode);
    const below = randomOf(SEED);
    const kinds = ['cruise', 'insurance', 'air'];
    const sales: { id: string; lines: Record<string, number> }[] = [];
    for (let n = 0; n < 14; n += 1) {
      const lines = Object.fromEntries(
        kinds.slice(below(2), 1 + below(3)).map((kind) => [kind, 1 + below(60_000)]),
      );
      // The first is of the tier, which is higher when the year ends: there is something to correct.
      if (n === 0 || Object.keys(lines).length === 0) lines['cruise'] = 10_000 + below(50_000);
      sales.push({ id: (await sellLines(n, lines)).id, lines });
    }
    const terms: Terms = {
      ...{ validFrom: '2026-01-01', split: 6000, byVendor: new Map() },
      byCategory: new Map(CATEGORIES.map(({ category, split }) => [category, Math.round(split * 100)])),
      tiers: {
        ...{ mode, basis: 'commission_expected', yearStart: '01-01' },
        steps: TIERS.steps.map(({ from, split }) => ({ from: from * 100, split: split * 100 })),
      },
    };
    const earned = (lines: Record<string, number>) =>
      Object.values(lines).reduce((all, each) => all + each, 0);
    // As it was: the tier's split to two decimals, then that of the lines.
    let before = 0;
    const client = await database();
    await client.query('begin; set local session_replication_role = replica');
    const legacy = new Map<string, number>();
    const rounded: number[] = [];
    for (const { id, lines } of sales) {
      const cents = earned(lines);
      const otherwise = terms.tiers ? Math.round(tierSplit(terms.tiers, terms.split, before, cents)) : 0;
      const all = Object.entries(lines).map(([kind, commission]) => ({
        kind,
        amount: commission,
        commission,
      }));
      const points = Math.round(vendorSplit(terms, '', all, otherwise));
      before += cents;
      legacy.set(id, percentOf(cents, points));
      rounded.push(points);
      await client.query(
        `with share as (
           update public.commission_shares set split_parts = null, split = $2::numeric / 100, agent_amount = $3::numeric / 100
           where sales_id = $1 and role = 'seller' returning *)
         update public.commissions c set split_parts = null, commission_split = h.split, agent_amount = h.agent_amount
         from share h where c.id = h.commission_id`,
        [id, points, legacy.get(id)],
      );
    }
    // What tiers had corrected of the year by then, as they rounded it.
    const year = before;
    if (mode === 'whole_year' && terms.tiers)
      for (const [n, { id, lines }] of sales.entries()) {
        const otherwise = Math.round(tierSplit(terms.tiers, terms.split, year, 0));
        const all = Object.entries(lines).map(([kind, commission]) => ({
          kind,
          amount: commission,
          commission,
        }));
        const now = percentOf(earned(lines), Math.round(vendorSplit(terms, '', all, otherwise)));
        await client.query(
          `update public.commission_shares h set agent_amount = $2::numeric / 100 from public.commissions c
           where c.sales_id = $1 and h.commission_id = c.id and h.role = 'tier_correction'`,
          [id, now - (legacy.get(id) ?? 0)],
        );
        expect(rounded[n]).toBeDefined();
      }
    await client.query('commit');
    const corrections = () =>
      sql(
        `select id, agent_amount::float8 as amount, updated_at from public.commission_shares
         where organization_id = $1 and role = 'tier_correction' order by id`,
        [agency.organizationId],
      );
    const had = await corrections();
    expect(had.length > 0).toBe(mode === 'whole_year');
    await sql(
      `insert into private.tier_years_due (organization_id, user_id, first_day, last_day) values ($1, $2, '2026-01-01', '2026-12-31')`,
      [agency.organizationId, agency.agent.id],
    );
    expect(await corrections()).toEqual(had);
    for (const { id } of sales) expect(Math.round((await shareOf(id)).amount * 100)).toBe(legacy.get(id));
    expect(await ask(agency.owner, 'preview_terms_again', { member_id: agency.agent.id })).toMatchObject({
      count: 0,
    });
    // What comes from now on is exact.
    const { id } = await sellLines(20, { cruise: 33_333, air: 10_001 });
    expect((await shareOf(id)).parts).not.toBeNull();
  },
);
