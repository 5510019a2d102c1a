import * as v from 'valibot';
import {
  command,
  count,
  customerInput,
  day,
  id,
  latestSales,
  moment,
  money,
  name,
  outcome,
  page,
  person,
} from '@paperplane/shared/contract';
import { DOCUMENT_CATEGORIES, SALE_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const text = v.nullable(v.string());
const maybeDay = v.nullable(day);
const maybeMoment = v.nullable(moment);
const status = v.picklist(SALE_STATUSES);

/** What is kept of a customer, also in the file of their personal data. */
const kept = v.strictObject({
  id,
  /** Rises with every change of what the form says. */
  version: count,
  ...customerInput.entries,
  archived_at: maybeMoment,
  erased_at: maybeMoment,
  import_batch_id: v.nullable(id),
  import_row: v.nullable(count),
  created_at: moment,
  updated_at: moment,
});

const customer = v.strictObject({
  ...kept.entries,
  organization_id: id,
  /** Who added them. */
  created_by: v.nullable(id),
  /** Who this customer was merged into. */
  merged_into: v.nullable(id),
});

/** Of the sales the caller may see, without the cancelled ones; amounts in the organization's currency. */
const sums = {
  sales_count: count,
  total_amount: money,
  last_sale_date: maybeDay,
  /** Of the latest sale. */
  agent: v.nullable(v.strictObject({ ...person.entries, avatar_url: text })),
};

/** A passport without its number, which only `read_passport_number` answers. */
const passport = v.strictObject({
  id,
  last_four: v.string(),
  given_names: text,
  /** ISO 3166-1 alpha-2. */
  country: text,
  issued_on: maybeDay,
  expires_on: maybeDay,
  /** A booked return the passport outlives by less than six months, or not at all. */
  warning: v.nullable(v.strictObject({ return_date: day, sale_id: id, months_after: v.number() })),
});

/** A trip that is under way or ahead; another customer may pay it. */
const trip = v.strictObject({
  id,
  booking_reference: text,
  travel_date: maybeDay,
  return_date: maybeDay,
  status,
  customer_id: id,
  vendor: v.nullable(v.strictObject({ name: v.string() })),
});

/** Somebody who was merged into this customer; undone for 30 days, and only by admins. */
const merge = v.strictObject({
  id,
  merged_name: v.string(),
  merged_by_name: text,
  created_at: moment,
  can_undo: v.boolean(),
});

/** Who has seen a passport's number. */
const reveals = v.array(
  v.strictObject({
    passport_id: id,
    last_four: v.string(),
    revealed_by: v.strictObject({ first_name: text, last_name: text }),
    revealed_at: moment,
  }),
);

const booking = {
  booking_reference: text,
  vendor: v.string(),
  travel_date: maybeDay,
  return_date: maybeDay,
  status,
};

const personalData = v.strictObject({
  exported_at: moment,
  organization: v.string(),
  customer: kept,
  companions: v.array(v.strictObject({ ...name.entries, relation: text })),
  passports: v.array(
    v.strictObject({
      number: v.string(),
      given_names: text,
      country: text,
      issued_on: maybeDay,
      expires_on: maybeDay,
    }),
  ),
  passport_reveals: reveals,
  documents: v.array(
    v.strictObject({
      title: v.string(),
      category: v.picklist(DOCUMENT_CATEGORIES),
      expires_on: maybeDay,
      booking_reference: text,
      versions: v.array(
        v.strictObject({
          number: count,
          file_name: v.string(),
          type: v.string(),
          size: count,
          uploaded_at: moment,
        }),
      ),
      downloads: v.array(v.strictObject({ by: text, number: count, at: moment })),
    }),
  ),
  purchases: v.array(
    v.strictObject({ ...booking, sale_date: day, total_amount: money, currency: v.string(), notes: text }),
  ),
  travels_on: v.array(v.strictObject(booking)),
  conversation: v.array(v.strictObject({ written_at: moment, text: v.string() })),
  merged_from: v.array(v.strictObject({ name: v.string(), merged_at: moment })),
});

const profile = v.strictObject({
  customer,
  totals: v.strictObject({ ...sums, next_departure: maybeDay }),
  /** Other customers they travel with; the id is of the link between the two. */
  companions: v.array(v.strictObject({ id, customer_id: id, ...name.entries, relation: text })),
  passports: v.array(passport),
  merges: v.array(merge),
  /** Whether the caller may see, add, change and remove passports: agents need a trip of theirs that is ahead or just over. */
  can_use_passports: v.boolean(),
});

/** What the customers' pages ask of the database. */
export const contract = {
  list_customers: {
    answer: page(
      v.strictObject({
        ...person.entries,
        email: text,
        phone: text,
        tags: v.array(v.string()),
        city: text,
        country: text,
        created_at: moment,
        archived_at: maybeMoment,
        ...sums,
      }),
      // The most used ones, with how many carry them.
      { tags: v.array(v.strictObject({ tag: v.string(), count })) },
    ),
  },
  get_customer_profile: { answer: v.nullable(profile) },
  get_customer_page: {
    answer: v.nullable(
      v.strictObject({
        ...profile.entries,
        sales: latestSales,
        /** Next departure first. */
        trips: v.array(trip),
      }),
    ),
  },
  find_duplicate_customers: {
    args: {
      customer: v.strictObject({ ...name.entries, birthday: text, email: text, phone: text }),
    },
    answer: v.array(
      v.strictObject({
        ...person.entries,
        email: text,
        phone: text,
        birthday: maybeDay,
        archived_at: maybeMoment,
        reasons: v.array(v.picklist(['email', 'phone', 'name_and_birthday'])),
      }),
    ),
  },
  update_customer: {
    args: { customer: v.partial(customerInput) },
    answer: outcome({ customer }),
  },
  archive_customer: { answer: command({}) },
  delete_customer: { answer: command({}) },
  erase_customer: { answer: command({}) },
  merge_customers: { answer: command({ merge_id: id }) },
  undo_merge: { answer: command({ customer_id: id }) },
  export_customer_data: { answer: id },
  read_customer_data: { answer: personalData },

  save_passport: {
    args: {
      // Without a number the stored one is kept.
      passport: v.partial(
        v.strictObject({
          id,
          number: text,
          given_names: text,
          country: text,
          issued_on: maybeDay,
          expires_on: maybeDay,
        }),
      ),
    },
    answer: command({ id }),
  },
  delete_passport: { answer: command({}) },
  reveal_passport: { answer: id },
  read_passport_number: { answer: v.string() },
  get_passport_reveals: { answer: reveals },
} satisfies DatabaseContract;
