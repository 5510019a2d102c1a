/** What a transaction of the bank pays: commissions for sales, and what else vendors owe. */
import * as v from 'valibot';
import { day, id, money } from '@paperplane/shared/contract';
import { COMMISSION_STATUSES } from '@paperplane/shared/domain';

export const text = v.nullable(v.string());
export const named = v.strictObject({ id, name: v.string() });

/** A commission that can be, or is, part of a transaction. */
export const commission = v.strictObject({
  commission_id: id,
  sale_id: id,
  booking_reference: v.string(),
  customer: v.string(),
  agent: v.string(),
  vendor: named,
  due_on: v.nullable(day),
  /** Of the commission; of a part, what the transaction pays of it. */
  amount: money,
  /** What is still open of it. */
  expected: money,
  status: v.picklist(COMMISSION_STATUSES),
  /** What an admin recorded as received before a deposit showed it; what was written off with it, and why. */
  recorded: v.nullable(v.strictObject({ amount: money, on: day, written_off: money, reason: text })),
});

/** A penalty or a volume bonus that can be, or is, part of a deposit. */
export const other = v.strictObject({
  other_commission_id: id,
  kind: v.picklist(['penalty', 'volume_bonus']),
  /** Of the cancelled sale of a penalty. */
  booking_reference: text,
  vendor: named,
  period_start: v.nullable(day),
  period_end: v.nullable(day),
  due_on: v.nullable(day),
  amount: money,
  /** What is open of it without this transaction, or what was recorded by hand. */
  expected: money,
  /** An admin recorded it as received on this day, and no deposit explains that. */
  recorded_on: v.nullable(day),
  /** What this transaction pays of it. */
  placed: v.nullable(money),
});

/** A part of a match. */
export const allocation = v.strictObject({
  ...commission.entries,
  write_off_amount: money,
  write_off_reason: text,
  /** The day that was recorded stays. */
  keep_day: v.boolean(),
  /** What else was recorded stays recorded. */
  rest: v.picklist(['received', 'open']),
});

export const matchPart = v.strictObject({
  commission_id: id,
  /** The id is that of a penalty or a bonus, and not of a commission for a sale. */
  is_other: v.optional(v.boolean()),
  amount: money,
  write_off: v.optional(money),
  reason: v.optional(v.string()),
  expected: v.optional(money),
  /** Of what an admin had recorded: what the deposit does not bring was received otherwise, or is open. */
  rest: v.optional(v.picklist(['received', 'open'])),
  keep_day: v.optional(v.boolean()),
});
