import { connect } from './client';
import { backend } from './backend';
import { sql, sqlOne } from './database';
import { createVendor, handOf, type Person, type TestAgency } from './test-agency';

/** A mail as the function that sends it takes it. */
export interface TakenMail {
  id: string;
  claim: string;
  kind: string;
  to_address: string;
  from_name: string;
  reply_to: string;
  subject: string;
  body: string | null;
  attachment: string | null;
  attachment_name: string | null;
  attempts: number;
  handed_over_at: string | null;
}

/** Asks as the functions do, with the key of the service. */
export async function asService<Answer>(name: string, args: object = {}): Promise<Answer> {
  const { data, error } = await connect(backend, backend.secretKey).rpc(name, args);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as Answer;
}

/** From now on this installation sends mail. */
export const sendMail = () => asService('note_mail_provider', { provider: 'smtp' });

/** Gives up what other agencies have waiting. */
export const leaveOnly = (agency: TestAgency) =>
  sql(
    `update private.outgoing_mails set state = 'failed', claim = null, claimed_until = null
     where organization_id <> $1 and state in ('queued', 'sending')`,
    [agency.organizationId],
  );

/** Takes what waits of one agency. */
export async function takeOf(agency: TestAgency): Promise<TakenMail[]> {
  await leaveOnly(agency);
  return asService<TakenMail[]>('take_mails', { most: 50 });
}

/** A vendor that owes for some bookings since forty days. */
export async function createDebtor(agency: TestAgency, bookings = 1) {
  const vendorId = await createVendor(agency.organizationId);
  await sql(`update public.vendors set email = 'office@vendor.test' where id = $1`, [vendorId]);
  await sql(
    `update public.organizations set receipts_tracked_since = '2000-01-01' where id = $1 and receipts_tracked_since is null`,
    [agency.organizationId],
  );
  const commissions: string[] = [];
  for (let n = 0; n < bookings; n += 1) {
    const { commissionId } = await agency.sale({ vendor: vendorId, reference: `OWED-${n}` });
    commissions.push(commissionId);
  }
  await sql('update public.commissions set due_on = current_date - 40 where id = any ($1)', [commissions]);
  return { vendorId, commissions };
}

/** What somebody sends to a vendor. */
export const chaseInput = (vendorId: string, more: object = {}) => ({
  vendor_id: vendorId,
  to_address: 'commissions@vendor.test',
  subject: 'Open commission on 1 booking',
  body: 'Hello,\n\nplease pay.',
  ...more,
});

/** The answer of a command. */
export interface Done {
  success: boolean;
  error: string | null;
  field: string | null;
  code?: string;
  chase_id?: string;
  id?: string;
}

export const ask = <Answer = Done>(person: Person, name: string, args: object = {}) =>
  handOf(person).call<Answer>(name, args);

export const chaseOf = (id: string) =>
  sqlOne<{ state: string; follow_ups: number; next_on: string | null }>(
    `select state, follow_ups, next_on::text from private.vendor_chases where id = $1`,
    [id],
  );

/** Makes the next follow-up due, and runs the job as of that day. */
export async function runFollowUps(chaseId: string): Promise<void> {
  await sql(
    `update private.vendor_chases set next_on = current_date - 1 where id = $1 and state = 'running'`,
    [chaseId],
  );
  await sql('select private.keep_mail()');
}

/** Writes and sends what was taken, as the function does. */
export async function sendTaken({ id, claim, body }: TakenMail, content = 'Still open.'): Promise<boolean> {
  if (body === null) {
    const composed = await asService<object | null>('compose_mail', { mail_id: id, claim });
    if (composed === null) return false;
  }
  const handed = await asService<boolean>('hand_over_mail', {
    mail_id: id,
    claim,
    ...(body === null && { content: { body: content } }),
  });
  if (handed) await asService('mail_sent', { mail_id: id, provider_id: `p-${id}` });
  return handed;
}
