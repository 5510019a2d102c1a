/** What several pages of payouts are told: where a payout stands, who is paid, and what for. */
import * as v from 'valibot';
import {
  count,
  day,
  id,
  moment,
  money,
  noteFact,
  person,
  shareFact,
  splitParts,
} from '@paperplane/shared/contract';
import { PAYOUT_STATUSES } from '@paperplane/shared/domain';

export const text = v.nullable(v.string());
export const bankKind = v.picklist(['us', 'iban']);
export const lineKind = v.picklist(['commission', 'bonus', 'correction', 'recall', 'returned']);
export const payee = v.strictObject({ ...person.entries, avatar_url: text });
export const account = v.strictObject({
  kind: bankKind,
  holder_name: v.string(),
  last_four: v.string(),
  updated_at: moment,
});
export const paymentVoid = v.strictObject({ voided_on: day, reason: v.string(), by: v.string() });

/** Where a payout stands; `status` is how deployed remotes of before know it. */
export const standing = {
  state: v.picklist(PAYOUT_STATUSES),
  status: v.picklist(['draft', 'approved', 'paid', 'discarded']),
};

/** Money is what its lines say; `amount` is what is paid. */
export const payout = v.strictObject({
  id,
  name: v.string(),
  ...standing,
  planned_on: v.nullable(day),
  paid_on: v.nullable(day),
  discarded_at: v.nullable(moment),
  version: count,
  by: v.nullable(payee),
  /** Who gets something. */
  agents: count,
  commissions: count,
  commission_amount: money,
  adjustment_amount: money,
  /** From payouts before, 0 or less. */
  carried_in: money,
  /** To the next one, 0 or less. */
  carried_out: money,
  amount: money,
});

/** What is told of a share beside a seller's, or of an override. */
export const shareFacts = {
  /** What the line is; `kind` is how deployed remotes of before know it: commission, or correction. */
  part: v.optional(v.picklist(['share', 'override'])),
  share_fact: v.optional(shareFact),
  share_id: v.optional(id),
  sales_id: v.optional(id),
  role: v.optional(
    v.picklist(['seller', 'co_seller', 'referral', 'override', 'override_charge', 'tier_correction']),
  ),
  /** Of the commission, or what an override is of its base. */
  percent: v.optional(v.number()),
  base: v.optional(v.picklist(['gross', 'agency', 'agent'])),
  taken_from: v.optional(v.picklist(['agency', 'agent'])),
  commission_kind: v.optional(v.picklist(['vendor', 'service_fee', 'penalty', 'volume_bonus'])),
  /** Of what tiers corrected: the first day of their year. */
  since: v.optional(day),
};

/** What a commission is called where it is paid; nulls of what is none. */
export const paidCommission = {
  booking_reference: text,
  customer: text,
  vendor: text,
  received_on: v.nullable(day),
  commission: v.nullable(money),
  /** Percent. */
  split: v.nullable(v.number()),
  /** Of what of it is which part of a divided split; not in statements of before. */
  split_parts: v.nullish(splitParts),
};

export const line = {
  kind: lineKind,
  amount: money,
  note: text,
  /** Null where somebody wrote the note; not in statements of before there were codes. */
  note_fact: v.optional(v.nullable(noteFact)),
  commission_id: v.nullable(id),
  ...paidCommission,
  ...shareFacts,
};
