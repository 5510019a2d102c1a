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
import { COMMISSION_STATUSES, LINE_KINDS, PAYMENT_METHODS, SALE_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const status = v.picklist(SALE_STATUSES);
const basis = v.picklist(['rate', 'amount']);
const face = v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()) });

const line = v.strictObject({
  kind: v.picklist(LINE_KINDS),
  text: v.nullable(v.string()),
  amount: money,
  earns: v.picklist(['rate', 'amount', 'nothing']),
  rate: v.number(),
  commission: money,
});

/** Who sold it beside the seller; `percent` of the whole, the seller has the rest of 100. */
const coSeller = v.strictObject({
  user_id: id,
  role: v.picklist(['co_seller', 'referral']),
  percent: v.number(),
});

/** When the customer pays a part: `amount` null is the rest, of a final payment. */
const planned = v.strictObject({
  kind: v.picklist(['deposit', 'final']),
  due_on: day,
  amount: v.nullable(money),
  remind: v.boolean(),
});

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
  lines: v.optional(v.array(line)),
  notes: v.nullable(v.string()),
  /** Nobody where it is left out. */
  co_sellers: v.optional(v.array(coSeller)),
  payment_plan: v.optional(v.array(planned)),
  /** The group booking it belongs to. */
  group_id: v.optional(v.nullable(id)),
});

const vendor = v.strictObject({
  id,
  name: v.string(),
  logo_url: v.nullable(v.string()),
  default_commission_rate: v.number(),
});

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

/** What the customer paid: in full, as it was recorded. */
const payment = {
  id,
  /** Below zero: given back. */
  amount: money,
  paid_on: day,
  /** None of the rest of a sale that was marked as paid. */
  payment_method: v.nullable(v.picklist(PAYMENT_METHODS)),
  note: v.nullable(v.string()),
  origin: v.picklist(['recorded', 'rest', 'undo']),
  created_at: moment,
};
const paid = v.strictObject({ id, status, version: count, paid: money });

/** The columns of a sale that its history keeps, and its travelers by name. */
const kept = {
  ...typed.entries,
  commission_rate: v.number(),
  commission_amount: money,
  lines: v.array(line),
  fee_amount: money,
  currency: v.string(),
  co_sellers: v.array(coSeller),
  payment_plan: v.array(v.unknown()),
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
  payment_plan: v.array(planned),
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
      payments: v.array(v.strictObject({ ...payment, changed_by: v.nullable(face) })),
      /** What the vendor still pays for the cancelled sale. */
      penalty: v.nullable(
        v.strictObject({
          id,
          amount: money,
          due_on: v.nullable(day),
          status: v.picklist(COMMISSION_STATUSES),
        }),
      ),
      names: v.record(id, v.string()),
    }),
  },
  get_customer_payments: {
    answer: v.nullable(
      v.strictObject({
        total: money,
        paid: money,
        open: money,
        currency: v.string(),
        status,
        reference: v.nullable(v.string()),
        customer: v.strictObject({
          first_name: v.string(),
          last_name: v.string(),
          email: v.nullable(v.string()),
        }),
        plan: v.array(
          v.strictObject({
            place: count,
            kind: v.picklist(['deposit', 'final']),
            due_on: day,
            amount: money,
            /** Of it, what no payment has covered; 0 of a sale that is not booked. */
            open: money,
            /** When the reminder comes; null for none. */
            remind_on: v.nullable(day),
            reminded_on: v.nullable(day),
          }),
        ),
        /** As they were recorded, the first one first. */
        payments: v.array(
          v.strictObject({
            ...payment,
            undoes_id: v.nullable(id),
            undone: v.boolean(),
            by: v.nullable(v.string()),
          }),
        ),
      }),
    ),
  },
  record_customer_payment: { answer: paid },
  undo_customer_payment: { answer: paid },
  /** Who has a share of a sale: what the reader may not see of others is null; all of it for a sale with one seller and nothing beside. */
  get_sale_shares: {
    answer: v.nullable(
      v.strictObject({
        /** The seller first; nobody for a sale with one. */
        shares: v.array(
          v.strictObject({
            user_id: id,
            name: v.string(),
            avatar_url: v.nullable(v.string()),
            role: v.picklist(['seller', 'co_seller', 'referral']),
            percent: v.nullable(v.number()),
            gross_part: v.nullable(money),
            split: v.nullable(v.number()),
            amount: v.nullable(money),
            status: v.nullable(v.picklist(COMMISSION_STATUSES)),
            /** Their part of the agency's service fee. */
            fee: v.nullable(
              v.strictObject({
                gross_part: money,
                split: v.number(),
                amount: money,
                status: v.picklist(COMMISSION_STATUSES),
              }),
            ),
          }),
        ),
        /** Overrides, what they take off agents, and what tiers corrected: of admins all, of others their own. */
        beside: v.array(
          v.strictObject({
            name: v.string(),
            role: v.picklist(['override', 'override_charge', 'tier_correction']),
            amount: money,
            paid: v.boolean(),
          }),
        ),
        /** What it keeps, to admins. */
        agency: v.nullable(money),
        /** The agency's service fee and what of it the agency keeps, to admins. */
        fee: v.nullable(v.strictObject({ amount: money, agency: money })),
      }),
    ),
  },
  /** A sale of somebody else of which the reader has a share: their part of its money, and nobody else's. */
  get_shared_sale: {
    answer: v.nullable(
      v.strictObject({
        id,
        organization_id: id,
        customer_id: id,
        vendor_id: id,
        agent_id: id,
        booking_reference: v.nullable(v.string()),
        sale_date: day,
        travel_date: v.nullable(day),
        return_date: v.nullable(day),
        status,
        currency: v.string(),
        share_percent: v.number(),
        total_amount: money,
        commission_amount: money,
        customer: person,
        vendor: v.strictObject({ id, name: v.string(), logo_url: v.nullable(v.string()) }),
        agent: face,
        commission: v.strictObject({
          status: v.picklist(COMMISSION_STATUSES),
          split: v.number(),
          agent_amount: money,
        }),
      }),
    ),
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
