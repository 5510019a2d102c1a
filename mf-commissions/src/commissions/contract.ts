import * as v from 'valibot';
import { command, day, id, moment, money, noteFact, person } from '@paperplane/shared/contract';
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
  record_recall: { answer: command({ id: v.optional(id) }) },
  correct_agent_payment: { answer: command({}) },
} satisfies DatabaseContract;
