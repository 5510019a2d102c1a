import * as v from 'valibot';
import { amount, amountIn, changes, currency, day, id, paging, percentage, said, time } from './parts.ts';
import { list, one, type Resource } from './resource.ts';

const status = v.picklist(['unpaid', 'funds_received', 'agent_paid', 'cancelled']);

/** What one person gets of a commission: its seller, one who shares the sale, or by an override or a correction of their tier. */
export const commissionPart = v.strictObject({
  user_id: id,
  role: v.picklist(['seller', 'co_seller', 'referral', 'override', 'override_charge', 'tier_correction']),
  amount: said(
    amount,
    'What this person gets of the commission by this role; below zero where an override or a correction takes it off them.',
  ),
  paid: v.boolean(),
});

/** The commission of a sale, as answers say it: the agency’s, whole, with what its people get of it. Of a cancelled one amounts are what they were. */
export const commission = v.strictObject({
  id,
  sale_id: id,
  vendor_id: id,
  agent_id: said(id, 'The seller. Everybody who gets something of it is in `people`.'),
  status,
  sale_date: day,
  due_on: v.nullable(day),
  amount: said(
    amount,
    'What the vendor owes the agency for the sale, gross, whole however many people share it.',
  ),
  received_amount: said(
    v.nullable(amount),
    'What the vendor has paid of it, by deposits and by what was recorded; what it took back later is not taken off. Null without a receipt.',
  ),
  received_on: v.nullable(day),
  received_how: v.nullable(v.picklist(['word', 'deposit'])),
  taken_back_amount: said(amount, 'What the vendor took back of what it had paid, by the bank.'),
  written_off_amount: said(amount, 'What the agency no longer expects of it.'),
  open_amount: said(
    amount,
    'What the vendor still owes the agency of it, as the product’s lists say: 0.00 of what counts as settled, being due before the day since which the agency tracks vendors’ payments; where it has named none, of all that is not unpaid.',
  ),
  overdue_amount: said(amount, 'What of `open_amount` is past its due day today.'),
  agent_split: said(percentage, 'The split of the seller (`agent_id`) alone, of their part.'),
  agent_amount: said(
    amount,
    'What all people together get of it, paid or not: the sum of `people`. The agency keeps the rest.',
  ),
  seller_amount: said(amount, 'What the seller (`agent_id`) alone gets of it.'),
  agents_paid_amount: said(
    amount,
    'What of `agent_amount` was paid to people so far, whoever was paid first; what was taken back from them later is not taken off.',
  ),
  people: v.array(commissionPart),
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
export const newReceipt = v.strictObject({
  received_on: day,
  received_amount: said(amountIn, 'All that the vendor has paid of the commission.'),
});

/** What the API has of them. */
export const COMMISSIONS: Resource = {
  name: 'commissions',
  about: 'What vendors owe for sales, and what came of it.',
  schemas: { commissionPart, commission, newReceipt },
  operations: [
    list('commissions', '/commissions', 'commissions:read', commission, commissionsQuery),
    one('commission', '/commissions', 'commissions:read', commission),
    {
      id: 'record_receipt',
      method: 'POST',
      path: '/commissions/{id}/receipt',
      scope: 'commissions:write',
      summary: "Record that the vendor's money for a commission is here",
      body: newReceipt,
      answer: commission,
      status: 200,
    },
  ],
};
