import type { Client } from 'pg';
import type { Agency, Seller } from './agency';
import { addDays, type Calendar } from './calendar';

/** The records and people that the demo's conversations and documents are about. */
export interface Subjects {
  sale: { id: string; reference: string };
  customer: { id: string; name: string };
  /** Whom the sale is with. */
  vendor: { id: string; name: string };
  /** Overdue, of a colleague. */
  commission: { id: string; vendor: string };
  owner: Seller;
  admin: Seller;
  /** Whose sale it is: the demo's agent. */
  agent: Seller;
  /** Whose commission it is. */
  colleague: Seller;
  /** The two agents who came last. */
  newest: readonly Seller[];
}

// One of the agent's next trips that was sold some time ago; best one that is not paid yet.
const SALE = `
  select s.id, s.booking_reference as reference, s.customer_id, c.first_name || ' ' || c.last_name as customer,
    s.vendor_id, v.name as vendor
  from public.sales s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  where s.organization_id = $1 and s.agent_id = $2 and s.status <> 'cancelled'
    and v.category in ('cruise', 'hotel', 'resort', 'tour')
    and s.travel_date > $3::date + 10 and s.created_at < $3::date - 20
  order by s.status = 'booked' desc, s.travel_date, s.id limit 1`;

const COMMISSION = `
  select c.id, c.agent_id, v.name as vendor from public.commissions c join public.vendors v on v.id = c.vendor_id
  where c.organization_id = $1 and c.agent_id = any ($2) and c.status = 'unpaid' and c.due_on < $3::date - 5
  order by c.due_on desc, c.id limit 1`;

/** Finds them; null in an agency that is too small to have all of them. */
export async function findSubjects(
  client: Client,
  { id, sellers }: Agency,
  calendar: Calendar,
): Promise<Subjects | null> {
  const active = sellers.filter(({ until }) => until === calendar.today);
  const agents = active.filter(({ role }) => role === 'agent');
  const [owner, admin] = ['owner', 'admin'].map((role) => active.find((person) => person.role === role));
  const agent = agents.find(({ email }) => email !== undefined);
  if (!owner || !admin || !agent) return null;
  const { rows: sales } = await client.query<{
    id: string;
    reference: string;
    customer_id: string;
    customer: string;
    vendor_id: string;
    vendor: string;
  }>(SALE, [id, agent.id, calendar.today]);
  const { rows: owed } = await client.query<{ id: string; agent_id: string; vendor: string }>(COMMISSION, [
    id,
    agents.filter((person) => person !== agent).map((person) => person.id),
    calendar.today,
  ]);
  const [sale, commission] = [sales[0], owed[0]];
  const colleague = agents.find((person) => person.id === commission?.agent_id);
  if (!sale || !commission || !colleague) return null;
  return {
    sale,
    customer: { id: sale.customer_id, name: sale.customer },
    vendor: { id: sale.vendor_id, name: sale.vendor },
    commission,
    owner,
    admin,
    agent,
    colleague,
    newest: [...agents].sort((one, other) => other.from.localeCompare(one.from)).slice(0, 2),
  };
}

/** A time of a day of the past, as a clock in New York shows it in winter. */
export const daysAgo = (calendar: Calendar, days: number, time: string): Date =>
  new Date(Date.parse(`${addDays(calendar.today, -days)}T${time}:00Z`) + 5 * 3_600_000);
