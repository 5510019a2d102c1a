import { ask, createAccount, vendorNamed } from '../support/bank';
import { matchDeposit } from '../support/books';
import { sql, sqlOne } from '../support/database';
import { vendorProfile } from '../support/directory';
import { setStatus } from '../support/sales';
import { tiersOf } from '../support/terms';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** What was received of a commission is one figure for whoever counts by it (docs/product/agreements.md, Tiers). */
interface Sale {
  id: string;
  commissionId: string;
}
let agency: TestAgency;
let account: string;
const byHand = async ({ commissionId }: Sale, received_amount: number) =>
  expect(
    await ask(agency.admin, 'record_receipt', {
      ...{ commission_id: commissionId, received_on: '2026-05-01', received_amount },
    }),
  ).toMatchObject({ success: true });
const bank = ({ commissionId }: Sale, amount: number) =>
  matchDeposit(agency.admin, account, {
    day: amount > 0 ? '2026-05-10' : '2026-06-10',
    amount,
    commissionId,
  });
const cancelAlone = async ({ id }: Sale) =>
  expect(
    (await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('sales_id', id)).error,
  ).toBeNull();
const cancelAll = async ({ id }: Sale) =>
  expect((await setStatus(agency.admin, id, 'cancelled')).error).toBeNull();

// Holds agreements-47
test.each<[string, number, (sale: Sale) => Promise<unknown>]>([
  ['came by a deposit', 300, (sale) => bank(sale, 300)],
  ['came in part', 120, (sale) => byHand(sale, 120)],
  ['was taken back in part', 180, (sale) => bank(sale, 300).then(() => bank(sale, -120))],
  ['was taken back', 0, (sale) => bank(sale, 300).then(() => bank(sale, -300))],
  [
    'came, and its commission was cancelled alone',
    300,
    (sale) => byHand(sale, 300).then(() => cancelAlone(sale)),
  ],
  ['came, and its sale was cancelled', 300, (sale) => byHand(sale, 300).then(() => cancelAll(sale))],
  [
    'was taken back in part, and its sale was cancelled',
    180,
    (sale) =>
      bank(sale, 300)
        .then(() => bank(sale, -120))
        .then(() => cancelAll(sale)),
  ],
])(
  'of a commission that %s a vendor’s bonus, its page, tiers and the journal count %d',
  async (_what, counts, happens) => {
    agency = await createTestAgency();
    account = await createAccount(agency.admin);
    const vendor = await vendorNamed(agency, 'Silk Gate', 10);
    for (const mode of ['whole_year', 'from_there_on']) {
      const tiers = { ...tiersOf([[1000, 65]], 'commission_received'), mode };
      const person = mode === 'whole_year' ? agency.agent : agency.rival;
      expect(
        await ask(agency.owner, 'save_agreement', {
          ...{ member_id: person.id, valid_from: '2026-01-01', terms: { default_split: 60, tiers } },
        }),
      ).toMatchObject({ success: true });
    }
    expect(
      await ask(agency.admin, 'save_vendor_bonus_terms', {
        ...{ vendor_id: vendor, period_start: '2026-01-01', period_end: '2026-12-31' },
        ...{ basis: 'received', steps: [{ from: 1000, percent: 1 }] },
      }),
    ).toMatchObject({ success: true });
    const other = { user_id: agency.rival.id, percent: 25, role: 'co_seller' };
    const sale = await agency.sale({
      reference: 'RV-1',
      amount: 3000,
      commission: 300,
      vendor,
      sold: '2026-02-01',
    });
    await sql('update public.sales set co_sellers = $2 where id = $1', [sale.id, JSON.stringify([other])]);
    await happens(sale);
    const { bonuses } = await ask<{ bonuses: { reached: number }[] }>(agency.admin, 'get_vendor_terms', {
      vendor_id: vendor,
    });
    const profile = await vendorProfile(agency.admin, vendor);
    const volume = async (person: { id: string }) =>
      (
        await sqlOne<{ volume: number }>(
          `select 1000 - (private.next_tier($1, $2, '2026-12-31') ->> 'missing')::float8 as volume`,
          [agency.organizationId, person.id],
        )
      ).volume;
    const { booked } = await sqlOne<{ booked: number }>(
      `select coalesce(sum(case when f.kind = 'recall' then -f.amount else f.amount end), 0)::float8 as booked
       from private.journal_facts_of_days($1, '2026-01-01', '2026-12-31') f where f.kind in ('receipt', 'recorded', 'recall')`,
      [agency.organizationId],
    );
    expect({
      bonus: bonuses[0]?.reached,
      page: profile?.figures.received.net,
      tiers: [await volume(agency.agent), await volume(agency.rival)],
      booked,
    }).toEqual({ bonus: counts, page: counts, tiers: [counts * 0.75, counts * 0.25], booked: counts });
  },
);
