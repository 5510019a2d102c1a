/** The history of a payout, and what keeps it from being paid. */
import * as v from 'valibot';
import { count, day, id, moment, money, noteFact } from '@paperplane/shared/contract';
import { PAYOUT_STATUSES } from '@paperplane/shared/domain';
import { lineKind } from '../contract-parts';

/** Why a commission cannot be paid any more, as a code; its words: `shared/words`. */
export const unpayable = { code: v.string(), params: v.strictObject({ amount: v.optional(money) }) };

/** Why a payout was not paid on its day. */
export const failure = {
  code: v.picklist(['commissions_unpayable', 'not_recorded']),
  params: v.strictObject({
    count: v.optional(count),
    /** The first ones. */
    problems: v.optional(v.array(v.strictObject({ booking_reference: v.string(), ...unpayable }))),
    error: v.optional(v.string()),
  }),
};

/** A line as the history keeps it, whatever became of it. */
export const toldLine = v.strictObject({
  kind: lineKind,
  part: v.optional(v.picklist(['share', 'override'])),
  amount: money,
  agent: v.string(),
  agent_id: id,
  commission_id: v.optional(id),
  share_id: v.optional(id),
  booking_reference: v.optional(v.string()),
  note: v.optional(v.string()),
  note_fact: v.optional(noteFact),
  reason: v.optional(v.string()),
  /** What `reason` says; not of before there were codes. */
  code: v.optional(unpayable.code),
  params: v.optional(unpayable.params),
});

/** Something that was done to a payout, as it was told then. */
export const change = v.strictObject({
  action: v.picklist([
    'started',
    'collected',
    'removed',
    'held',
    'released',
    'adjusted',
    'adjustment_removed',
    'added',
    'voided',
    'approved',
    'handed_over',
    'scheduled',
    'not_paid',
    'reopened',
    'discarded',
    'paid',
  ]),
  details: v.strictObject({
    commissions: v.optional(count),
    adjustments: v.optional(count),
    /** How many; `items` has the first ones. */
    lines: v.optional(count),
    items: v.optional(v.array(toldLine)),
    commission_id: v.optional(id),
    share_id: v.optional(id),
    booking_reference: v.optional(v.string()),
    reason: v.optional(v.string()),
    /** What `reason` says where the payout was not paid; not of before there were codes. */
    code: v.optional(failure.code),
    params: v.optional(failure.params),
    agent_id: v.optional(id),
    agent: v.optional(v.string()),
    kind: v.optional(lineKind),
    amount: v.optional(money),
    note: v.optional(v.string()),
    note_fact: v.optional(v.nullable(noteFact)),
    planned_on: v.optional(day),
    /** What was taken back to a draft, and whether the bank has its file. */
    from: v.optional(v.picklist(PAYOUT_STATUSES)),
    bank_has_it: v.optional(v.boolean()),
    by_itself: v.optional(v.boolean()),
  }),
  at: moment,
});
