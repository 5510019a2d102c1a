import * as v from 'valibot';
import {
  command,
  count,
  day,
  id,
  listedSale,
  moment,
  money,
  page,
  person,
} from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { vendor } from '../contract-parts';

/** What the form of a group writes. */
const groupInput = v.strictObject({
  name: v.string(),
  vendor_id: id,
  booking_reference: v.nullable(v.string()),
  travel_date: v.nullable(day),
  return_date: v.nullable(day),
  /** Percent; null where the vendor's own rate holds. */
  default_commission_rate: v.nullable(v.number()),
  notes: v.nullable(v.string()),
});
const { vendor_id: _vendor, notes: _notes, ...groupFields } = groupInput.entries;

/** Counts and sums of a group, of the sales the reader may see. */
const groupFigures = v.strictObject({
  /** Without cancelled ones, as the sums. */
  sales: count,
  booked: count,
  paid: count,
  cancelled: count,
  total_amount: money,
  commission_amount: money,
  /** What the vendor has not paid of them, */
  owed_amount: money,
  /** of so many. */
  owed_count: count,
});
const listedGroup = v.strictObject({
  id,
  ...groupFields,
  archived: v.boolean(),
  vendor,
  figures: groupFigures,
});

/** What the pages of groups ask of the database. */
export const contract = {
  save_sale_group: {
    args: { sale_group: v.partial(groupInput) },
    answer: v.strictObject({ outcome: v.picklist(['saved', 'conflict']), id, version: count }),
  },
  archive_sale_group: { answer: command({}) },
  delete_sale_group: { answer: command({}) },
  apply_group_dates: { answer: v.strictObject({ changed: count }) },
  list_sale_groups: { answer: page(listedGroup, {}) },
  get_sale_group: {
    answer: v.nullable(
      v.strictObject({
        ...listedGroup.entries,
        notes: v.nullable(v.string()),
        version: count,
        created_at: moment,
        created_by: v.nullable(person),
        /** Whether the reader may change the group. */
        may_change: v.boolean(),
        /** How many booked sales have other dates than the group. */
        other_dates: count,
        sales: v.array(listedSale),
      }),
    ),
  },
} satisfies DatabaseContract;
