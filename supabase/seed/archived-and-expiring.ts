import type { Client } from 'pg';

/** The vendor and the customer with the oldest business and nothing open any more: put away some weeks ago, after the last of it. */
const ARCHIVED = (table: 'vendors' | 'customers', column: 'vendor_id' | 'customer_id') => `
  update public.${table} t set archived_at = greatest(now() - interval '40 days', o.last + interval '1 hour')
  from (
    select s.${column} as id, max(s.created_at) as last from public.sales s
    where s.organization_id = $1
    group by s.${column}
    having bool_and(s.status <> 'booked')
    order by max(s.created_at), s.${column} limit 1) o
  where t.id = o.id`;

/** Two agents began with less and were given more before their first sale, so no commission tells otherwise. */
const SPLITS = `
  insert into public.user_terms_history (user_id, organization_id, previous_split, commission_split, changed_by, changed_at)
  select m.id, m.organization_id, c.previous_split, c.commission_split, o.id, m.created_at + c.later
  from (
    select u.*, t.commission_split from public.users u join public.user_terms t on t.user_id = u.id
    where u.organization_id = $1 and u.role = 'agent' and t.commission_split between 10 and 95
    order by u.created_at, u.id limit 2) m
  join public.users o on o.organization_id = m.organization_id and o.role = 'owner'
  cross join lateral (values
    (m.commission_split - 10, m.commission_split - 5, interval '5 minutes'),
    (m.commission_split - 5, m.commission_split, interval '20 minutes')) c(previous_split, commission_split, later)`;

/** A trip of the demo's agent ends too near to the end of a passport. */
const EXPIRING = `
  update private.passports p set expires_on = s.return_date + 90
  from public.sales s
  where s.id = (
    select b.id from public.sales b
    join private.passports h on h.customer_id = b.customer_id
    join public.user_emails a on a.user_id = b.agent_id
    where b.organization_id = $1 and b.status = 'booked' and b.return_date > now()::date
      and (h.issued_on is null or h.issued_on < b.return_date)
    order by (a.email like 'agent@%') desc, b.return_date, b.id limit 1)
  and p.id = (select h.id from private.passports h where h.customer_id = s.customer_id order by h.id limit 1)`;

/** What comes to an end in an agency: somebody nobody sells for any more, a split, a passport. */
export async function writeArchivedAndExpiring(client: Client, organizationId: string): Promise<void> {
  for (const statement of [
    ARCHIVED('vendors', 'vendor_id'),
    ARCHIVED('customers', 'customer_id'),
    SPLITS,
    EXPIRING,
  ]) {
    await client.query(statement, [organizationId]);
  }
}
