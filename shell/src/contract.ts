import * as v from 'valibot';
import { command, count, day, id, moment, money } from '@paperplane/shared/contract';
import {
  COMMISSION_STATUSES,
  DOCUMENT_CATEGORIES,
  ROLES,
  SALE_STATUSES,
  VENDOR_CATEGORIES,
} from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const name = v.strictObject({ first_name: v.string(), last_name: v.string() });

const sale = v.strictObject({
  id,
  booking_reference: v.nullable(v.string()),
  status: v.picklist(SALE_STATUSES),
  amount: money,
  travel_date: v.nullable(day),
  return_date: v.nullable(day),
  vendor: v.string(),
  customer: name,
});

const correction = v.strictObject({
  id,
  kind: v.picklist(['cancelled', 'amounts', 'vendor', 'commission_cancelled', 'written_off', 'taken_back']),
  posted_on: day,
  total_before: money,
  total_after: money,
  commission_before: money,
  commission_after: money,
  sale_id: id,
  reference: v.nullable(v.string()),
  by: v.nullable(v.string()),
  at: moment,
});

/** What the shell's own pages ask of the database. */
export const contract = {
  list_my_devices: {
    answer: v.array(
      v.strictObject({
        id,
        device: v.string(),
        time_zone: v.nullable(v.string()),
        signed_in_at: moment,
        last_seen_at: moment,
        is_this: v.boolean(),
        is_new: v.boolean(),
      }),
    ),
  },
  tell_time_zone: { answer: command({}) },
  end_my_sessions: { answer: command({ ended: count }) },
  ask_address_change: { answer: command({}) },
  get_address_change: {
    answer: v.nullable(
      v.strictObject({
        email: v.string(),
        asked_at: moment,
        waits_for: v.array(v.picklist(['current', 'new'])),
      }),
    ),
  },
  withdraw_address_change: { answer: command({}) },
  close_books: { answer: command({}) },
  reopen_books: { answer: command({}) },
  get_books: {
    answer: v.nullable(
      v.strictObject({
        closed_through: v.nullable(day),
        latest: day,
        changed: v.nullable(
          v.strictObject({
            closed: v.boolean(),
            by: v.nullable(v.string()),
            at: moment,
            reason: v.nullable(v.string()),
            from: v.nullable(day),
            to: v.nullable(day),
          }),
        ),
        corrections: v.array(correction),
      }),
    ),
  },
  ask_agency_deletion: { answer: command({ due_at: moment }) },
  withdraw_agency_deletion: { answer: command({}) },
  get_file_room: {
    answer: v.nullable(
      v.strictObject({
        bytes: v.number(),
        most_bytes: v.number(),
        files: v.number(),
        most_files: v.number(),
      }),
    ),
  },
  get_agency_deletion: {
    answer: v.nullable(
      v.strictObject({
        asked_at: v.nullable(moment),
        due_at: v.nullable(moment),
        asked_by: v.nullable(v.string()),
        would_be_due_at: moment,
        counts: v.strictObject({ sales: count, customers: count, people: count, files: count }),
      }),
    ),
  },
  search_everything: {
    answer: v.strictObject({
      exact: v.optional(v.array(sale)),
      customers: v.optional(
        v.array(
          v.strictObject({
            id,
            ...name.entries,
            email: v.nullable(v.string()),
            phone: v.nullable(v.string()),
            archived: v.boolean(),
            sales_count: count,
          }),
        ),
      ),
      sales: v.optional(v.array(sale)),
      commissions: v.optional(
        v.array(
          v.strictObject({
            id,
            booking_reference: v.nullable(v.string()),
            status: v.picklist(COMMISSION_STATUSES),
            amount: money,
            agent_amount: money,
            due_on: v.nullable(day),
            vendor: v.string(),
            customer: name,
          }),
        ),
      ),
      vendors: v.optional(
        v.array(
          v.strictObject({
            id,
            name: v.string(),
            logo_url: v.nullable(v.string()),
            category: v.picklist(VENDOR_CATEGORIES),
            archived: v.boolean(),
          }),
        ),
      ),
      team: v.optional(
        v.array(
          v.strictObject({
            id,
            ...name.entries,
            avatar_url: v.nullable(v.string()),
            role: v.picklist(ROLES),
            is_active: v.boolean(),
          }),
        ),
      ),
      documents: v.optional(
        v.array(
          v.strictObject({
            id,
            title: v.string(),
            category: v.picklist(DOCUMENT_CATEGORIES),
            expires_on: v.nullable(day),
          }),
        ),
      ),
      bank: v.optional(
        v.array(
          v.strictObject({
            id,
            text: v.string(),
            amount: money,
            booked_on: day,
            status: v.picklist(['open', 'suggested', 'matched', 'set_aside']),
            account: v.string(),
          }),
        ),
      ),
    }),
  },
} satisfies DatabaseContract;
