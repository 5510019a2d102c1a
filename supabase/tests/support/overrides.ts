import { ask } from './bank';
import { sql } from './database';
import type { Person, TestAgency } from './test-agency';

/** Of whom a lead has how much, as terms say it. */
export interface OverrideRule {
  whose: 'all' | string[];
  percent: number;
  base: 'gross' | 'agency' | 'agent';
  taken_from: 'agency' | 'agent';
  cap_per_year: number | null;
}

/** 5 % of the commission from the agency's part, unless told otherwise. */
export const rule = (whose: 'all' | readonly Person[], more: Partial<OverrideRule> = {}): OverrideRule => ({
  whose: whose === 'all' ? 'all' : whose.map(({ id }) => id),
  percent: 5,
  base: 'gross',
  taken_from: 'agency',
  cap_per_year: null,
  ...more,
});

/** What saving answers. */
export interface Saved {
  success: boolean;
  error: string | null;
  field: string | null;
  code?: string;
}

/** Saves overrides of a lead as the owner does, from a day on. A refusal that was raised is an answer like any other. */
export async function agree(
  agency: TestAgency,
  lead: Person,
  overrides: unknown,
  { from = '2026-01-01', split = 50 }: { from?: string; split?: number } = {},
): Promise<Saved> {
  const { data, error } = await agency.owner.api.rpc('save_agreement', {
    member_id: lead.id,
    valid_from: from,
    terms: { default_split: split, overrides } as never,
  });
  if (!error) return data as unknown as Saved;
  return {
    success: false,
    error: error.message,
    field: error.hint ?? null,
    code: (JSON.parse(error.details) as { code: string }).code,
  };
}

/** Who has what over whom of a sale, the sums as the database writes them: `+5.00 of 100.00 from agent, open`. */
export async function overridesOf(
  saleId: string,
  names: Readonly<Record<string, Person>>,
): Promise<string[]> {
  const rows = await sql<{
    user_id: string;
    under: string;
    amount: string;
    base: string;
    kind: string;
    status: string;
  }>(
    `select h.user_id, u.user_id as under, h.agent_amount::text as amount, h.gross_part::text as base,
       coalesce(o.kind, 'vendor') as kind, h.status
     from public.commission_shares h
     left join public.other_commissions o on o.id = h.other_commission_id
     left join public.commission_shares u on u.id = h.under_share_id
     where h.sales_id = $1 and h.role in ('override', 'override_charge')
     order by coalesce(o.kind, 'vendor') desc, u.place, h.role, array_position($2::uuid[], h.user_id)`,
    [saleId, Object.values(names).map(({ id }) => id)],
  );
  const name = (id: string) => Object.entries(names).find(([, person]) => person.id === id)?.[0] ?? id;
  return rows.map(
    ({ user_id, under, amount, base, kind, status }) =>
      `${name(user_id)} ${amount} of ${base} over ${name(under)}${kind === 'vendor' ? '' : `, ${kind}`}${status === 'open' ? '' : `, ${status}`}`,
  );
}

/** What a lead has of a year's sales by their booking references, cancelled ones left out: `A 50.00`. */
export const sumsOf = async ({ id }: Person): Promise<string[]> =>
  (
    await sql<{ said: string }>(
      `select s.booking_reference || ' ' || h.agent_amount as said from public.commission_shares h join public.sales s on s.id = h.sales_id
       where h.user_id = $1 and h.role = 'override' and h.status <> 'cancelled' order by s.booking_reference, h.agent_amount desc`,
      [id],
    )
  ).map(({ said }) => said);

/** Everything that every person of a commission has, and its agency: what is left over of a cent that was made or lost. */
export const lostCents = (organizationId: string) =>
  sql(
    `select c.id from public.commissions c where c.organization_id = $1 and c.status <> 'cancelled'
       and coalesce(c.share_base, c.amount) < c.agent_amount + coalesce((
         select sum(h.agent_amount) from private.shares_beside_sellers h
         where h.commission_id = c.id and h.status <> 'cancelled'), 0)`,
    [organizationId],
  );

/** The lead's part of the page of terms. */
export const pageOfTerms = (by: Person, of: Person) =>
  ask<{
    people: { id: string; first_name: string }[];
    overrides_from: string;
    overrides: { user_id: string; sales: number; base: number; amount: number }[];
    versions: { overrides: OverrideRule[] }[];
  } | null>(by, 'get_agreement', { member_id: of.id });
