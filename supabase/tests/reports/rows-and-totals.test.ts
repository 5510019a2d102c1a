import { act, drawn, outcome, type Deed, type Deeds } from '../support/agreements-deeds';
import { besideOf, factsOf } from '../support/agreements-facts';
import { BANK_DEEDS } from '../support/agreements-bank-deeds';
import { MONEY_DEEDS } from '../support/agreements-money-deeds';
import { SALE_DEEDS } from '../support/agreements-sale-deeds';
import { createWorld, TERMS_DEEDS } from '../support/agreements-terms';
import { oneOf, type World } from '../support/agreements-world';
import { ask } from '../support/bank';
import { sql } from '../support/database';
import type { Done } from '../support/payouts';
import { wrongRows } from '../support/rows-and-totals';
import { HISTORY_SEED, randomOf } from '../support/soak';

/**
 * Rows come to their total (docs/product/reports.md): in a world of co-sellers, referrals, leads who have something of the agency's and of an agent's part,
 * tiers that correct, service fees and penalties every report is asked for in every grouping, and each row leads to rows that come to it.
 */
jest.setTimeout(300_000);

/** A share of a vendor's commission is paid by itself. */
const payShare: Deed = async (world) => {
  const { agency, today, sales } = world;
  const payable = new Set(sales.filter(({ status }) => status !== 'booked').map(({ id }) => id));
  const fact = oneOf(
    world,
    (await factsOf(agency.organizationId)).filter(
      ({ state, status, kind, sale, share }) =>
        share && state === 'open' && status === 'funds_received' && kind === 'vendor' && payable.has(sale),
    ),
  );
  if (!fact) return false;
  return outcome(
    await ask<Done>(agency.admin, 'record_share_payment', {
      ...{ share_id: fact.share, amount: fact.cents / 100, payment_date: today, payment_method: 'check' },
    }),
  );
};

const DEEDS: Deeds = [
  ...SALE_DEEDS,
  ...TERMS_DEEDS,
  ...BANK_DEEDS,
  ...MONEY_DEEDS.filter(([name]) =>
    /receipt|cancel|penalty|pay a seller alone|void one payment|close the books/.test(name),
  ),
  ['pay a share of a vendor’s commission', 5, payShare],
];

const wrongIn = ({ agency, people }: World) => wrongRows([agency.admin, ...people.slice(0, 2)]);

test('the rows of every report in every grouping come to its total, and what stands behind each row to the row', async () => {
  const world = await createWorld(randomOf(HISTORY_SEED), true);
  const { agency } = world;
  const sell = DEEDS.filter(([name]) => name.startsWith('sell'));
  for (let n = 0; n < 20; n += 1) await act(world, drawn(world, sell));
  for (let n = 0; n < 90; n += 1) await act(world, drawn(world, DEEDS));
  const roles = new Set([
    ...(await factsOf(agency.organizationId)).map(({ kind, role }) => `${kind} ${role}`),
    ...(await besideOf(agency.organizationId)).map(({ role }) => role),
  ]);
  for (const role of [
    'vendor co_seller',
    'vendor referral',
    'service_fee seller',
    'override',
    'override_charge',
    'tier_correction',
  ])
    expect([...roles]).toContain(role);
  expect(
    await sql('select 1 from private.recall_parts where organization_id = $1 limit 1', [
      agency.organizationId,
    ]),
  ).toHaveLength(1);
  expect(await wrongIn(world)).toEqual([]);
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
  expect(await wrongIn(world)).toEqual([]);
});
