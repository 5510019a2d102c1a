import * as v from 'valibot';
import { SALE_STATUSES } from '../domain';

/** What answers of the database are made of. Schemas are read by tests; an app takes their types, and none of their bytes. */

export const id = v.pipe(v.string(), v.uuid());

/** A day: `2026-11-21`. */
export const day = v.pipe(v.string(), v.isoDate());

/** A moment, with its time zone. */
export const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:\d\d)?|Z)$/),
);

/** Major units. */
export const money = v.number();

export const count = v.pipe(v.number(), v.integer());

/** How many, and their sum. */
export const figure = v.strictObject({ count, amount: money });

export const person = v.strictObject({ id, first_name: v.string(), last_name: v.string() });

/** The same as a text beside it: its words stand in `refusals`. */
export const fact = v.strictObject({ code: v.string(), params: v.record(v.string(), v.unknown()) });

/** What a note of ours on a line of a payout says, as a code; its words: `shared/words`. */
export const noteFact = v.strictObject({
  code: v.picklist(['payment_returned', 'vendor_took_back', 'paid_less', 'expected_again']),
  params: v.strictObject({
    vendor: v.optional(v.string()),
    on: v.optional(day),
    reason: v.optional(v.string()),
  }),
});

/** What of an amount has which part of a divided split: percent, and a weight of any unit. */
export const splitParts = v.array(v.strictObject({ split: v.number(), weight: v.number() }));

/** What a share or an override is paid for, beside a note that says the same in English. */
export const shareFact = v.strictObject({
  code: v.picklist(['share', 'override', 'override_charge', 'tier_correction', 'tier_year']),
  params: v.strictObject({
    /** Percent. */
    percent: v.number(),
    role: v.string(),
    kind: v.string(),
    /** A name. */
    of: v.optional(v.string()),
    /** Of the corrections of a year by tiers: of how many sales, and since when they count. */
    sales: v.optional(count),
    since: v.optional(day),
  }),
});

/** What a command that can be refused answers; `more` stands beside `success`. The app is told a refusal as an error, never as an answer. */
export const command = <More extends v.ObjectEntries>(more: More) =>
  v.variant('success', [
    v.strictObject({
      success: v.literal(true),
      error: v.optional(v.null()),
      field: v.optional(v.null()),
      ...more,
    }),
    v.looseObject({
      success: v.literal(false),
      error: v.string(),
      field: v.optional(v.nullable(v.string())),
      ...fact.entries,
    }),
  ]);

/** A page of a list, with what it says of all pages beside it. */
export const page = <Row extends v.GenericSchema, More extends v.ObjectEntries>(row: Row, more: More) =>
  v.strictObject({
    rows: v.array(row),
    count,
    page: count,
    page_size: count,
    total_pages: count,
    ...more,
  });

/** What vendors owe (docs/product/commissions.md, Due dates and overdue). */
export const owed = v.strictObject({
  ...figure.entries,
  agent_amount: money,
  agents_paid: v.strictObject({ ...figure.entries, advanced: money }),
  paid_short: figure,
  tracked_since: v.nullable(day),
});

export const name = v.strictObject({ first_name: v.string(), last_name: v.string() });

/** The newest sales the caller may see of a customer, vendor or agent, and how many there are. */
export const latestSales = v.strictObject({
  rows: v.array(
    v.strictObject({
      id,
      booking_reference: v.nullable(v.string()),
      sale_date: day,
      travel_date: v.nullable(day),
      return_date: v.nullable(day),
      total_amount: money,
      status: v.picklist(SALE_STATUSES),
      customer: v.nullable(name),
      vendor: v.nullable(v.strictObject({ name: v.string() })),
    }),
  ),
  /** All of them, and of these those that are not cancelled, and those that are. */
  count,
  active_count: count,
  cancelled_count: count,
});

/** What the save of a record answers: done, or the record as it is now (`current`, by its noun) and what others did to it meanwhile. */
export const outcome = <Current extends v.ObjectEntries>(current: Current) =>
  v.variant('outcome', [
    v.strictObject({ outcome: v.literal('saved'), id, version: count }),
    v.strictObject({
      outcome: v.literal('conflict'),
      version: count,
      changes: v.array(
        v.strictObject({
          version: count,
          changed_at: moment,
          changed_by: v.nullable(person),
          changed_fields: v.array(v.string()),
        }),
      ),
      ...current,
    }),
  ]);
