import * as v from 'valibot';
import {
  command,
  count,
  day,
  fact,
  figure,
  id,
  moment,
  money,
  owed,
  page,
} from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { allocation, commission, matchPart, named, other, text } from './contract-parts';
import { BANK_FORMATS } from './files/formats';

export const account = v.strictObject({ ...named.entries, last_four: text });

const status = v.picklist(['open', 'suggested', 'matched', 'set_aside']);

export const certainty = v.picklist(['certain', 'likely', 'possible']);

const suggestion = v.strictObject({
  rank: count,
  kind: v.picklist(['single', 'set', 'short', 'over', 'recall', 'part']),
  certainty,
  parts: v.array(commission),
  /** Signals: positive weights speak for it, negative ones against it. */
  reasons: v.array(
    v.strictObject({
      code: v.string(),
      weight: v.number(),
      text: v.string(),
      /** Of `bank_says`: the reference that the bank's text names, and that is not the booking's. */
      reference: v.optional(v.string()),
      /** What its text says, as facts; missing in those of before. */
      params: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
  /** What is left of the transaction when its parts are placed. */
  difference: money,
});

const transaction = v.strictObject({
  id,
  booked_on: day,
  amount: money,
  text: v.string(),
  counterparty: text,
  category: v.nullable(v.picklist(['commission', 'recall', 'customer_payment', 'fee', 'transfer', 'other'])),
  status,
  certainty: v.nullable(certainty),
  group: v.nullable(v.picklist(['certain', 'review', 'none'])),
  unclaimed_amount: money,
  version: count,
  /** Where in the text something was recognised, what says most first: [from, length]. */
  marks: v.array(v.tuple([count, count])),
  /** Of a deposit that nothing explains: how many bookings its text says it pays, and how many its vendor has open. */
  lump: v.nullable(v.strictObject({ bookings: v.nullable(count), open: count })),
  /** How many others wait that have the same words, where no commission explains it; the sum and the days are of all. */
  alike: v.nullable(v.strictObject({ key: v.string(), count, amount: money, first_on: day, last_on: day })),
  /** The rule that set it aside, or said whose money it is. */
  rule_id: v.nullable(id),
  account,
  vendor: v.nullable(v.strictObject({ ...named.entries, logo_url: text })),
  suggestion: v.nullable(
    v.strictObject({ ...suggestion.entries, acceptable: v.boolean(), part_count: count }),
  ),
  /** Of a deposit that waits, and that no commission explains so well: what its vendor owes else of this amount. Likely, never certain. */
  other: v.nullable(other),
  matched: v.nullable(
    v.strictObject({
      part_count: count,
      at: v.nullable(moment),
      by: text,
      parts: v.array(commission),
      others: v.array(other),
    }),
  ),
});

/** Both directions are positive. */
export const sum = v.strictObject({ count, amount: money, amount_in: money, amount_out: money });

const imported = v.strictObject({
  id,
  file_name: v.string(),
  format: v.picklist(BANK_FORMATS),
  status: v.picklist(['running', 'done', 'cancelled', 'undone']),
  account,
  added: count,
  here: count,
  broken: count,
  created_at: moment,
  /** What a connection brought has its label in the place of a first name. */
  created_by: v.strictObject({ first_name: v.string(), last_name: v.string() }),
  connection_id: v.nullable(id),
  settled: count,
  paid_agents: count,
});

const remittance = v.strictObject({
  id,
  file_name: text,
  total: money,
  /** What the vendor kept back of it. */
  fee: money,
  /** Its total less the fee is the deposit. */
  fits: v.boolean(),
  /** It came before the deposit, and belongs to the vendor. */
  expected: v.boolean(),
  lines: v.array(
    v.strictObject({
      line: count,
      reference: text,
      name: text,
      amount: money,
      commission: v.nullable(commission),
    }),
  ),
});

/** Lines of a statement as a file says them; what is empty is left out. */
export const sentLines = v.array(
  v.strictObject({
    line: count,
    reference: text,
    name: text,
    amount: v.string(),
    gross: v.optional(text),
    dates: v.optional(text),
    text: v.optional(text),
  }),
);

/** What the vendor kept back. */
export const sentFees = v.array(v.strictObject({ line: count, text: v.string(), amount: v.string() }));

/** What an import made of a decision: how many commissions it paid; of those before that was kept, nothing. */
const decisionDetails = v.looseObject({ placed: v.optional(v.nullable(count)) });

/** Agents that were paid: why something cannot be taken back. */
const paid = v.array(v.looseObject({ booking_reference: v.string(), agent: v.string() }));

export const skipped = v.array(v.strictObject({ id, why: v.string(), ...fact.entries }));

/** Transactions as somebody saw them. */
export const seen = v.array(v.strictObject({ id, version: count }));

/** What the inbox and the workbench ask of the database; other pages of the bank have a contract of their own. Amounts are in the organization's currency. */
export const contract = {
  get_bank_inbox: {
    answer: page(transaction, {
      groups: v.strictObject({
        certain: v.optional(sum),
        review: v.optional(sum),
        none: v.optional(sum),
      }),
      counts: v.strictObject({
        review: count,
        matched: count,
        unclaimed: count,
        set_aside: count,
        all: count,
      }),
      /** Of the same view and filters: money in and money out. Null of a whole list that grows with the years. */
      directions: v.nullable(v.strictObject({ in: count, out: count })),
      strip: v.strictObject({
        review: v.strictObject({ count, amount_in: money, amount_out: money }),
        matched: v.strictObject({ ...figure.entries, amount_before: money }),
        unclaimed: v.strictObject({ ...figure.entries, oldest_on: v.nullable(day) }),
        overdue: v.strictObject({
          ...figure.entries,
          agents_paid: owed.entries.agents_paid,
          paid_short: owed.entries.paid_short,
          tracked_since: owed.entries.tracked_since,
          vendors: count,
        }),
      }),
      imports: v.array(imported),
    }),
  },
  get_bank_transaction: {
    answer: v.nullable(
      v.strictObject({
        transaction: v.strictObject({
          ...transaction.entries,
          value_on: v.nullable(day),
          reference: text,
          bank_id: text,
          payer_key: text,
          fee_amount: money,
        }),
        /** Among those to review; null for one that is settled. */
        position: v.nullable(
          v.strictObject({ index: count, count, previous_id: v.nullable(id), next_id: v.nullable(id) }),
        ),
        suggestions: v.array(suggestion),
        allocations: v.array(allocation),
        /** Open commissions of its vendor, those due first. */
        open: v.array(commission),
        /** What vendors owe beside commissions for sales, and what of that this deposit pays; those due nearest first. */
        others: v.array(other),
        remittance: v.nullable(remittance),
        decisions: v.array(
          v.strictObject({
            action: v.picklist(['match', 'accept', 'reject', 'set_aside', 'reopen', 'vendor', 'undo']),
            group_id: id,
            at: moment,
            by: text,
            details: decisionDetails,
          }),
        ),
      }),
    ),
  },
  find_open_commissions: { answer: v.strictObject({ rows: v.array(commission), count }) },
  list_bank_imports: { answer: v.strictObject({ rows: v.array(imported), count }) },
  accept_bank_suggestions: {
    args: { transactions: seen },
    /** While `more`, the rest is accepted at the next call, with this group. */
    answer: command({ group_id: id, accepted: v.array(id), skipped, more: v.boolean() }),
  },
  reject_bank_suggestion: { answer: command({ group_id: id, version: count }) },
  match_bank_transaction: {
    args: { parts: v.array(matchPart) },
    answer: command({ group_id: id, version: count }),
  },
  set_aside_bank_transactions: {
    args: { transactions: seen },
    answer: command({ group_id: id, set_aside: v.array(id), skipped }),
  },
  reopen_bank_transaction: { answer: command({ group_id: v.optional(id), version: v.optional(count) }) },
  set_bank_vendor: { answer: command({ group_id: v.optional(id), version: count }) },
  undo_bank_decision: { answer: command({ undone: v.array(id), paid, more: v.boolean() }) },
  undo_bank_import: { answer: command({ removed: count, paid, more: v.boolean() }) },
  save_bank_remittance: {
    args: { lines: sentLines, fees: v.optional(sentFees) },
    answer: command({ remittance }),
  },
  delete_bank_remittance: { answer: command({}) },
} satisfies DatabaseContract;
