import type { Client } from 'pg';

/** Entries that tell of seeding, not of business: the seed puts payments of before into payouts. */
const OF_SEEDING = `
  delete from private.audit_log l where l.organization_id = $1 and (l.action = 'agent_payment_corrected'
    or l.action = 'agent_paid' and exists (select 1 from public.agent_payments p
      where p.organization_id = $1 and p.commission_id = l.subject_id and p.batch_id is not null))`;

/** Files of the bank are written when they have ended. */
const FILES = `
  select private.audit(i.organization_id, 'bank_import_done', null, i.id, jsonb_build_object('added', i.added, 'here', i.here,
    'broken', i.broken), null, i.created_by)
  from public.bank_imports i where i.organization_id = $1`;

/** When what an entry tells of was done. */
const MOMENTS = `
  update private.audit_log l set created_at = e.at
  from (
    select 'member_joined' as action, u.id as subject, u.created_at as at from public.users u where u.organization_id = $1
    union all select 'invitation_sent', i.id, i.created_at from public.invitations i where i.organization_id = $1
    union all select 'agent_paid', p.commission_id, p.payment_date + time '15:00' from public.agent_payments p where p.organization_id = $1
    union all select 'payout_' || v.action, v.batch_id, v.done_at from public.payout_events v where v.organization_id = $1
    union all select 'bank_account_added', a.id, a.created_at from public.bank_accounts a where a.organization_id = $1
    union all select 'bank_import_done', i.id, i.finished_at from public.bank_imports i where i.organization_id = $1
    union all select 'api_key_made', k.id, k.created_at from private.api_keys k where k.organization_id = $1
    union all select 'api_key_revoked', k.id, k.revoked_at from private.api_keys k where k.organization_id = $1
    union all select a.action, w.id, a.at from private.webhook_endpoints w cross join lateral (values
      ('webhook_added', w.created_at), ('webhook_switched_off', w.switched_off_at),
      ('webhook_secret_rotated', (select max(s.made_at) from private.webhook_secrets s where s.endpoint_id = w.id))) a(action, at)
      where w.organization_id = $1
    union all select 'tax_settings_changed', t.organization_id, t.updated_at from private.tax_settings t where t.organization_id = $1
    union all select 'tax_details_changed', t.agent_id, t.updated_at from private.tax_details t where t.organization_id = $1
    union all select 'tax_details_asked', t.agent_id, t.asked_at from private.tax_requests t where t.organization_id = $1
    union all select 'bank_' || d.action, d.group_id, min(d.decided_at) from public.bank_decisions d where d.organization_id = $1 group by 1, 2
  ) e
  where l.organization_id = $1 and l.action = e.action and l.subject_id = e.subject and l.created_at > e.at`;

const TERMS = `
  update private.audit_log l set created_at = h.changed_at from public.user_terms_history h
  where l.organization_id = $1 and l.action = 'terms_changed' and h.user_id = l.subject_id
    and h.commission_split::text = l.details -> 'changes' -> 0 ->> 'after'`;

const DEVICES = `
  update private.audit_log l set device = case u.role when 'owner' then 'Chrome, Windows' else 'Safari, Mac' end
  from public.users u where l.organization_id = $1 and u.id = l.actor_id and u.role <> 'agent'`;

/** The audit log as it would be, had all of the demo been done when it says: the guard stands still for a moment. */
export async function writeAuditLog(client: Client, organizationId: string): Promise<void> {
  await client.query('alter table private.audit_log disable trigger audit_log_keep');
  for (const statement of [OF_SEEDING, FILES, MOMENTS, TERMS, DEVICES])
    await client.query(statement, [organizationId]);
  await client.query('alter table private.audit_log enable trigger audit_log_keep');
}
