import * as v from 'valibot';
import { amount, amountIn, changes, currency, day, id, paging, percentage, time } from './parts.ts';

const status = v.picklist(['unpaid', 'funds_received', 'agent_paid', 'cancelled']);

/** The commission of a sale, as answers say it. */
export const commission = v.strictObject({
  id,
  sale_id: id,
  vendor_id: id,
  agent_id: id,
  status,
  sale_date: day,
  due_on: v.nullable(day),
  amount,
  received_amount: v.nullable(amount),
  received_on: v.nullable(day),
  received_how: v.nullable(v.picklist(['word', 'deposit'])),
  taken_back_amount: amount,
  written_off_amount: amount,
  open_amount: amount,
  agent_split: percentage,
  agent_amount: amount,
  currency,
  created_at: time,
  updated_at: time,
});

/** What lists of commissions can be narrowed to. */
export const commissionsQuery = v.strictObject({
  ...paging,
  ...changes,
  status: v.optional(status),
  vendor_id: v.optional(id),
  agent_id: v.optional(id),
  sale_id: v.optional(id),
});

/** That the vendor's money is here. What is less than expected stays open: a program writes nothing off. */
export const newReceipt = v.strictObject({ received_on: day, received_amount: amountIn });
