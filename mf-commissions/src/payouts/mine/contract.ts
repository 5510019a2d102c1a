import * as v from 'valibot';
import { count, day, figure, id, money, page } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { account, line, paidCommission, shareFacts, standing, text } from '../contract-parts';

const waiting = v.strictObject({
  obstacle: v.picklist(['held', 'travel', 'vendor', 'customer', 'later']),
  ...figure.entries,
  /** The first 50. */
  rows: v.array(
    v.strictObject({
      ...paidCommission,
      ...shareFacts,
      commission: v.optional(money),
      split: v.optional(v.number()),
      /** Of a share of another commission its id. */
      commission_id: id,
      amount: money,
      due_on: v.nullable(day),
      travel_date: v.nullable(day),
      return_date: v.nullable(day),
      reason: text,
      held_by: text,
    }),
  ),
});

const statementRow = v.strictObject({
  id,
  number: v.string(),
  /** Name of the payout. */
  payout: v.string(),
  paid_on: day,
  amount: money,
  carried_out: money,
  /** Null of a payment that stands. */
  voided_on: v.nullable(day),
});

/** What one's own payouts ask of the database. */
export const contract = {
  get_my_payouts: {
    answer: v.nullable(
      v.strictObject({
        /** The open payout; null where none is started. */
        payout: v.nullable(v.strictObject({ name: v.string(), ...standing, planned_on: v.nullable(day) })),
        /** What is not in a payout yet is no line and has no id. */
        lines: v.array(
          v.strictObject({
            ...line,
            id: v.nullable(id),
            agent_id: v.optional(id),
            transaction_id: v.optional(v.nullable(id)),
          }),
        ),
        carried_in: money,
        amount: money,
        carried_out: money,
        waiting: v.array(waiting),
        paid_this_year: money,
        statements: v.array(statementRow),
        statement_count: count,
        account: v.nullable(account),
      }),
    ),
  },
  list_statements: { answer: page(statementRow, {}) },
} satisfies DatabaseContract;
