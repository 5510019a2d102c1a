import * as v from 'valibot';
import { command, count, day, id, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { account, certainty, seen, skipped } from '../contract';
import { named, text } from '../contract-parts';

/** What a rule sets aside, as a person does. */
const setAsideCategory = v.picklist(['customer_payment', 'fee', 'transfer', 'other']);

const direction = v.picklist(['in', 'out']);

/** A rule as it is sent; what is empty is left out. Amounts are without their sign. */
const sentRule = v.strictObject({
  payer: v.optional(v.string()),
  text_contains: v.optional(v.string()),
  amount_from: v.optional(v.string()),
  amount_to: v.optional(v.string()),
  direction: v.optional(direction),
  account_id: v.optional(id),
  category: v.optional(setAsideCategory),
  vendor_id: v.optional(id),
});

/** What the page of the bank's rules asks of the database. */
export const contract = {
  list_bank_rules: {
    answer: v.array(
      v.strictObject({
        id,
        is_active: v.boolean(),
        payer: text,
        text_contains: text,
        amount_from: v.nullable(money),
        amount_to: v.nullable(money),
        direction: v.nullable(direction),
        account: v.nullable(account),
        category: v.nullable(setAsideCategory),
        vendor: v.nullable(v.strictObject({ ...named.entries, logo_url: text })),
        created_by: text,
        /** How many lines it took, and the day of the last one. */
        applied: count,
        last_on: v.nullable(day),
        /** How many of those that wait it would take. */
        waiting: count,
        version: count,
      }),
    ),
  },
  preview_bank_rule: {
    args: { rule: sentRule },
    /** The latest 500 of them. */
    answer: v.strictObject({
      count,
      amount_in: money,
      amount_out: money,
      rows: v.array(
        v.strictObject({
          id,
          version: count,
          booked_on: day,
          text: v.string(),
          amount: money,
          /** Of a commission that would explain it. */
          certainty: v.nullable(certainty),
          account,
        }),
      ),
    }),
  },
  save_bank_rule: {
    args: { rule: sentRule },
    /** `waiting`: how many of what waits it would take. */
    answer: command({ id, version: count, waiting: count }),
  },
  switch_bank_rule: { answer: command({}) },
  order_bank_rules: { answer: command({}) },
  delete_bank_rule: { answer: command({}) },
  apply_bank_rule: {
    args: { transactions: seen },
    answer: command({ group_id: id, applied: v.array(id), skipped }),
  },
} satisfies DatabaseContract;
