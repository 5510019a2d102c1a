import * as v from 'valibot';
import {
  amount,
  amountIn,
  currency,
  day,
  id,
  paging,
  percentage,
  percentageIn,
  text,
  time,
  version,
} from './parts.ts';

const status = v.picklist(['booked', 'paid', 'cancelled']);
const basis = v.picklist(['rate', 'amount']);

/** A sale, as answers say it. Notes of people are not part of it. */
export const sale = v.strictObject({
  id,
  version,
  booking_reference: v.string(),
  status,
  customer_id: id,
  vendor_id: id,
  agent_id: id,
  traveler_ids: v.array(id),
  sale_date: day,
  travel_date: v.nullable(day),
  return_date: v.nullable(day),
  total_amount: amount,
  commission_amount: amount,
  commission_rate: percentage,
  commission_basis: basis,
  currency,
  created_at: time,
  updated_at: time,
});

/** What lists of sales can be narrowed to. */
export const salesQuery = v.strictObject({
  ...paging,
  status: v.optional(status),
  customer_id: v.optional(id),
  vendor_id: v.optional(id),
  agent_id: v.optional(id),
  booking_reference: v.optional(text(100)),
});

const changeable = {
  customer_id: v.optional(id),
  vendor_id: v.optional(id),
  agent_id: v.optional(id),
  booking_reference: v.optional(text(100)),
  sale_date: v.optional(day),
  travel_date: v.optional(v.nullable(day)),
  return_date: v.optional(v.nullable(day)),
  total_amount: v.optional(amountIn),
  commission_amount: v.optional(amountIn),
  commission_rate: v.optional(percentageIn),
  commission_basis: v.optional(basis),
  traveler_ids: v.optional(v.pipe(v.array(id), v.maxLength(100))),
};

/** A new sale. With a basis `rate` (which it has unless said otherwise) the amount of the commission follows from its rate. */
export const newSale = v.strictObject({
  ...changeable,
  customer_id: id,
  vendor_id: id,
  agent_id: id,
  booking_reference: text(100),
  total_amount: amountIn,
  currency: v.optional(currency),
});

/** Changes of a sale: what is left out stays. */
export const saleChanges = v.strictObject({ ...changeable, status: v.optional(status) });
