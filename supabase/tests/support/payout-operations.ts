import { randomUUID } from 'node:crypto';
import { ask, createAccount, importLines, line } from './bank';
import { sql } from './database';
import { dayToCome, type Done, type PayoutPage } from './payouts';
import type { Person, TestAgency } from './test-agency';

/** An agency of twenty people, and what they do at random. */
export interface ConcurrentRun {
  agency: TestAgency;
  agents: readonly Person[];
  admins: readonly Person[];
  random: (below: number) => number;
  /** How often each kind of operation was done, and how often it was refused. */
  done: Record<string, number>;
  refused: Record<string, number>;
}

/** One of them by chance. */
export const pick = <Item>({ random }: ConcurrentRun, items: readonly Item[]): Item | undefined =>
  items[random(items.length)];

const commissionsOf = ({ agency }: ConcurrentRun, where: string) =>
  sql<{ id: string; sales_id: string; agent_id: string; amount: string; agent_amount: string }>(
    `select c.id, c.sales_id, c.agent_id, c.amount, c.agent_amount from public.commissions c
     where c.organization_id = $1 and ${where} order by c.id`,
    [agency.organizationId],
  );

/** The payout that is not paid yet; one that is none without. */
export const openPayout = ({ agency }: ConcurrentRun) =>
  sql<{ id: string; version: number }>(
    `select id, version from public.payout_batches where organization_id = $1 and status in ('draft', 'approved', 'scheduled')`,
    [agency.organizationId],
  ).then(([batch]) => batch ?? { id: randomUUID(), version: 1 });

type Operation = (state: ConcurrentRun, admin: Person) => Promise<unknown>;

/** A day of two years, as people pay. */
const aDay = ({ random }: ConcurrentRun) =>
  new Date(Date.UTC(2025, 10, 1) + random(220) * 86_400_000).toISOString().slice(0, 10);

const status = (admin: Person, table: 'sales' | 'commissions', id: string, to: string) =>
  admin.api
    .from(table)
    .update({ status: to })
    .eq('id', id)
    .then(({ error }) => ({ success: error === null }));

let counter = 0;

