import { sql, sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';

interface Beside {
  person: Person;
  percent: number;
  role?: 'co_seller' | 'referral';
}

/** Divides a booked sale: these have a part of it beside its seller. Answers the ids of their shares of the commission, in their order. */
export async function shareSale(
  agency: TestAgency,
  saleId: string,
  beside: readonly Beside[],
): Promise<string[]> {
  const people = beside.map(({ person, percent, role = 'co_seller' }) => ({
    user_id: person.id,
    role,
    percent,
  }));
  const rest = 100 - beside.reduce((sum, { percent }) => sum + percent, 0);
  const percents = [rest, ...beside.map(({ percent }) => percent)];
  await sql('update public.sales set co_sellers = $2 where id = $1', [saleId, JSON.stringify(people)]);
  const commission = await sqlOne<{ id: string; amount: string; sale_date: string }>(
    'update public.commissions set share_percents = $2 where sales_id = $1 returning id, amount, sale_date',
    [saleId, percents],
  );
  for (const [index, { person, percent, role = 'co_seller' }] of beside.entries())
    await sql(
      `insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, gross_part,
         agent_amount, counted_on)
       select $1, $2, $3, $4, $5, $6, $7, t.commission_split, p.part, round(p.part * t.commission_split / 100, 2), $9
       from public.user_terms t, (select (private.parts_of($8, $10))[$6] as part) p where t.user_id = $4
       on conflict do nothing`,
      [
        agency.organizationId,
        commission.id,
        saleId,
        person.id,
        role,
        index + 2,
        percent,
        commission.amount,
        commission.sale_date,
        percents,
      ],
    );
  const rows = await sql<{ id: string }>(
    'select id from public.commission_shares where commission_id = $1 and place > 1 order by place',
    [commission.id],
  );
  return rows.map(({ id }) => id);
}

interface Override {
  person: Person;
  amount: number;
  under?: string | null;
  /** Of what is taken off somebody: minus. */
  role?: 'override' | 'override_charge';
}

/** Somebody's override upon a commission's seller, or upon a share of it. @returns its id */
export async function override(
  agency: TestAgency,
  commissionId: string,
  { person, amount, under = null, role = 'override' }: Override,
): Promise<string> {
  const { id } = await sqlOne<{ id: string }>(
    `insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, percent, split, gross_part,
       agent_amount, base, taken_from, under_share_id, counted_on)
     select $1, c.id, c.sales_id, $3, $4, 5, 0, c.amount, $5, 'gross', 'agency',
       coalesce($6, (private.sellers_share(c.organization_id, c.id)).id), c.sale_date
     from public.commissions c where c.id = $2 returning id`,
    [agency.organizationId, commissionId, person.id, role, amount, under],
  );
  return id;
}

/** How a share stands. */
export const shareRow = (id: string) =>
  sqlOne<{ status: string; agent_amount: string; paid_on: string | null }>(
    'select status, agent_amount, paid_on::text from public.commission_shares where id = $1',
    [id],
  );

/** What is paid for one share by itself. */
export const sharePayment = (shareId: string, amount: number) => ({
  share_id: shareId,
  amount,
  payment_date: '2026-06-01',
  payment_method: 'bank_transfer',
});
