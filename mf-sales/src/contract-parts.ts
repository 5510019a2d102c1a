/** What several pages of sales are told: a sale as a form sends it and as it is kept, and what its customer paid. */
import * as v from 'valibot';
import { day, id, moment, money, person } from '@paperplane/shared/contract';
import { LINE_KINDS, PAYMENT_METHODS, SALE_STATUSES } from '@paperplane/shared/domain';

export const status = v.picklist(SALE_STATUSES);
const basis = v.picklist(['rate', 'amount']);
export const face = v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()) });

const line = v.strictObject({
  kind: v.picklist(LINE_KINDS),
  text: v.nullable(v.string()),
  amount: money,
  earns: v.picklist(['rate', 'amount', 'nothing']),
  rate: v.number(),
  commission: money,
});

/** Who sold it beside the seller; `percent` of the whole, the seller has the rest of 100. */
const coSeller = v.strictObject({
  user_id: id,
  role: v.picklist(['co_seller', 'referral']),
  percent: v.number(),
});

/** When the customer pays a part: `amount` null is the rest, of a final payment. */
export const planned = v.strictObject({
  kind: v.picklist(['deposit', 'final']),
  due_on: day,
  amount: v.nullable(money),
  remind: v.boolean(),
});

/** What a form sends: the basis and the value of that basis; the database derives the other. */
export const typed = v.strictObject({
  customer_id: id,
  vendor_id: id,
  agent_id: id,
  booking_reference: v.string(),
  sale_date: day,
  travel_date: v.nullable(day),
  return_date: v.nullable(day),
  total_amount: money,
  commission_basis: basis,
  commission_rate: v.optional(v.number()),
  commission_amount: v.optional(money),
  lines: v.optional(v.array(line)),
  notes: v.nullable(v.string()),
  /** Nobody where it is left out. */
  co_sellers: v.optional(v.array(coSeller)),
  payment_plan: v.optional(v.array(planned)),
  /** The group booking it belongs to. */
  group_id: v.optional(v.nullable(id)),
});

export const vendor = v.strictObject({
  id,
  name: v.string(),
  logo_url: v.nullable(v.string()),
  default_commission_rate: v.number(),
});

/** The columns of a sale that its history keeps, and its travelers by name. */
export const kept = {
  ...typed.entries,
  commission_rate: v.number(),
  commission_amount: money,
  lines: v.array(line),
  fee_amount: money,
  currency: v.string(),
  co_sellers: v.array(coSeller),
  payment_plan: v.array(v.unknown()),
  status,
  created_by: v.nullable(id),
};
export const snapshot = v.partial(v.strictObject({ ...kept, travelers: v.array(v.string()) }));
export const changeType = v.picklist(['create', 'update', 'status_change']);

/** What the customer paid: in full, as it was recorded. */
export const payment = {
  id,
  /** Below zero: given back. */
  amount: money,
  paid_on: day,
  /** None of the rest of a sale that was marked as paid. */
  payment_method: v.nullable(v.picklist(PAYMENT_METHODS)),
  note: v.nullable(v.string()),
  origin: v.picklist(['recorded', 'rest', 'undo']),
  created_at: moment,
};
