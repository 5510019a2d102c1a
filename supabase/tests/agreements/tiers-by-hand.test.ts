import { randomUUID } from 'node:crypto';
import { pursesOf, wrongStatements } from '../support/agreements-facts';
import { percentOf, tierSplits } from '../support/agreements-oracle';
import { ask } from '../support/bank';
import { sqlOne } from '../support/database';
import { approve, pay, type Done } from '../support/payouts';
import { randomOf, SEED, SOAK } from '../support/soak';
import { commissionOf, createTestAgency, type TestAgency } from '../support/test-agency';

/**
 * A person's year by a reckoning of its own (docs/product/agreements.md, Tiers): each sale has the split of the volume before it, or of
 * the whole year; what a cancellation changes of those that are recorded is corrected, paid or not.
 */

type Basis = 'sales_booked' | 'commission_expected';
type Mode = 'from_there_on' | 'whole_year';

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
  /** What the person gets of it when it is recorded. */
  agreed: number;
  stands: boolean;
}

async function agencyWith(basis: Basis, mode: Mode): Promise<TestAgency> {
  const agency = await createTestAgency();
  const done = await ask<Done>(agency.owner, 'save_agreement', {
    ...{ member_id: agency.agent.id, valid_from: '2026-01-01', request_key: randomUUID() },
    terms: {
      default_split: OTHERWISE / 100,
      tiers: {
        ...{ basis, year_start: '01-01', mode },
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

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** What the tiers say the person gets of each of these sales, in their order. */
function agreedOf(sales: readonly Pick<Sold, 'total' | 'commission'>[], basis: Basis, mode: Mode): number[] {
  const steps = STEPS.map(({ from, split }) => ({
    from: basis === 'sales_booked' ? from : from / 10,
    split,
  }));
  const volumes = sales.map(({ total, commission }) => (basis === 'sales_booked' ? total : commission));
  const year = sum(volumes);
  const splits =
    mode === 'from_there_on'
      ? tierSplits({ steps }, OTHERWISE, volumes)
      : volumes.map(() => steps.filter(({ from }) => from <= year).at(-1)?.split ?? OTHERWISE);
  return sales.map(({ commission }, n) => percentOf(commission, splits[n] ?? OTHERWISE));
}

/** Sells one more, on the day after. */
async function sellFor(
  agency: TestAgency,
  sales: Sold[],
  total: number,
  basis: Basis,
  mode: Mode,
): Promise<Sold> {
  const n = sales.length;
  const { id, commissionId } = await agency.sale({
    reference: `TI-${n}`,
    sold: `2026-01-${String(1 + n).padStart(2, '0')}`,
    amount: total / 100,
    rate: 10,
  });
  const sold = { id, commissionId, total, commission: percentOf(total, 1000), stands: true };
  const agreed = agreedOf([...sales.filter(({ stands }) => stands), sold], basis, mode).at(-1) ?? 0;
  sales.push({ ...sold, agreed });
  return { ...sold, agreed };
}

async function purseOf(agency: TestAgency): Promise<number> {
  const purse = (await pursesOf(agency.organizationId)).find(({ person }) => person === agency.agent.id);
  if (!purse) throw new Error('Nobody is there');
  return Math.round(purse.paid + purse.carried + purse.waiting + purse.open);
}

async function payAll(agency: TestAgency): Promise<void> {
  const id = await agency.payout();
  await approve(agency.admin, id);
  const { success } = await pay(agency.admin, id, randomUUID());
  // Where nothing can be paid yet, none stays open for the next one.
  if (!success) await ask(agency.admin, 'discard_payout', { batch_id: id });
}

const BASES = ['sales_booked', 'commission_expected'] as const;

// Holds agreements-44
test.each(BASES)('by %s: each sale in its order has the split that is reckoned', async (basis) => {
  const agency = await agencyWith(basis, 'from_there_on');
  const sales: Sold[] = [];
  // 4,500.00; 1,000.00 crosses the first step half-way; 3,000.00; 2,000.00 crosses the second; 0.10 beyond.
  for (const total of [450_000, 100_000, 300_000, 200_000, 10]) {
    await sellFor(agency, sales, total, basis, 'from_there_on');
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

const WAYS = BASES.flatMap((basis) =>
  (['from_there_on', 'whole_year'] as const).map((mode) => [basis, mode] as const),
);

// Holds agreements-50
test.each(WAYS)(
  'by %s, %s: what is paid, waits and is open comes to what the tiers say of the sales that stand',
  async (basis, mode) => {
    const below = randomOf(SEED);
    for (let round = 0; round < (SOAK ? 20 : 1); round += 1) {
      const agency = await agencyWith(basis, mode);
      const sales: Sold[] = [];
      for (let n = 0; n < 14; n += 1) {
        const { id } = await sellFor(agency, sales, 1000 + below(300_000), basis, mode);
        if (below(2)) await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', id);
        if (n === 5 || n === 10) await payAll(agency);
        const open = sales.filter(({ stands }) => stands);
        const gone = n > 3 && below(3) === 0 ? open[below(open.length)] : undefined;
        if (gone && (await commissionOf(gone.id)).status !== 'agent_paid') {
          await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', gone.id);
          gone.stands = false;
        }
        const standing = sales.filter(({ stands }) => stands);
        expect({ SEED, n, purse: await purseOf(agency) }).toEqual({
          ...{ SEED, n },
          purse: sum(agreedOf(standing, basis, mode)),
        });
        expect(await wrongStatements(agency.organizationId)).toEqual([]);
      }
    }
  },
);
