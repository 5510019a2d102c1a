import * as v from 'valibot';
import { command, count, day, figure, id, moment, money } from '@paperplane/shared/contract';
import { COMMISSION_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

/** What a report is of (supabase/schemas/reports/functions/plans.sql): texts only, what is left out is the report's own choice. */
const definition = v.object({
  report: v.string(),
  range: v.optional(v.string()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  basis: v.optional(v.string()),
  group: v.optional(v.string()),
  compare: v.optional(v.string()),
  agent_id: v.optional(v.string()),
  vendor_id: v.optional(v.string()),
  category: v.optional(v.string()),
  status: v.optional(v.string()),
  /** Of aging only. */
  age: v.optional(v.string()),
});

/** The parts of what agents were paid, of that report alone: commissions + adjustments + carried_in - carried_out = paid. */
const paidParts = {
  commissions: v.optional(money),
  adjustments: v.optional(money),
  carried_in: v.optional(money),
  carried_out: v.optional(money),
};

/** What rows come to (private.report_figures). */
const figures = v.strictObject({
  n: count,
  total: money,
  expected: money,
  received_n: count,
  received: money,
  taken_back: money,
  /** What was received less what vendors took back. */
  net: money,
  agents: money,
  agency: money,
  short_n: count,
  short: money,
  written_off: money,
  open: money,
  due_n: count,
  late_n: count,
  late_days: v.number(),
  paid: money,
  ...paidParts,
});

/** Of an agent or a customer the person's names, of a vendor its own; months and categories say it by their key. */
const label = v.strictObject({
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  avatar_url: v.optional(v.nullable(v.string())),
  name: v.optional(v.string()),
  logo_url: v.optional(v.nullable(v.string())),
});

const report = v.strictObject({
  report: v.string(),
  range: v.strictObject({ first: day, last: day, today: day }),
  before_range: v.nullable(v.strictObject({ first: day, last: day })),
  rows: v.array(
    v.strictObject({
      /** The first day of a month, a category, a kind of line (`without_lines`), or an id. */
      key: v.string(),
      label: v.optional(v.nullable(label)),
      figures,
      /** Of the range before; null without one. */
      before: v.nullable(figures),
    }),
  ),
  total: figures,
  before: v.nullable(figures),
  /** What the shown groups leave of the total, where there are more of them. */
  others: v.optional(v.nullable(figures)),
  /** The last day of the closed books; null for none. */
  books_closed_through: v.nullable(day),
});

const bucket = v.picklist(['not_due', '0-30', '31-60', '61-90', '90+', 'no_due_day']);
const agentsPaid = v.strictObject({ ...figure.entries, advanced: money });

const aging = v.strictObject({
  report: v.literal('aging'),
  today: day,
  books_closed_through: v.nullable(day),
  buckets: v.array(v.strictObject({ bucket, ...figure.entries, agents_paid: money })),
  vendors: v.array(
    v.strictObject({
      vendor: v.strictObject({
        id,
        name: v.string(),
        email: v.nullable(v.string()),
        logo_url: v.nullable(v.string()),
      }),
      ...figure.entries,
      oldest_due_on: v.nullable(day),
      buckets: v.strictObject({
        not_due: money,
        '0-30': money,
        '31-60': money,
        '61-90': money,
        '90+': money,
        no_due_day: money,
      }),
      agents_paid: agentsPaid,
      paid_short: figure,
      /** Money of theirs lies in the bank's inbox, or unclaimed: asking can wait. */
      deposit_waits: v.boolean(),
      asked_on: v.nullable(day),
    }),
  ),
  agents_paid: agentsPaid,
  paid_short: figure,
  tracked_since: v.nullable(day),
});

/** A booking behind a figure; a payment to an agent has the parts, and is a statement or that of one commission. */
const row = v.strictObject({
  /** Of this row alone; the record that it leads to may have several. */
  id,
  record_id: v.optional(id),
  sale_id: v.nullable(id),
  reference: v.nullable(v.string()),
  day,
  status: v.string(),
  customer: v.nullable(v.string()),
  vendor: v.nullable(v.string()),
  agent: v.string(),
  total: v.optional(money),
  expected: v.optional(money),
  received: v.optional(v.nullable(money)),
  taken_back: v.optional(money),
  agents: v.optional(v.nullable(money)),
  short: v.optional(v.nullable(money)),
  written_off: v.optional(money),
  open: v.optional(money),
  due_on: v.optional(v.nullable(day)),
  received_on: v.optional(v.nullable(day)),
  late_days: v.optional(v.nullable(v.number())),
  paid: money,
  /** It takes back what its commission said on a day that is closed: its amounts are negative. */
  corrects: v.optional(v.boolean()),
  /** What it is, where it is no share of its commission: an amount that counts as none. */
  beside: v.optional(
    v.nullable(v.picklist(['override', 'override_charge', 'tier_correction', 'share', 'recall'])),
  ),
  number: v.optional(v.nullable(v.string())),
  statement_id: v.optional(v.nullable(id)),
  commission_id: v.optional(v.nullable(id)),
  ...paidParts,
});

/** What reports ask of the database. */
export const contract = {
  run_report: { args: { definition }, answer: v.union([report, aging]) },
  get_report_gallery: {
    answer: v.strictObject({
      sales: report,
      commissions: report,
      performance: report,
      punctuality: report,
      short_pay: report,
      agents_year: report,
      agents_months: report,
      aging,
    }),
  },
  get_report_rows: {
    args: { definition, after: v.strictObject({ day: v.string(), id: v.string() }) },
    answer: v.strictObject({
      /** Of all rows; on the first page. */
      figures: v.optional(figures),
      count: v.optional(count),
      rows: v.array(row),
    }),
  },
  get_vendor_overdue: {
    answer: v.array(
      v.strictObject({
        commission_id: id,
        sale_id: id,
        booking_reference: v.nullable(v.string()),
        customer: v.string(),
        agent: v.string(),
        vendor: v.strictObject({ id, name: v.string() }),
        status: v.picklist(COMMISSION_STATUSES),
        due_on: day,
        amount: money,
        /** What is still open of its commission. */
        expected: money,
        recorded: v.nullable(
          v.strictObject({
            on: v.nullable(day),
            amount: v.nullable(money),
            written_off: v.nullable(money),
            reason: v.nullable(v.string()),
          }),
        ),
      }),
    ),
  },
  record_vendor_asked: { answer: command({}) },
  send_vendor_chase: {
    args: { every_days: v.optional(count), although_deposit_waits: v.optional(v.boolean()) },
    answer: command({ chase_id: id }),
  },
  stop_vendor_chase: { answer: command({}) },
  get_vendor_chases: {
    answer: v.strictObject({
      /** Whether this installation sends mail. */
      sends: v.boolean(),
      /** Whom to ask, of one vendor. */
      contact: v.nullable(v.strictObject({ name: v.nullable(v.string()), email: v.string() })),
      /** The last of each vendor. */
      chases: v.array(
        v.strictObject({
          id,
          vendor_id: id,
          to_address: v.string(),
          asked_on: day,
          asked_by: v.string(),
          state: v.picklist(['once', 'running', 'stopped', 'paid', 'ended', 'undelivered']),
          every_days: v.nullable(count),
          /** How many were written. */
          follow_ups: count,
          next_on: v.nullable(day),
          ended_on: v.nullable(day),
          /** Its last mail; null where that is long ago. */
          mail: v.nullable(
            v.strictObject({
              state: v.picklist(['queued', 'sending', 'sent', 'failed', 'bounced']),
              code: v.nullable(v.string()),
              words: v.nullable(v.string()),
            }),
          ),
        }),
      ),
    }),
  },
  save_mail_plan: {
    args: {
      plan: v.object({
        saved_report_id: v.nullable(id),
        every: v.picklist(['week', 'month']),
        day: count,
        hour: count,
        user_ids: v.array(id),
      }),
      expected_version: v.optional(count),
    },
    answer: command({ id, next_run_at: moment }),
  },
  delete_mail_plan: { answer: command({}) },
  leave_mail_plan: { answer: command({}) },
  list_mail_plans: {
    answer: v.strictObject({
      sends: v.boolean(),
      plans: v.array(
        v.strictObject({
          id,
          /** Null: the agents' statements. */
          saved_report_id: v.nullable(id),
          name: v.nullable(v.string()),
          every: v.picklist(['week', 'month']),
          day: count,
          hour: count,
          next_run_at: moment,
          last_run_at: v.nullable(moment),
          version: count,
          may_change: v.boolean(),
          /** Whether it is sent to the caller. */
          gets: v.boolean(),
          count,
          /** Whom it goes to; null for who may not change that. */
          user_ids: v.nullable(v.array(id)),
        }),
      ),
    }),
  },
} satisfies DatabaseContract;
