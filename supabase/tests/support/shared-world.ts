import { act, drawn, type Deeds } from './agreements-deeds';
import { factsOf } from './agreements-facts';
import { MONEY_DEEDS } from './agreements-money-deeds';
import { SALE_DEEDS } from './agreements-sale-deeds';
import { createWorld } from './agreements-terms';
import type { World } from './agreements-world';
import { ask } from './bank';
import { sql } from './database';
import type { Done } from './payouts';
import { randomOf } from './soak';

const only = (deeds: Deeds, ...names: string[]) => deeds.filter(([name]) => names.includes(name));

/** Of owed commissions with several people: whether the seller alone was paid, others alone, or nobody yet. */
async function owedByState({ agency: { organizationId } }: World) {
  const owed = await sql<{ id: string }>(
    'select commission_id as id from private.commission_money where organization_id = $1 and owed > 0',
    [organizationId],
  );
  const facts = (await factsOf(organizationId)).filter(({ key }) => key.startsWith('vendor/'));
  return owed.flatMap(({ id }) => {
    const [seller, ...others] = facts.filter(({ commission }) => commission === id);
    if (!seller || others.length === 0) return [];
    const states = others.map(({ state }) => state);
    const first =
      seller.state === 'paid' && states.includes('open')
        ? 'seller'
        : seller.state === 'open' && states.includes('paid')
          ? 'others'
          : null;
    return [{ seller, others, first }];
  });
}

/** Sees to it that of one owed commission the seller was paid first, and of another one somebody else. @returns who was not */
async function payOneFirst(world: World, deeds: Deeds): Promise<string[]> {
  const { admin, organizationId } = world.agency;
  const missing = async () => {
    const known = await owedByState(world);
    return ['seller', 'others'].filter((who) => known.every(({ first }) => first !== who));
  };
  for (let n = 0; n < 60; n += 1) {
    const [who] = await missing();
    if (!who) return [];
    for (const { seller, others, first } of await owedByState(world)) {
      const share = who === 'seller' ? seller : others[0];
      if (first || seller.status !== 'funds_received' || !share || share.state !== 'open') continue;
      const payment = { amount: share.cents / 100, payment_date: world.today, payment_method: 'check' };
      // What is held, or in a payout, is refused; another one is not.
      const { success } = share.share
        ? await ask<Done>(admin, 'record_share_payment', { ...payment, share_id: share.share })
        : await ask<Done>(admin, 'record_agent_payment', {
            ...{ ...payment, organization_id: organizationId, commission_id: share.commission },
            ...{ agent_id: share.person, created_by: admin.id },
          }).catch(() => ({ success: false }));
      if (success !== false) break;
    }
    if ((await missing()).includes(who)) await act(world, drawn(world, deeds));
  }
  return missing();
}

/** Sales of several people with overrides and fees; of some the seller alone was paid, of some others alone, and vendors owe them still. */
export async function sharedWorld(seed: number): Promise<World> {
  const world = await createWorld(randomOf(seed), true);
  const { organizationId } = world.agency;
  const sales = SALE_DEEDS.filter(([name]) => name.startsWith('sell') || name === 'customer pays');
  for (let n = 0; n < 40; n += 1) await act(world, drawn(world, sales));
  const deeds = [...SALE_DEEDS, ...MONEY_DEEDS];
  for (let n = 0; n < 20; n += 1) await act(world, drawn(world, deeds));
  // Long due, and tracked for some of them only.
  await sql(
    `update public.vendor_terms set expected_payment_days = 10, expected_payment_basis = 'booking' where vendor_id = any ($1)`,
    [world.vendors.slice(0, 2)],
  );
  await sql(
    `update public.commissions set due_on = sale_date + 10 where organization_id = $1 and vendor_id = any ($2)`,
    [organizationId, world.vendors.slice(0, 2)],
  );
  const [middle] = await sql<{ day: string }>(
    `select (percentile_disc(0.2) within group (order by sale_date))::text as day from public.sales where organization_id = $1`,
    [organizationId],
  );
  await sql('update public.organizations set receipts_tracked_since = $2 where id = $1', [
    organizationId,
    middle?.day,
  ]);
  const pays = only(MONEY_DEEDS, 'pay a seller alone', 'pay a share alone');
  const more = only(SALE_DEEDS, 'customer pays');
  for (let n = 0; n < 20; n += 1) await act(world, drawn(world, [...pays, ...more]));
  const missing = await payOneFirst(world, [...sales, ...more]);
  if (missing.length > 0) throw new Error(`Nobody of these was paid first: ${missing.join(', ')}`);
  return world;
}
