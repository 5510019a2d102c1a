import * as v from 'valibot';
import { day, id, moment, money, person, splitParts } from '@paperplane/shared/contract';
import { COMMISSION_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { changeType, face, payment, snapshot, status } from '../contract-parts';

/** What a status change of a commission says beside it; null where `notes` is what somebody wrote. */
const note = {
  code: v.nullable(v.string()),
  params: v.strictObject({ day: v.optional(day), reason: v.optional(v.string()) }),
};

/** What the page of one sale asks of the database. */
export const contract = {
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
  /**
   * Who has a share of a sale: what the reader may not see of others is null; all of it for a sale with one seller, without a service fee
   * and with nothing beside.
   */
  get_sale_shares: {
    answer: v.nullable(
      v.strictObject({
        /** The seller first; nobody for a sale with one and no service fee. */
        shares: v.array(
          v.strictObject({
            user_id: id,
            name: v.string(),
            avatar_url: v.nullable(v.string()),
            role: v.picklist(['seller', 'co_seller', 'referral']),
            percent: v.nullable(v.number()),
            gross_part: v.nullable(money),
            split: v.nullable(v.number()),
            split_parts: v.nullish(splitParts),
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
            /** Of commission and fee. */
            total: v.nullable(money),
          }),
        ),
        /** What the shares come to that the reader knows; null where there are none. */
        total: v.nullable(money),
        /** What of it is to be paid once the customer has paid. */
        due: money,
        /** Overrides, what they take off agents, and what tiers corrected: of admins all, of others their own. */
        beside: v.array(
          v.strictObject({
            user_id: v.optional(id),
            name: v.string(),
            role: v.picklist(['override', 'override_charge', 'tier_correction']),
            amount: money,
            paid: v.boolean(),
          }),
        ),
        /** What it keeps of what was received, less what was taken back, and is still to come, to admins. */
        agency: v.nullable(money),
        /** What the vendor took back of the commission, and what agents give back of it, to admins; null for nothing. */
        taken_back: v.nullable(v.strictObject({ amount: money, agents: money })),
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
} satisfies DatabaseContract;
