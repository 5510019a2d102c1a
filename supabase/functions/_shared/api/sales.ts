import * as v from 'valibot';
import {
  amount,
  amountIn,
  changes,
  currency,
  day,
  id,
  paging,
  percentage,
  percentageIn,
  said,
  signedAmountIn,
  text,
  time,
  version,
} from './parts.ts';
import { list, one, add, change, type Resource } from './resource.ts';

const status = v.picklist(['booked', 'paid', 'cancelled']);
const basis = v.picklist(['rate', 'amount']);

const lineKind = v.picklist([
  'fare',
  'taxes',
  'non_commissionable',
  'air',
  'hotel',
  'cruise',
  'tour',
  'insurance',
  'transfer',
  'extra',
  'discount',
  'service_fee',
]);
const earns = v.picklist(['rate', 'amount', 'nothing']);
const role = v.picklist(['co_seller', 'referral']);

/** A line of a sale, as answers say it: what is booked, and what of it earns commission. A discount is below zero. */
export const saleLine = v.strictObject({
  kind: lineKind,
  text: v.nullable(v.string()),
  amount: said(amount, 'What the customer pays for the line; a discount is below zero.'),
  earns,
  rate: percentage,
  commission: said(amount, 'What the vendor owes the agency for the line, gross.'),
});

/** A line in a request: with a `rate` the commission follows, with a `commission` the rate. It earns nothing unless said otherwise. */
export const saleLineIn = v.strictObject({
  kind: lineKind,
  text: v.optional(v.nullable(text(200))),
  amount: said(signedAmountIn, 'What the customer pays for the line; a discount is below zero.'),
  earns: v.optional(earns),
  rate: v.optional(v.nullable(percentageIn)),
  commission: v.optional(
    said(
      v.nullable(signedAmountIn),
      'What the vendor owes the agency for the line, gross; it decides the rate.',
    ),
  ),
});

/** Who sold a sale beside its agent, and their part in percent; the agent has the rest. */
export const coSeller = v.strictObject({ user_id: id, role, percent: percentage });

/** The same in a request: at most nine people. */
export const coSellerIn = v.strictObject({ user_id: id, role, percent: percentageIn });

/** What the customer is to pay by a day, and what of it is open. */
export const plannedPayment = v.strictObject({
  kind: v.picklist(['deposit', 'final']),
  due_on: day,
  amount: said(amount, 'What the customer is to pay by that day.'),
  open_amount: said(amount, 'What of it the customer has not paid.'),
});

const fields = {
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
  total_amount: said(amount, 'What the customer pays for the sale, whole however many people share it.'),
  commission_amount: said(
    amount,
    'What the vendor owes the agency for the sale, gross, whole however many people share it; its commission says what came of it and what people get.',
  ),
  commission_rate: percentage,
  commission_basis: basis,
  currency,
  created_at: time,
  updated_at: time,
};

/** A sale, as lists say it. Notes of people are not part of it. */
export const sale = v.strictObject(fields);

/** The same with what it is made of, who sold it beside its agent, when its customer pays, and its group booking. */
export const saleWithParts = v.strictObject({
  ...fields,
  lines: v.array(saleLine),
  co_sellers: v.array(coSeller),
  plan: v.array(plannedPayment),
  group: v.nullable(v.strictObject({ id, name: v.string() })),
});

/** What lists of sales can be narrowed to. */
export const salesQuery = v.strictObject({
  ...paging,
  ...changes,
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
  total_amount: v.optional(said(amountIn, 'What the customer pays for the sale, whole.')),
  commission_amount: v.optional(
    said(amountIn, 'What the vendor owes the agency for the sale, gross, with the basis `amount`.'),
  ),
  commission_rate: v.optional(percentageIn),
  commission_basis: v.optional(basis),
  traveler_ids: v.optional(v.pipe(v.array(id), v.maxLength(100))),
  lines: v.optional(v.array(saleLineIn)),
  co_sellers: v.optional(v.array(coSellerIn)),
};

/** A new sale. With a basis `rate` (which it has unless said otherwise) the amount of the commission follows from its rate. With `lines` total and commission are their sums; without them `total_amount` is needed. */
export const newSale = v.strictObject({
  ...changeable,
  customer_id: id,
  vendor_id: id,
  agent_id: id,
  booking_reference: text(100),
  currency: v.optional(currency),
});

/** Changes of a sale: what is left out stays. `lines` and `co_sellers` are all there are from then on. */
export const saleChanges = v.strictObject({ ...changeable, status: v.optional(status) });

/** What the API has of them. */
export const SALES: Resource = {
  name: 'sales',
  about: 'Bookings, with what they cost and earn.',
  schemas: {
    saleLine,
    saleLineIn,
    coSeller,
    coSellerIn,
    plannedPayment,
    sale,
    saleWithParts,
    newSale,
    saleChanges,
  },
  operations: [
    list('sales', '/sales', 'sales:read', sale, salesQuery),
    one('sale', '/sales', 'sales:read', saleWithParts, true),
    add('sale', '/sales', 'sales:write', newSale, saleWithParts),
    change('sale', '/sales', 'sales:write', saleChanges, saleWithParts),
  ],
};
