import * as v from 'valibot';
import { command, count, day, figure, id, moment, money } from '@paperplane/shared/contract';
import { PAYOUT_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';
import {
  account,
  line,
  paidCommission,
  payee,
  paymentVoid,
  payout,
  shareFacts,
  text,
} from '../contract-parts';
import { change, failure, unpayable } from './contract-parts';

const payoutLine = v.strictObject({
  ...line,
  id,
  agent_id: id,
  transaction_id: v.nullable(id),
  /** Of a commission, told to admins: the vendor has paid it in full. */
  funded: v.optional(v.boolean()),
  /** When the vendor is expected to pay; told with `funded`. */
  due_on: v.optional(v.nullable(day)),
});

const held = v.strictObject({
  ...paidCommission,
  ...shareFacts,
  /** Of a share of another commission its id. */
  commission_id: id,
  agent_id: id,
  amount: money,
  reason: v.string(),
  held_at: moment,
  held_by: v.string(),
});

const payoutAgent = v.strictObject({
  ...payee.entries,
  commissions: money,
  adjustments: money,
  carried_in: money,
  carried_out: money,
  amount: money,
  /** Once it is paid. */
  statement_id: v.nullable(id),
  /** Null: not by the payment file (paysByCheck). */
  account: v.nullable(account),
  /** The payment came back. */
  void: v.nullable(paymentVoid),
});

/** Why a line cannot be paid any more. */
const problem = v.strictObject({
  line_id: id,
  /** Of a share of another commission its id. */
  commission_id: id,
  share_id: v.optional(id),
  booking_reference: v.string(),
  agent: v.string(),
  ...unpayable,
  /** The same in English, of a code that this version does not know. */
  problem: v.string(),
});

/** What the page of one payout asks of the database. */
export const contract = {
  get_payout: {
    answer: v.nullable(
      v.strictObject({
        payout: v.strictObject({
          ...payout.entries,
          currency: v.string(),
          created_at: moment,
          approved_at: v.nullable(moment),
          paid_at: v.nullable(moment),
          reference: text,
          created_by: v.string(),
          approved_by: text,
          /** Who said that it is paid on its planned day, and when. */
          scheduled_by: text,
          scheduled_at: v.nullable(moment),
          /** Why it was not paid on that day. */
          schedule_problem: text,
          /** The same as a code; not of before there were codes. */
          schedule_failure: v.nullable(v.strictObject(failure)),
          /** Of deployed remotes of before; `file` says more. */
          file_read_at: v.nullable(moment),
          /** The payment file that was told last since it was approved; which one is null where it was not said. */
          file: v.nullable(
            v.strictObject({
              format: v.nullable(v.picklist(['csv', 'nacha', 'pain'])),
              at: moment,
              by: text,
            }),
          ),
          /** Somebody else has to approve it. */
          needs_other_person: v.boolean(),
        }),
        /** Of a draft that a second person approves: who could, and the changes that keep them from it, the latest first. */
        approvers: v.nullable(
          v.array(v.strictObject({ ...payee.entries, can_approve: v.boolean(), changes: v.array(change) })),
        ),
        agents: v.array(payoutAgent),
        lines: v.array(payoutLine),
        /** What vendors have not paid of it, the agents' share. */
        unfunded: figure,
        held: v.array(held),
        /** Of a draft: what is not in it. */
        open: v.nullable(v.strictObject({ travel: figure, collectable: figure })),
        problems: v.array(problem),
        /** The account payouts are paid from. */
        sender: v.nullable(account),
        /** By nobody: by itself. */
        events: v.array(v.strictObject({ ...change.entries, by: text })),
      }),
    ),
  },
  collect_payout: { answer: command({ added: count }) },
  remove_payout_lines: { answer: command({}) },
  add_payout_lines: { answer: command({ added: count }) },
  hold_commission: { answer: command({}) },
  hold_payout_lines: { answer: command({ held: count }) },
  release_commission: { answer: command({}) },
  release_share: { answer: command({}) },
  void_statement_payment: { answer: command({ id }) },
  void_agent_payment: { answer: command({ id }) },
  add_payout_adjustment: { answer: command({ id }) },
  delete_payout_adjustment: { answer: command({}) },
  approve_payout: { answer: command({}) },
  hand_over_payout: { answer: command({}) },
  reopen_payout: { answer: command({}) },
  discard_payout: { answer: command({}) },
  pay_payout: {
    /** `checks`: numbers by agent. */
    args: { checks: v.record(v.string(), v.string()), reference: text },
    answer: command({
      state: v.picklist(PAYOUT_STATUSES),
      statements: count,
      planned_on: v.optional(v.nullable(day)),
    }),
  },
} satisfies DatabaseContract;
