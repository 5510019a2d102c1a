import type { Client } from 'pg';
import type { Agency } from './agency';
import type { Calendar } from './calendar';

const DAY = 86_400_000;

// Two colleagues came by invitation, and a third one is asked: the triggers would have written the same.
const JOINED = `
  insert into public.invitations
    (organization_id, email, role, commission_split, invited_by, created_at, expires_at, accepted_at, updated_at)
  select u.organization_id, e.email, u.role, t.commission_split, j.by, u.created_at - interval '2 days',
    u.created_at + interval '5 days', u.created_at, u.created_at
  from jsonb_to_recordset($1::jsonb) as j(id uuid, by uuid)
  join public.users u on u.id = j.id join public.user_emails e on e.user_id = u.id join public.user_terms t on t.user_id = u.id`;

const PENDING = `
  insert into public.invitations
    (organization_id, email, first_name, last_name, commission_split, invited_by, created_at, expires_at, updated_at)
  values ($1, $2, 'Leah', 'Sorensen', 50, $3, $4, $4::timestamptz + interval '7 days', $4)`;

// Notifications of the last months, from the histories: what others did with one's own, the last three of them unread.
const NOTIFICATIONS = `
  with news as (
    select c.agent_id as user_id, h.created_at, 'payout' as type, 'commissions' as about, c.id as about_id,
      'Your payout for the ' || private.sale_description(s) || ' was recorded.' as message, 'payment_recorded' as code,
      jsonb_build_object('sale', private.sale_param(s.id)) as params
    from public.commission_history h
    join public.commissions c on c.id = h.commission_id
    join public.sales s on s.id = c.sales_id
    where h.organization_id = $1 and h.new_status = 'agent_paid' and h.changed_by <> c.agent_id
    union all
    select s.agent_id, h.created_at, 'sale', 'sales', s.id, u.first_name || ' ' || u.last_name || ' cancelled your sale.', 'sale_cancelled',
      jsonb_build_object('by', u.first_name || ' ' || u.last_name)
    from public.sales_history h
    join public.sales s on s.id = h.sales_id
    join public.users u on u.id = h.changed_by
    where h.organization_id = $1 and h.new_data ->> 'status' = 'cancelled' and h.changed_by <> s.agent_id
    union all
    select i.invited_by, i.accepted_at, 'invitation', 'team', u.id,
      u.first_name || ' ' || u.last_name || ' accepted your invitation and joined as ' || i.role || '.', 'invitation_accepted',
      jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'role', i.role)
    from public.invitations i
    join public.user_emails e on e.organization_id = i.organization_id and e.email = i.email
    join public.users u on u.id = e.user_id
    where i.organization_id = $1 and i.accepted_at is not null),
  latest as (
    select n.*, row_number() over (partition by user_id order by created_at desc, about_id) as position from news n)
  insert into public.notifications
    (organization_id, user_id, type, message, commentable_type, commentable_id, is_read, created_at, code, params)
  select $1, user_id, type, message, about, about_id, position > 3, created_at, code, params
  from latest where position <= 15`;

/**
 * Writes the invitations and notifications of an agency whose people and histories are there already.
 * Runs inside the caller's transaction, as the owner of the tables.
 */
export async function writeInvitationsAndNotifications(
  client: Client,
  { id, plan, sellers }: Agency,
  calendar: Calendar,
): Promise<void> {
  const hosts = sellers.filter(({ role }) => role !== 'agent');
  const [owner, admin] = [hosts[0], hosts[1] ?? hosts[0]];
  if (!owner || !admin) throw new Error('An agency needs an owner');
  const newest = sellers
    .filter(({ role, joins }) => role === 'agent' && joins !== undefined)
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const joined = [admin, owner].flatMap((by, index) => {
    const person = newest[index];
    return person ? [{ id: person.id, by: by.id }] : [];
  });
  // They are members by now, so the trigger would refuse to invite them.
  await client.query('alter table public.invitations disable trigger invitations_10_check');
  await client.query(JOINED, [JSON.stringify(joined)]);
  await client.query('alter table public.invitations enable trigger invitations_10_check');
  if (plan.people.length > 2) {
    const asked = new Date(calendar.now.getTime() - 2 * DAY);
    await client.query(PENDING, [id, `leah.sorensen@${plan.domain}`, admin.id, asked]);
  }
  await client.query(NOTIFICATIONS, [id]);
}
