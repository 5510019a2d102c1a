import * as v from 'valibot';
import { count, day, id, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { bankKind } from '../contract-parts';

/** Of a US account routing and account number, of others IBAN and perhaps BIC. */
const accountNumbers = {
  routing_number: v.optional(v.string()),
  account_number: v.optional(v.string()),
  account_type: v.optional(v.picklist(['checking', 'savings'])),
  iban: v.optional(v.string()),
  bic: v.optional(v.string()),
};

/** What the payment file asks of the database. */
export const contract = {
  request_payment_file: { answer: id },
  read_payment_file: {
    answer: v.strictObject({
      batch_id: id,
      /** Name of the payout. */
      name: v.string(),
      currency: v.string(),
      /** When it is, or was, paid; null when no day was chosen. */
      planned_on: v.nullable(day),
      /** The agency's day and minute: `2027-02-05T09:20`. */
      made_at: v.string(),
      /** Which file of that day it is, from 1. */
      number: count,
      kind: bankKind,
      sender: v.strictObject({
        ...accountNumbers,
        holder_name: v.string(),
        company_id: v.optional(v.string()),
      }),
      payments: v.array(
        v.strictObject({
          agent_id: id,
          /** Name on the account. */
          holder_name: v.string(),
          amount: money,
          numbers: v.strictObject(accountNumbers),
        }),
      ),
      /** Who gets something by this payout, but not by this file, and why. */
      left: v.array(
        v.strictObject({
          agent_id: id,
          name: v.string(),
          amount: money,
          code: v.string(),
          params: v.strictObject({}),
          /** The same in English, of a code that this version does not know. */
          reason: v.string(),
        }),
      ),
    }),
  },
} satisfies DatabaseContract;
