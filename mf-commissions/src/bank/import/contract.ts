import * as v from 'valibot';
import { command, count, day, fact, id, moment, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { account, sum } from '../contract';
import { text } from '../contract-parts';

/** A line of a file; what is empty is left out. */
const sentLine = v.strictObject({
  line: count,
  booked_on: v.string(),
  value_on: v.optional(v.string()),
  amount: v.string(),
  currency: v.optional(v.string()),
  text: v.string(),
  counterparty: v.optional(v.string()),
  reference: v.optional(v.string()),
  bank_id: v.optional(v.string()),
  /** Its number among lines of the file that are equal in all that identifies them. */
  twin: count,
});

const brokenLine = v.strictObject({ line: count, why: v.string() });

/** What importing a file of the bank asks of the database. */
export const contract = {
  list_bank_accounts: {
    answer: v.array(
      v.strictObject({
        ...account.entries,
        institution: text,
        currency: v.string(),
        /** The last day that is here. */
        through: v.nullable(day),
        has_mapping: v.boolean(),
        archived_at: v.nullable(moment),
        open_count: count,
        version: count,
      }),
    ),
  },
  save_bank_account: {
    args: {
      account: v.strictObject({
        name: v.string(),
        institution: v.string(),
        last_four: v.string(),
      }),
    },
    answer: command({ id }),
  },
  recognize_bank_account: {
    answer: v.strictObject({
      account_id: v.nullable(id),
      /** As it was saved; may not fit any more. */
      mapping: v.unknown(),
      earlier: v.nullable(
        v.strictObject({ created_at: moment, added: count, first_name: v.string(), last_name: v.string() }),
      ),
    }),
  },
  preview_bank_lines: {
    args: { lines: v.array(sentLine) },
    answer: v.strictObject({
      lines: v.array(
        v.strictObject({
          line: count,
          verdict: v.picklist(['new', 'here', 'broken']),
          /** The same, for deployed remotes. */
          fate: v.picklist(['new', 'here', 'broken']),
          why: text,
          code: v.nullable(fact.entries.code),
          params: v.nullable(fact.entries.params),
          /** It has an equal in the file; both are kept. */
          twin: v.boolean(),
          /** New, although the account has the same day and amount from a file of another format. */
          similar: v.boolean(),
        }),
      ),
      counts: v.strictObject({ new: count, here: count, broken: count }),
    }),
  },
  begin_bank_import: {
    args: {
      mapping: v.record(v.string(), v.unknown()),
      /** What the file says that stood on the account at the end of `balance_on`; neither where it says none. */
      balance: v.optional(money),
      balance_on: v.optional(day),
    },
    answer: v.strictObject({ import_id: id }),
  },
  import_bank_lines: {
    args: { lines: v.array(sentLine) },
    answer: v.strictObject({
      added: count,
      here: count,
      broken: v.array(v.strictObject({ ...brokenLine.entries, ...fact.entries })),
    }),
  },
  finish_bank_import: {
    args: { broken_lines: v.array(brokenLine) },
    /** While `more`, matching goes on at the next call. */
    answer: v.strictObject({
      more: v.boolean(),
      status: v.picklist(['running', 'done', 'cancelled', 'undone']),
      added: count,
      here: count,
      broken: count,
      accepted: count,
      groups: v.strictObject({
        certain: v.optional(sum),
        review: v.optional(sum),
        none: v.optional(sum),
        set_aside: v.optional(sum),
        matched: v.optional(sum),
      }),
    }),
  },
} satisfies DatabaseContract;