/** What people do, and how often. Each answers {success}, or throws a refusal of the database. */
export const OPERATIONS: readonly [name: string, weight: number, run: Operation][] = [
  [
    'sell',
    12,
    async (state, admin) => {
      counter += 1;
      const sale = await state.agency.sale({
        agent: pick(state, state.agents) ?? admin,
        reference: `ST-${counter}`,
        amount: (10_000 + state.random(900_000)) / 100,
      });
      return state.random(4) ? status(admin, 'sales', sale.id, 'paid') : { success: true };
    },
  ],
  [
    'customer pays',
    3,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status = 'unpaid'`));
      return one && status(admin, 'sales', one.sales_id, 'paid');
    },
  ],
  [
    'cancel commission',
    2,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status in ('unpaid', 'funds_received')`));
      return one && status(admin, 'commissions', one.id, 'cancelled');
    },
  ],
  [
    'cancel sale',
    1,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status <> 'cancelled'`));
      return one && status(admin, 'sales', one.sales_id, 'cancelled');
    },
  ],
  [
    'pay one',
    4,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status in ('funds_received', 'agent_paid')`));
      return (
        one &&
        ask(admin, 'record_agent_payment', {
          commission_id: one.id,
          agent_id: one.agent_id,
          organization_id: state.agency.organizationId,
          created_by: admin.id,
          amount: Number(one.agent_amount),
          payment_date: aDay(state),
          payment_method: 'check',
        })
      );
    },
  ],
  ['start', 4, (_, admin) => ask(admin, 'start_payout')],
  [
    'collect',
    3,
    async (state, admin) => ask(admin, 'collect_payout', { batch_id: (await openPayout(state)).id }),
  ],
  [
    'remove',
    2,
    async (state, admin) => {
      const { id } = await openPayout(state);
      const page = await ask<PayoutPage | null>(admin, 'get_payout', { batch_id: id });
      const gone = pick(state, page?.lines ?? []);
      if (!gone) return undefined;
      const answer = await ask<Done>(admin, 'remove_payout_lines', { batch_id: id, line_ids: [gone.id] });
      // Sometimes thought better of.
      return answer.success && state.random(2)
        ? ask(admin, 'add_payout_lines', {
            batch_id: id,
            commission_ids: [gone.commission_id].filter(Boolean),
            adjustment_ids: [gone.id],
          })
        : answer;
    },
  ],
  [
    'hold',
    2,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status in ('unpaid', 'funds_received')`));
      return one && ask(admin, 'hold_commission', { commission_id: one.id, reason: 'Waiting' });
    },
  ],
  [
    'release',
    2,
    async (state, admin) => {
      const held = pick(
        state,
        await sql<{ id: string }>(
          `select h.commission_id as id from public.payout_holds k join public.commission_shares h on h.id = k.share_id
           where k.organization_id = $1 order by 1`,
          [state.agency.organizationId],
        ),
      );
      return held && ask(admin, 'release_commission', { commission_id: held.id });
    },
  ],
  [
    'adjust',
    4,
    (state, admin) =>
      ask(admin, 'add_payout_adjustment', {
        agent_id: pick(state, state.agents)?.id,
        kind: 'correction',
        amount: (state.random(40_000) - 24_000) / 100,
        note: 'Said why',
      }),
  ],
  [
    'delete adjustment',
    1,
    async (state, admin) => {
      const one = pick(
        state,
        await sql<{ id: string }>(
          `select id from public.payout_lines where organization_id = $1 and kind <> 'commission' order by id`,
          [state.agency.organizationId],
        ),
      );
      return one && ask(admin, 'delete_payout_adjustment', { line_id: one.id });
    },
  ],
  [
    'recall',
    3,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status = 'agent_paid'`));
      return (
        one &&
        ask(admin, 'record_recall', {
          commission_id: one.id,
          amount: (1 + state.random(Math.round(Number(one.agent_amount) * 100) + 1)) / 100,
          note: 'Taken back',
        })
      );
    },
  ],
  [
    'approve',
    5,
    async (state, admin) => {
      const { id, version } = await openPayout(state);
      const answer = await ask<Done>(admin, 'approve_payout', { batch_id: id, expected_version: version });
      // As a person would: what cannot be paid any more is taken out.
      const page = answer.problems && (await ask<PayoutPage | null>(admin, 'get_payout', { batch_id: id }));
      const stale = (page?.problems ?? []) as unknown as { line_id: string }[];
      if (stale.length > 0)
        await ask(admin, 'remove_payout_lines', {
          batch_id: id,
          line_ids: stale.map((problem) => problem.line_id),
        });
      return answer;
    },
  ],
  [
    'reopen',
    2,
    async (state, admin) =>
      ask(admin, 'reopen_payout', {
        batch_id: (await openPayout(state)).id,
        reason: 'Thought better of',
        bank_has_it: false,
      }),
  ],
  [
    'hand over',
    4,
    async (state, admin) =>
      ask(admin, 'hand_over_payout', {
        batch_id: (await openPayout(state)).id,
        user_id: state.admins.find(({ id }) => id !== admin.id)?.id,
      }),
  ],
  [
    'schedule',
    4,
    async (state, admin) => {
      const { id, version } = await openPayout(state);
      return ask(admin, 'pay_payout', {
        batch_id: id,
        expected_version: version,
        paid_on: await dayToCome(state.agency, 3 + state.random(20)),
        reference: 'LATER',
        payment_key: randomUUID(),
      });
    },
  ],
  [
    'day comes',
    3,
    async (state) => {
      const days = state.random(3);
      const due = await sql(
        `update public.payout_batches set planned_on = current_date - $2::int
         where organization_id = $1 and status = 'scheduled' returning id`,
        [state.agency.organizationId, days],
      );
      await sql('select private.pay_scheduled_payouts()');
      return { success: due.length > 0 };
    },
  ],
  [
    'discard',
    1,
    async (state, admin) =>
      state.random(4) === 0 && ask(admin, 'discard_payout', { batch_id: (await openPayout(state)).id }),
  ],
  [
    'pay',
    7,
    async (state, admin) => {
      const { id, version } = await openPayout(state);
      const args = {
        batch_id: id,
        expected_version: version,
        paid_on: aDay(state),
        reference: 'PAY',
        payment_key: randomUUID(),
      };
      // Sometimes pressed twice, sometimes by both.
      const people = state.random(3) ? [admin] : [admin, ...state.admins];
      const answers = await Promise.all(people.map((person) => ask<Done>(person, 'pay_payout', args)));
      return answers[0];
    },
  ],
  [
    'void a statement',
    2,
    async (state, admin) => {
      const one = pick(
        state,
        await sql<{ id: string }>(
          `select id from public.payout_statements where organization_id = $1 order by created_at desc, id limit 40`,
          [state.agency.organizationId],
        ),
      );
      if (!one) return undefined;
      // Sometimes by both.
      const people = state.random(3) ? [admin] : state.admins;
      const answers = await Promise.all(
        people.map((person) =>
          ask<Done>(person, 'void_statement_payment', { statement_id: one.id, reason: 'Account closed' }),
        ),
      );
      return answers.find(({ success }) => success) ?? answers[0];
    },
  ],
  [
    'void one',
    2,
    async (state, admin) => {
      const one = pick(
        state,
        await sql<{ id: string }>(
          'select id from public.agent_payments where organization_id = $1 order by id',
          [state.agency.organizationId],
        ),
      );
      return one && ask(admin, 'void_agent_payment', { payment_id: one.id, reason: 'Check lost' });
    },
  ],
  [
    'receive',
    6,
    async (state, admin) => {
      const one = pick(state, await commissionsOf(state, `c.status <> 'cancelled' and c.amount > 1`));
      // The whole, a part whose rest is written off or stays open, or nothing after all.
      const part = Math.round(Number(one?.amount) * (50 + state.random(51))) / 100;
      return (
        one &&
        ask(admin, 'record_receipt', {
          commission_id: one.id,
          ...(state.random(4) && { received_on: aDay(state), received_amount: part }),
          ...(state.random(3) && part < Number(one.amount) && { write_off_reason: 'Their rate fell' }),
        })
      );
    },
  ],
  [
    'bank matches',
    5,
    async (state, admin) => {
      const takesBack = state.random(2) === 0;
      const one = pick(
        state,
        await commissionsOf(
          state,
          takesBack
            ? `c.deposited_amount > 0 and c.deposited_amount = c.amount`
            : `c.deposited_amount = 0 and c.amount > 0 and c.status <> 'cancelled'`,
        ),
      );
      if (!one) return undefined;
      counter += 1;
      const amount = takesBack ? -Number(one.amount) : Number(one.amount);
      // The text is made before anything is waited for: two workers would give two deposits the same one, which are one to the bank.
      const deposit = line(1, `TRANSFER ${counter}`, amount.toFixed(2));
      const { rows } = await importLines(admin, await accountOf(state), [deposit]);
      return ask(admin, 'match_bank_transaction', {
        transaction_id: rows[0]?.id,
        expected_version: rows[0]?.version,
        parts: [{ commission_id: one.id, amount }],
      });
    },
  ],
  [
    'bank undoes',
    2,
    async (state, admin) => {
      const one = pick(
        state,
        await sql<{ group_id: string }>(
          `select d.group_id from public.bank_decisions d where d.organization_id = $1 and d.action = 'match'
           order by d.decided_at desc limit 30`,
          [state.agency.organizationId],
        ),
      );
      return one && ask(admin, 'undo_bank_decision', one);
    },
  ],
];

const accounts = new Map<string, Promise<string>>();
function accountOf({ agency }: ConcurrentRun): Promise<string> {
  const known = accounts.get(agency.organizationId) ?? createAccount(agency.owner);
  accounts.set(agency.organizationId, known);
  return known;
}
