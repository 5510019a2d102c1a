import * as v from 'valibot';
import { count, day, id, moment, money, person } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { changeType, face, kept, planned, snapshot, status, typed, vendor } from './contract-parts';

const current = v.strictObject({
  ...kept,
  id,
  organization_id: id,
  import_batch_id: v.nullable(id),
  import_row: v.nullable(count),
  traveler_ids: v.array(id),
  payment_plan: v.array(planned),
  version: count,
  created_at: moment,
  updated_at: moment,
  customer: v.strictObject({
    ...person.entries,
    email: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  vendor,
  agent: face,
  travelers: v.array(v.strictObject({ ...person.entries, email: v.nullable(v.string()) })),
});

/** What the form of a sale asks of the database, and what changes a sale. */
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
  cancel_sale_with_penalty: { answer: v.strictObject({ id, status, version: count }) },
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
