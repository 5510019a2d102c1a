import { randomUUID } from 'node:crypto';
import { addDays, bankDaysNextTo, type BankKind } from '../../../shared/src/domain';
import { USUAL_PAYOUT_DAY } from '../../../shared/src/testing/words';
import { ask } from './bank';
import { sql, sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';

/** What a function that changes something answers. */
export interface Done {
  success: boolean;
  error: string | null;
  field: string | null;
  id?: string;
  problems?: { booking_reference: string; problem: string }[];
  statements?: number;
  state?: string;
  planned_on?: string;
  bank_day_before?: string;
  bank_day_after?: string;
}

/** A payout as its page reads it. */
export interface PayoutPage {
  payout: {
    status: string;
    state: string;
    version: number;
    amount: number;
    commissions: number;
    carried_out: number;
    planned_on: string | null;
    paid_on: string | null;
    schedule_problem: string | null;
    file_read_at: string | null;
    needs_other_person: boolean;
  };
  approvers: { id: string; can_approve: boolean; changes: { action: string }[] }[] | null;
  events: { action: string; by: string | null; details: Record<string, unknown> }[];
  agents: {
    id: string;
    commissions: number;
    adjustments: number;
    carried_in: number;
    carried_out: number;
    amount: number;
  }[];
  lines: {
    id: string;
    agent_id: string;
    kind: string;
    /** Of what is paid of a commission beside its seller's share. */
    part?: 'share' | 'override';
    amount: number;
    booking_reference: string | null;
    commission_id: string | null;
  }[];
  held: { booking_reference: string; reason: string }[];
  problems: { line_id: string; booking_reference: string; code: string; problem: string }[];
}

/** What an agent is told about the next payout. */
export interface MyPayouts {
  lines: { kind: string; amount: number; booking_reference: string | null }[];
  amount: number;
  carried_in: number;
  carried_out: number;
  waiting: { obstacle: string; count: number; amount: number }[];
}

export const pageOf = (person: Person, id: string) => ask<PayoutPage>(person, 'get_payout', { batch_id: id });

/** Approves a payout as it stands. */
export async function approve(person: Person, id: string): Promise<Done> {
  const { payout } = await pageOf(person, id);
  return ask<Done>(person, 'approve_payout', { batch_id: id, expected_version: payout.version });
}

/** Pays an approved payout as it stands. */
export async function pay(person: Person, id: string, key: string, more: object = {}): Promise<Done> {
  const { payout } = await pageOf(person, id);
  return ask<Done>(person, 'pay_payout', {
    batch_id: id,
    expected_version: payout.version,
    paid_on: USUAL_PAYOUT_DAY,
    reference: 'PAY-1',
    payment_key: key,
    ...more,
  });
}

/** Bank details of a US account that passes every check, and what the agency's own has besides. */
export const ACCOUNT = {
  kind: 'us',
  holder_name: 'Agent Test',
  routing_number: '021000021',
  account_number: '7788996613',
  account_type: 'checking',
};
export const SENDER = { ...ACCOUNT, account_number: '1122334410', company_id: '123456789' };

/** Payouts with something in each table: a paid one of `seller` alone with a statement that came back, a held commission, an adjustment that waits. */
export async function fillPayouts(agency: TestAgency, seller: Person, text: string): Promise<void> {
  await ask(agency.owner, 'save_payout_account', { details: { ...SENDER, holder_name: text } });
  await ask(seller, 'save_bank_details', { details: { ...ACCOUNT, holder_name: text } });
  const sell = (reference: string) =>
    agency.sale({ agent: seller, reference, amount: 7777.77, sold: '2026-03-17', paid: true });
  await sell(`${text}-payout`);
  const held = await sell(`${text}-held`);
  await ask(agency.admin, 'hold_commission', { commission_id: held.commissionId, reason: text });
  const bonus = { agent_id: seller.id, kind: 'bonus', amount: 777.77, note: text };
  await ask(agency.admin, 'add_payout_adjustment', bonus);
  const id = await agency.payout({ name: text });
  const { lines } = await pageOf(agency.admin, id);
  await ask(agency.admin, 'remove_payout_lines', {
    batch_id: id,
    line_ids: lines.filter((line) => line.agent_id !== seller.id).map((line) => line.id),
  });
  await approve(agency.admin, id);
  await pay(agency.admin, id, randomUUID(), { reference: text });
  const [paid] = await sql<{ id: string }>(
    'select id from public.payout_statements where organization_id = $1 and batch_id = $2',
    [agency.organizationId, id],
  );
  await ask(agency.owner, 'void_statement_payment', { statement_id: paid?.id, reason: text });
  await ask(agency.admin, 'add_payout_adjustment', bonus);
}

/** What is wrong with the payouts of an organization: every statement is the sum of its payments and lines, balances carry on, nobody is paid twice. */
export const faults = (organizationId: string) =>
  sql(
    `select 'payments' as rule, s.number as about from public.payout_statements s where s.organization_id = $1
       and s.commission_amount <> coalesce((select sum(p.amount) from public.agent_payments p
         where p.organization_id = s.organization_id and p.batch_id = s.batch_id and p.agent_id = s.agent_id
           and not exists (select from public.commission_shares h where h.id = p.share_id and h.role in ('override', 'tier_correction'))), 0)
     union all
     select 'lines', s.number from public.payout_statements s where s.organization_id = $1
       and s.commission_amount + s.adjustment_amount <> coalesce((select sum(l.amount) from public.payout_lines l
         where l.organization_id = s.organization_id and l.batch_id = s.batch_id and l.agent_id = s.agent_id), 0)
     union all
     select 'carried', s.number from (select t.*, lag(t.carried_out, 1, 0) over (partition by t.agent_id order by t.created_at, t.number) as before
       from public.payout_statements t where t.organization_id = $1) s where s.carried_in <> s.before
     union all
     select 'without payment', c.id::text from public.commissions c where c.organization_id = $1 and c.status = 'agent_paid'
       and not exists (select 1 from public.agent_payments p where p.commission_id = c.id)
     union all
     select 'batch not paid', b.name from public.payout_batches b join public.agent_payments p on p.batch_id = b.id
     where b.organization_id = $1 and b.status <> 'paid'`,
    [organizationId],
  );

/** The first bank day of these accounts that is so many days from today. */
export async function dayToCome({ organizationId }: TestAgency, days = 7, kinds: BankKind[] = ['us']) {
  const { today } = await sqlOne<{ today: string }>(
    `select ((now() at time zone o.time_zone)::date)::text as today from public.organizations o where o.id = $1`,
    [organizationId],
  );
  const day = addDays(today, days);
  return bankDaysNextTo(kinds, day)?.after ?? day;
}

/** Schedules an approved payout as it stands. */
export const schedule = async (person: Person, agency: TestAgency, id: string, more: object = {}) =>
  pay(person, id, randomUUID(), { paid_on: await dayToCome(agency), ...more });

/** Lets the day of a scheduled payout come, and the job run; another run may be at it. */
export async function letDayCome(id: string): Promise<void> {
  await sql(
    `update public.payout_batches b set planned_on = (now() at time zone o.time_zone)::date
     from public.organizations o where o.id = b.organization_id and b.id = $1`,
    [id],
  );
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await sql('select private.pay_scheduled_payouts()');
    const { waits } = await sqlOne<{ waits: boolean }>(
      `select status = 'scheduled' and schedule_problem is null as waits from public.payout_batches where id = $1`,
      [id],
    );
    if (!waits) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}
