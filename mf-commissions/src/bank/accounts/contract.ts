import * as v from 'valibot';
import { command, count, day, id, moment, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { account } from '../contract';
import { text } from '../contract-parts';

/** A connection with the part that is on its way; without one the five figures of the part are null. */
const connection = v.strictObject({
  id,
  provider: v.picklist(['simplefin', 'enable_banking']),
  label: v.string(),
  institution: text,
  state: v.picklist(['connecting', 'connected', 'syncing', 'needs_attention', 'disconnected']),
  /** Why the last try failed, or what needs attention; `provider_words`: what `words` say. */
  code: v.nullable(
    v.picklist([
      'reauthenticate',
      'payment_required',
      'forbidden',
      'not_found',
      'too_many',
      'slow',
      'unreachable',
      'wrong_answer',
      'too_large',
      'expired',
      'refused',
      'provider_words',
    ]),
  ),
  words: text,
  last_success_at: v.nullable(moment),
  /** How many lines were new then. */
  last_added: count,
  last_tried_at: v.nullable(moment),
  next_try_at: v.nullable(moment),
  expires_at: v.nullable(moment),
  part: v.nullable(count),
  parts: v.nullable(count),
  part_from: v.nullable(day),
  part_to: v.nullable(day),
  lines_so_far: v.nullable(count),
  /** By hand, within 24 hours. */
  syncs_left: count,
  disconnected_at: v.nullable(moment),
  disconnected_first_name: text,
  disconnected_last_name: text,
  version: count,
});

/** Accounts that a connection offers, of which nobody has said yet where they go. */
const accountsToLink = v.array(
  v.strictObject({
    provider_account_id: v.string(),
    name: v.string(),
    institution: text,
    kind: text,
    last_four: text,
    currency: v.string(),
    balance: v.nullable(money),
    balance_on: v.nullable(day),
    /** One of ours with the same number or name. */
    suggested_account_id: v.nullable(id),
  }),
);

const waitingConnection = v.strictObject({ ...connection.entries, accounts_to_link: accountsToLink });

/** What the accounts' page asks of the database. */
export const contract = {
  get_bank_accounts_page: {
    answer: v.strictObject({
      /** The days shown. */
      range: v.strictObject({ from: day, to: day }),
      totals: v.strictObject({
        balance: money,
        balance_count: count,
        review_in_amount: money,
        review_in_count: count,
        review_out_amount: money,
        review_out_count: count,
        gap_days: count,
        gap_accounts: count,
        next_sync_at: v.nullable(moment),
        syncs_left: count,
      }),
      accounts: v.array(
        v.strictObject({
          ...account.entries,
          institution: text,
          kind: text,
          currency: v.string(),
          version: count,
          archived_at: v.nullable(moment),
          open_count: count,
          has_mapping: v.boolean(),
          balance: v.nullable(money),
          balance_on: v.nullable(day),
          last_file: v.nullable(
            v.strictObject({ at: moment, first_name: v.string(), last_name: v.string(), added: count }),
          ),
          /** Within the days shown, in their order; what is in none of them is neither here nor missed. */
          spans: v.array(
            v.strictObject({
              from: day,
              to: day,
              kind: v.picklist(['here', 'gap', 'on_its_way', 'later']),
            }),
          ),
          /** Those that reach into the days shown, as a whole. */
          gaps: v.array(v.strictObject({ from: day, to: day, days: count })),
          line_count: count,
          connection: v.nullable(connection),
        }),
      ),
      waiting: v.array(waitingConnection),
      questions: v.array(
        v.strictObject({
          id,
          kind: v.picklist(['gone', 'changed']),
          transaction_id: id,
          account_id: id,
          booked_on: day,
          text: v.string(),
          amount: money,
          /** Of one that changed: what the bank says now. */
          new_amount: v.nullable(money),
          new_on: v.nullable(day),
          is_matched: v.boolean(),
        }),
      ),
    }),
  },
  begin_bank_connection: { answer: command({ connection_id: id }) },
  get_bank_connection: { answer: v.nullable(waitingConnection) },
  link_bank_accounts: {
    args: {
      links: v.array(
        v.strictObject({
          provider_account_id: v.string(),
          /** One of these three. */
          account_id: v.optional(v.nullable(id)),
          new_name: v.optional(v.nullable(v.string())),
          left_out: v.optional(v.boolean()),
        }),
      ),
    },
    answer: command({ connection_id: id }),
  },
  sync_bank_connection: {
    /** How often it may be synced by hand until tomorrow. */
    answer: command({ left: count }),
  },
  stop_bank_sync: { answer: command({}) },
  disconnect_bank_connection: { answer: command({}) },
  answer_bank_question: { answer: command({}) },
} satisfies DatabaseContract;
