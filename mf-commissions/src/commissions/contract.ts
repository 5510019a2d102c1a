import * as v from 'valibot';
import { command, day, figure, id, moment, money, noteFact, page, person } from '@paperplane/shared/contract';
import { COMMISSION_STATUSES, PAYOUT_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const text = v.nullable(v.string());
const status = v.picklist(COMMISSION_STATUSES);

/** Columns by their names, as they were and as they became. */
const columns = v.nullable(v.record(v.string(), v.unknown()));

/** What of a deposit pays the commission; negative where the vendor takes commission back. Agents read day and amount alone. */
const deposit = v.strictObject({
  amount: money,
  booked_on: day,
  /** Its booking day: a later one where the books were closed when it was matched. */
  posted_on: day,
  transaction_id: v.optional(id),
  account: v.optional(v.string()),
  file_name: v.optional(v.string()),
  matched_at: v.optional(moment),
  /** Null where nobody did, or nobody is known any more. */
  matched_by: v.optional(text),
  write_off_amount: v.optional(money),
  write_off_reason: v.optional(text),
});

/** What payouts have of the commission; agents are told no ids but that of their statement. */
const payout = v.strictObject({
  /** An admin holds it. */
  hold: v.nullable(v.strictObject({ reason: v.string(), at: moment, by: text })),
  /** The payout it is in, or was paid with. `status` is what deployed remotes of before know. */
  payout: v.nullable(
    v.strictObject({
      id: v.optional(id),
      name: v.string(),
      state: v.picklist(PAYOUT_STATUSES),
      status: v.picklist(PAYOUT_STATUSES),
      planned_on: v.nullable(day),
    }),
  ),
  statement: v.nullable(v.strictObject({ id, number: v.string() })),
  /** The payment came back, by its statement or on its own. */
  void: v.nullable(v.strictObject({ voided_on: day, reason: v.string(), by: v.string() })),
  /** Commission that the vendor took back after the agent was paid for it; oldest first. */
  recalls: v.array(
    v.strictObject({
      amount: money,
      note: v.string(),
      note_fact: v.nullable(noteFact),
      at: moment,
      /** Name of the payout that gives it back; null while it waits for one. */
      payout: text,
      transaction_id: v.optional(v.nullable(id)),
    }),
  ),
});

/** What somebody beside the seller has of a commission. */
const share = v.strictObject({
  id,
  user_id: id,
  name: v.string(),
  role: v.picklist(['seller', 'co_seller', 'referral', 'override', 'override_charge', 'tier_correction']),
  /** Percent of the commission, or of what an override is upon. */
  percent: v.number(),
  split: v.number(),
  gross_part: money,
  agent_amount: money,
  status: v.picklist(['open', 'paid', 'cancelled']),
  paid_on: v.nullable(day),
  /** What can be voided; of a payout its statement can. */
  payment_id: v.nullable(id),
  voided_on: v.nullable(day),
  statement_id: v.nullable(id),
  /** Why it is held. */
  hold: text,
  /** Of an override: the name of the person upon whose share it is. */
  upon: v.optional(v.string()),
  /** To admins: what can still be taken back of what was paid. */
  recallable: v.optional(money),
});

const otherKind = v.picklist(['service_fee', 'penalty', 'volume_bonus']);

/** What the commissions' pages ask of the database. */
export const contract = {
  get_commission_record: {
    answer: v.strictObject({
      /** Oldest first, and the names of the agents that entries mention, by id. */
      history: v.strictObject({
        entries: v.array(
          v.strictObject({
            id,
            change_type: v.picklist(['create', 'update', 'status_change']),
            previous_status: v.nullable(status),
            new_status: status,
            previous_data: columns,
            new_data: columns,
            notes: text,
            /** What happened; null where `notes` is what somebody wrote. */
            code: text,
            params: v.strictObject({
              day: v.optional(day),
              amount: v.optional(money),
              reason: v.optional(v.string()),
              fact: v.optional(noteFact),
            }),
            created_at: moment,
            user: v.nullable(v.strictObject({ ...person.entries, avatar_url: text })),
          }),
        ),
        names: v.record(v.string(), v.string()),
      }),
      deposits: v.array(deposit),
      /** Null where the reader may not see it. */
      payout: v.nullable(payout),
    }),
  },
  record_agent_payment: { answer: command({ commission: v.nullable(v.looseObject({ id, status })) }) },
  record_receipt: { answer: command({}) },
  /** Beside the seller's: to admins all, to others their own. */
  get_commission_shares: { answer: v.array(share) },
  record_share_payment: { answer: command({}) },
  list_other_commissions: {
    answer: page(
      v.strictObject({
        id,
        kind: otherKind,
        status,
        amount: money,
        sales_id: v.nullable(id),
        booking_reference: text,
        vendor_id: v.nullable(id),
        vendor: text,
        period_start: v.nullable(day),
        period_end: v.nullable(day),
        due_on: v.nullable(day),
        received_amount: v.nullable(money),
        received_on: v.nullable(day),
        notes: text,
        shares: v.array(share),
        /** Of the bank, which pay it. */
        deposits: v.array(v.strictObject({ transaction_id: id, booked_on: day, amount: money })),
      }),
      /** How many by kind, and their sum, without cancelled ones. */
      { kinds: v.record(v.string(), figure) },
    ),
  },
  record_other_receipt: { answer: command({}) },
  cancel_other_commission: { answer: command({}) },
  note_other_commission: { answer: command({}) },
  record_recall: { answer: command({ id: v.optional(id) }) },
  correct_agent_payment: { answer: command({}) },
} satisfies DatabaseContract;
