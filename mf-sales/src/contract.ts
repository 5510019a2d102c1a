import * as v from 'valibot';
import { count, day, id, moment, money, person } from '@paperplane/shared/contract';
import { COMMISSION_STATUSES, SALE_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const status = v.picklist(SALE_STATUSES);
const basis = v.picklist(['rate', 'amount']);
const face = v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()) });

/** What a form sends: the basis and the value of that basis; the database derives the other. */
const typed = v.strictObject({
  customer_id: id,
  vendor_id: id,
  agent_id: id,
  booking_reference: v.string(),
  sale_date: day,
  travel_date: v.nullable(day),
  return_date: v.nullable(day),
  total_amount: money,
  commission_basis: basis,
  commission_rate: v.optional(v.number()),
  commission_amount: v.optional(money),
  notes: v.nullable(v.string()),
});

/** The columns of a sale that its history keeps, and its travelers by name. */
const kept = {
  ...typed.entries,
  commission_rate: v.number(),
  commission_amount: money,
  currency: v.string(),
  status,
  created_by: v.nullable(id),
};
const snapshot = v.partial(v.strictObject({ ...kept, travelers: v.array(v.string()) }));
/** What a status change of a commission says beside it; null where `notes` is what somebody wrote. */
const note = {
  code: v.nullable(v.string()),
  params: v.strictObject({ day: v.optional(day), reason: v.optional(v.string()) }),
};
const changeType = v.picklist(['create', 'update', 'status_change']);

const current = v.strictObject({
  ...kept,
  id,
  organization_id: id,
  import_batch_id: v.nullable(id),
  import_row: v.nullable(count),
  traveler_ids: v.array(id),
  version: count,
  created_at: moment,
  updated_at: moment,
  customer: v.strictObject({
    ...person.entries,
    email: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  vendor: v.strictObject({
    id,
    name: v.string(),
    logo_url: v.nullable(v.string()),
    default_commission_rate: v.number(),
  }),
  agent: face,
  travelers: v.array(v.strictObject({ ...person.entries, email: v.nullable(v.string()) })),
});

/** What the pages of sales ask of the database, and nobody else does. */
export const contract = {
  create_sale: { args: { sale: typed }, answer: v.strictObject({ id, version: count }) },
  update_sale: {
    args: { changes: v.partial(typed) },
    answer: v.variant('outcome', [
      v.strictObject({ outcome: v.literal('saved'), id, version: count }),
      v.strictObject({
        outcome: v.literal('conflict'),
        version: count,
        sale: current,
        changes: v.array(
          v.strictObject({
            changed_by: v.nullable(person),
            changed_at: moment,
            change_type: changeType,
            previous_data: v.nullable(snapshot),
            new_data: snapshot,
            changed_fields: v.array(v.string()),
            comment: v.nullable(v.string()),
            version: count,
          }),
        ),
      }),
    ]),
  },
  update_sale_status: { answer: v.strictObject({ id, status, version: count }) },
  get_sale_history: {
    answer: v.strictObject({
      entries: v.array(
        v.strictObject({
          id,
          change_type: changeType,
          previous_data: v.nullable(snapshot),
          new_data: snapshot,
          changed_fields: v.array(v.string()),
          notes: v.nullable(v.string()),
          /** What `notes` says. */
          code: v.nullable(v.picklist(['created', 'status_changed'])),
          params: v.strictObject({ from: v.optional(status), to: v.optional(status) }),
          comment: v.nullable(v.string()),
          created_at: moment,
          changed_by: v.nullable(face),
        }),
      ),
      commission: v.array(
        v.strictObject({
          id,
          new_status: v.picklist(COMMISSION_STATUSES),
          notes: v.nullable(v.string()),
          ...note,
          created_at: moment,
          changed_by: v.nullable(face),
        }),
      ),
      corrections: v.array(
        v.strictObject({
          id,
          kind: v.picklist([
            'cancelled',
            'amounts',
            'vendor',
            'commission_cancelled',
            'written_off',
            'taken_back',
          ]),
          posted_on: day,
          total_before: money,
          total_after: money,
          commission_before: money,
          commission_after: money,
          created_at: moment,
        }),
      ),
      names: v.record(id, v.string()),
    }),
  },
  find_duplicate_bookings: {
    answer: v.array(
      v.strictObject({
        id,
        booking_reference: v.string(),
        sale_date: day,
        status,
        total_amount: money,
        customer_first_name: v.string(),
        customer_last_name: v.string(),
      }),
    ),
  },
  find_customers_by_name: {
    answer: v.array(
      v.strictObject({
        ...person.entries,
        email: v.nullable(v.string()),
        phone: v.nullable(v.string()),
      }),
    ),
  },
} satisfies DatabaseContract;
