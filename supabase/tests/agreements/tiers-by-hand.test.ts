import { randomUUID } from 'node:crypto';
import { pursesOf } from '../support/agreements-facts';
import { percentOf, tierSplits } from '../support/agreements-oracle';
import { ask } from '../support/bank';
import { sqlOne } from '../support/database';
import { approve, pay, type Done } from '../support/payouts';
import { randomOf, SEED, SOAK } from '../support/soak';
import { commissionOf, createTestAgency, type TestAgency } from '../support/test-agency';

/**
 * A person's year by a reckoning of its own (docs/product/agreements.md, Tiers): each sale has the split of the volume before it, and keeps it,
 * whatever is paid or cancelled afterwards.
 */

type Basis = 'sales_booked' | 'commission_expected';

const OTHERWISE = 6000;
const STEPS = [
  { from: 500_000, split: 6500 },
  { from: 900_000, split: 7200 },
];

interface Sold {
  id: string;
  commissionId: string;
  total: number;
  commission: number;
  /** What the person gets of it, by the volume when it was sold. */
  agreed: number;
  stands: boolean;
}

async function agencyWith(basis: Basis): Promise<TestAgency> {
  const agency = await createTestAgency();
  const done = await ask<Done>(agency.owner, 'save_agreement', {
    ...{ member_id: agency.agent.id, valid_from: '2026-01-01', request_key: randomUUID() },
    terms: {
      default_split: OTHERWISE / 100,
      tiers: {
        ...{ basis, year_start: '01-01', mode: 'from_there_on' },
        // A tenth of what is sold is earned.
        steps: STEPS.map(({ from, split }) => ({
          from: from / (basis === 'sales_booked' ? 100 : 1000),
          split: split / 100,
        })),
      },
    },
  });
  if (done.success === false) throw new Error(`${done.error}`);
  return agency;
}

/** What the tiers say the person gets of the last of these sales, in their order. */
function agreedOfLast(sales: readonly Pick<Sold, 'total' | 'commission'>[], basis: Basis): number {
  const steps = STEPS.map(({ from, split }) => ({
    from: basis === 'sales_booked' ? from : from / 10,
    split,
  }));
  const volumes = sales.map(({ total, commission }) => (basis === 'sales_booked' ? total : commission));
  const split = tierSplits({ steps }, OTHERWISE, volumes).at(-1) ?? OTHERWISE;
  return percentOf(sales.at(-1)?.commission ?? 0, split);
}

/** Sells one more, on the day after. */
async function sellFor(agency: TestAgency, sales: Sold[], total: number, basis: Basis): Promise<Sold> {
  const n = sales.length;
  const { id, commissionId } = await agency.sale({
    reference: `TI-${n}`,
    sold: `2026-01-${String(1 + n).padStart(2, '0')}`,
    amount: total / 100,
    rate: 10,
  });
  const sold = { id, commissionId, total, commission: percentOf(total, 1000), stands: true };
  const agreed = agreedOfLast([...sales.filter(({ stands }) => stands), sold], basis);
  sales.push({ ...sold, agreed });
  return { ...sold, agreed };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

async function purseOf(agency: TestAgency): Promise<number> {
  const purse = (await pursesOf(agency.organizationId)).find(({ person }) => person === agency.agent.id);
  if (!purse) throw new Error('Nobody is there');
  return Math.round(purse.paid + purse.carried + purse.waiting + purse.open);
}

async function payAll(agency: TestAgency): Promise<void> {
  const id = await agency.payout();
  await approve(agency.admin, id);
  await pay(agency.admin, id, randomUUID());
}

const BASES = ['sales_booked', 'commission_expected'] as const;

test.each(BASES)('by %s: each sale in its order has the split that is reckoned', async (basis) => {
  const agency = await agencyWith(basis);
  const sales: Sold[] = [];
  // 4,500.00; 1,000.00 crosses the first step half-way; 3,000.00; 2,000.00 crosses the second; 0.10 beyond.
  for (const total of [450_000, 100_000, 300_000, 200_000, 10]) {
    await sellFor(agency, sales, total, basis);
    const told = await Promise.all(
      sales.map(async ({ id }) => Math.round(Number((await commissionOf(id)).agent_amount) * 100)),
    );
    expect(told).toEqual(sales.map(({ agreed }) => agreed));
  }
  // By hand: of 2,000.00 the first 500.00 at 65 %, the rest at 72 %.
  const { split } = await sqlOne<{ split: number }>(
    'select commission_split::float8 as split from public.commissions where sales_id = $1',
    [sales[3]?.id],
  );
  expect(split).toBe(70.25);
});

test.each(BASES)(
  'by %s: what is paid, waits and is open comes to what was agreed when each was sold',
  async (basis) => {
    const below = randomOf(SEED);
    for (let round = 0; round < (SOAK ? 20 : 1); round += 1) {
      const agency = await agencyWith(basis);
      const sales: Sold[] = [];
      for (let n = 0; n < 14; n += 1) {
        const { id } = await sellFor(agency, sales, 1000 + below(300_000), basis);
        if (below(2)) await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', id);
        if (n === 5 || n === 10) await payAll(agency);
        const open = sales.filter(({ stands }) => stands);
        const gone = n > 3 && below(3) === 0 ? open[below(open.length)] : undefined;
        if (gone && (await commissionOf(gone.id)).status !== 'agent_paid') {
          await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', gone.id);
          gone.stands = false;
        }
        expect({ SEED, n, purse: await purseOf(agency) }).toEqual({
          ...{ SEED, n },
          purse: sum(sales.filter(({ stands }) => stands).map(({ agreed }) => agreed)),
        });
      }
    }
  },
);
