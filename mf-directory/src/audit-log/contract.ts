import * as v from 'valibot';
import { count, day, id, moment, money, page, person } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';

const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));
const kind = v.picklist(['money', 'people', 'sign_in', 'data_out']);

const record = v.strictObject({
  /** Null of an action that this version of the database does not know. */
  type: v.nullable(v.string()),
  id: v.nullable(id),
  /** What all of it is found by; null where there is nothing more about it. */
  about: v.nullable(id),
  /** Missing where it is gone, or has no name. */
  label: v.optional(v.nullable(v.string())),
  note: v.optional(v.nullable(v.string())),
  /** Of transactions of the bank that were decided on at once. */
  count: v.optional(count),
  amount: v.optional(v.nullable(money)),
  on: v.optional(day),
});

const entry = v.strictObject({
  entry: id,
  at: moment,
  action: v.string(),
  kind,
  /** Null: by itself, or the operator. */
  actor: v.nullable(v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()) })),
  record,
  amount: v.nullable(money),
  device: v.nullable(v.string()),
  /** The agent besides. */
  party: v.nullable(v.string()),
  changes: v.array(v.strictObject({ field: v.string(), before: value, after: value })),
  facts: v.record(v.string(), value),
});

/** What the page of the audit log asks of the database. */
export const contract = {
  get_audit_log: {
    answer: page(entry, {
      /** There are more than are counted. */
      more: v.boolean(),
      whole: v.strictObject({ count, more: v.boolean(), since: v.nullable(moment) }),
    }),
  },
  request_audit_log: { answer: id },
  read_audit_log: { answer: v.strictObject({ rows: v.array(entry), truncated: v.boolean() }) },
} satisfies DatabaseContract;
