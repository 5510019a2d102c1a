import * as v from 'valibot';
import { contract as functions, count, day, figure, id, money } from '@paperplane/shared/contract';
import { COMMISSION_STATUSES, SALE_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const { get_sales_by_status, get_commission_stats, get_top_agents, get_top_vendors, get_recent_customers } =
  functions;

const amounts = v.array(money);
const byCommissionStatus = {
  unpaid: amounts,
  funds_received: amounts,
  agent_paid: amounts,
  cancelled: amounts,
};

const booking = {
  sales_id: id,
  booking_reference: v.nullable(v.string()),
  customer_first_name: v.string(),
  customer_last_name: v.string(),
  vendor_name: v.string(),
};

/** Why a commission is next in line to be paid, or what it waits for. */
const reason = v.picklist([
  'ready',
  'awaiting_vendor',
  'overdue',
  'awaiting_customer',
  'held',
  'travel',
  'later',
]);

/** A part of the page: not there when it was not asked for; an error where it could not be worked out. */
const part = <Part extends v.GenericSchema>(answer: Part) =>
  v.optional(v.union([answer, v.strictObject({ error: v.literal(true) })]));

const firstSteps = v.strictObject({
  agency: v.boolean(),
  split: v.boolean(),
  vendor: v.boolean(),
  sale: v.boolean(),
  people: v.boolean(),
  bank: v.boolean(),
  vendors_without_terms: count,
  default_split: v.number(),
  received_on: v.picklist(['sale_paid', 'deposit_matched']),
});

/** What the dashboard asks of the database. */
export const contract = {
  get_dashboard: {
    answer: v.strictObject({
      range: v.strictObject({
        start: day,
        end: day,
        bucket: v.picklist(['hour', 'day', 'week', 'month']),
        today: day,
      }),
      sales: part(get_sales_by_status.answer),
      commissions: part(get_commission_stats.answer),
      sales_trend: part(
        v.strictObject({ labels: v.array(v.string()), booked: amounts, paid: amounts, cancelled: amounts }),
      ),
      commission_trend: part(
        v.strictObject({
          labels: v.array(v.string()),
          ...byCommissionStatus,
          agent: v.strictObject(byCommissionStatus),
        }),
      ),
      to_do: part(
        v.strictObject({
          payable: figure,
          overdue: v.strictObject({
            ...figure.entries,
            vendors: count,
            agents_paid: v.strictObject({ ...figure.entries, advanced: money }),
            paid_short: figure,
            tracked_since: v.nullable(day),
          }),
          departures: figure,
          vendors_without_terms: count,
        }),
      ),
      /** What a new agency has done; not there for who has dismissed it. */
      first_steps: part(firstSteps),
      top_agents: part(get_top_agents.answer),
      top_vendors: part(get_top_vendors.answer),
      recent_customers: part(get_recent_customers.answer),
      payable: part(
        v.strictObject({
          now: figure,
          expected: figure,
          rows: v.array(
            v.strictObject({
              ...booking,
              commission_id: id,
              agent_amount: money,
              status: v.picklist(COMMISSION_STATUSES),
              sale_status: v.picklist(SALE_STATUSES),
              received_on: v.nullable(day),
              due_on: v.nullable(day),
              reason,
            }),
          ),
        }),
      ),
      /** Of an agent with tiers what is missing (money) to the next, and its split (percent); not there past the last. */
      next_tier: part(v.strictObject({ from: money, split: v.number(), missing: money })),
      departures: part(
        v.array(
          v.strictObject({ ...booking, customer_id: id, travel_date: day, return_date: v.nullable(day) }),
        ),
      ),
      /** What customers are to pay soon or should have paid; not there where nothing is. */
      payments_due: part(
        v.strictObject({
          ...figure.entries,
          overdue: count,
          rows: v.array(
            v.strictObject({
              sales_id: id,
              booking_reference: v.nullable(v.string()),
              customer_first_name: v.string(),
              customer_last_name: v.string(),
              kind: v.picklist(['deposit', 'final']),
              due_on: day,
              open: money,
              overdue: v.boolean(),
            }),
          ),
        }),
      ),
    }),
  },
  /** The release before asks it apart. */
  get_first_steps: { answer: v.nullable(firstSteps) },
} satisfies DatabaseContract;
