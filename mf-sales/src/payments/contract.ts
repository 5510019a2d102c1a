import * as v from 'valibot';
import { count, day, id, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { payment, status } from '../contract-parts';

const paid = v.strictObject({ id, status, version: count, paid: money });

/** What the card of a customer's payments asks of the database. */
export const contract = {
  get_customer_payments: {
    answer: v.nullable(
      v.strictObject({
        total: money,
        paid: money,
        open: money,
        currency: v.string(),
        status,
        reference: v.nullable(v.string()),
        customer: v.strictObject({
          first_name: v.string(),
          last_name: v.string(),
          email: v.nullable(v.string()),
        }),
        plan: v.array(
          v.strictObject({
            place: count,
            kind: v.picklist(['deposit', 'final']),
            due_on: day,
            amount: money,
            /** Of it, what no payment has covered; 0 of a sale that is not booked. */
            open: money,
            /** When the reminder comes; null for none. */
            remind_on: v.nullable(day),
            reminded_on: v.nullable(day),
          }),
        ),
        /** As they were recorded, the first one first. */
        payments: v.array(
          v.strictObject({
            ...payment,
            undoes_id: v.nullable(id),
            undone: v.boolean(),
            by: v.nullable(v.string()),
          }),
        ),
      }),
    ),
  },
  record_customer_payment: { answer: paid },
  undo_customer_payment: { answer: paid },
} satisfies DatabaseContract;
