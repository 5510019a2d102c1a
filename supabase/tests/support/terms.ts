import { ask } from './bank';
import { sqlOne } from './database';
import type { Done } from './payouts';
import { createSale } from './sales';
import { commissionOf, type Person, type TestAgency } from './test-agency';

/** Tiers from there on, of a calendar year; steps are volume and split. */
export const tiersOf = (steps: readonly (readonly [number, number])[], basis = 'sales_booked') => ({
  basis,
  year_start: '01-01',
  mode: 'from_there_on',
  steps: steps.map(([from, split]) => ({ from, split })),
});

/** The agency's day, or one so many days later. */
export const dayFromToday = async (days = 0): Promise<string> =>
  (await sqlOne<{ day: string }>('select (private.today() + $1::int)::text as day', [days])).day;

/** Saves a version of somebody's terms from today on. */
export const saveTerms = async (by: Person, of: Person, terms: object, validFrom?: string) =>
  ask<Done>(by, 'save_agreement', {
    member_id: of.id,
    valid_from: validFrom ?? (await dayFromToday()),
    terms,
  });

/** A sale of today, and its commission of a tenth. */
export const sellToday = async (agency: TestAgency, amount: number, extra: object = {}) => {
  const { id } = await createSale(agency.agent, agency, {
    sale_date: await dayFromToday(),
    total_amount: amount,
    commission_amount: amount / 10,
    ...extra,
  });
  return { id, ...(await splitOf(id)) };
};

/** The split of a sale's seller, what it comes to, and the number of the version it is from. */
export async function splitOf(saleId: string) {
  const { id, agent_amount, commission_split, status } = await commissionOf(saleId);
  const { number } = await sqlOne<{ number: number | null }>(
    `select (select v.number from public.agreement_versions v where v.id = h.terms_version_id) as number
     from public.commission_shares h where h.commission_id = $1 and h.role = 'seller'`,
    [id],
  );
  return {
    commissionId: id,
    split: Number(commission_split),
    amount: Number(agent_amount),
    version: number,
    status,
  };
}
