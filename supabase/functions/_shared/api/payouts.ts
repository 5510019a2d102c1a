import * as v from 'valibot';
import { amount, changes, currency, day, id, paging, said, time, version } from './parts.ts';
import { list, one, type Resource } from './resource.ts';

const status = v.picklist(['draft', 'approved', 'scheduled', 'paid', 'discarded']);

const method = v.picklist(['check', 'bank_transfer', 'cash', 'card', 'other']);

/** What one agent is paid by a payout: a statement. Where the money goes is not part of it. */
const payment = v.strictObject({
  id,
  number: v.string(),
  agent_id: id,
  amount: said(
    amount,
    'What this agent was paid: commissions, adjustments and what was carried in, less what was carried out.',
  ),
  currency,
  paid_on: day,
  payment_method: method,
  voided: v.boolean(),
});

const fields = {
  id,
  version,
  name: v.string(),
  status,
  planned_on: v.nullable(day),
  paid_on: v.nullable(day),
  amount: said(
    v.nullable(amount),
    'What all agents together were paid by it, also what came back since (`voided`); null until it is paid.',
  ),
  currency,
  created_at: time,
  updated_at: time,
};

/** A payout, as lists say it. Its amount is known once it is paid. */
export const payout = v.strictObject(fields);

/** The same with what each agent was paid. */
export const payoutWithPayments = v.strictObject({ ...fields, payments: v.array(payment) });

/** What lists of payouts can be narrowed to. */
export const payoutsQuery = v.strictObject({ ...paging, ...changes, status: v.optional(status) });

/** What the API has of them. */
export const PAYOUTS: Resource = {
  name: 'payouts',
  about: 'What agents were paid, to be read.',
  schemas: { payout, payoutWithPayments },
  operations: [
    list('payouts', '/payouts', 'payouts:read', payout, payoutsQuery),
    one('payout', '/payouts', 'payouts:read', payoutWithPayments),
  ],
};
