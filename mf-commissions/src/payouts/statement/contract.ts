import * as v from 'valibot';
import { day, id, moment, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { account, line, paymentVoid, text } from '../contract-parts';

/** What a statement asks of the database. */
export const contract = {
  get_statement: {
    answer: v.nullable(
      v.strictObject({
        id,
        agent_id: id,
        batch_id: id,
        created_at: moment,
        number: v.string(),
        /** Name of the payout. */
        payout: v.string(),
        currency: v.string(),
        /** Who pays, as it was when the statement was made; older ones know name and e-mail only. */
        agency: v.strictObject({
          name: v.string(),
          email: text,
          logo_url: v.optional(text),
          phone: v.optional(text),
          postal_address: v.optional(text),
          tax_number: v.optional(text),
          /** Whom to ask. */
          support_email: v.optional(text),
        }),
        agent: v.strictObject({ first_name: v.string(), last_name: v.string() }),
        /** Where it was paid; null: by check. */
        account: v.nullable(account),
        /** Commissions, and adjustments with their notes. */
        lines: v.array(v.strictObject({ ...line, funded: v.optional(v.boolean()) })),
        commission_amount: money,
        adjustment_amount: money,
        carried_in: money,
        carried_out: money,
        /** What was paid. */
        amount: money,
        paid_on: day,
        payment_method: v.string(),
        reference: text,
        paid_this_year: money,
        paid_last_year: money,
        /** It came back and was voided, since the statement was made. */
        void: v.nullable(paymentVoid),
        /** The payments it pays again, beside its sum: of a statement its number, of a single payment its booking. */
        returned: v.array(
          v.strictObject({
            number: text,
            booking_reference: text,
            paid_on: day,
            voided_on: day,
            amount: money,
          }),
        ),
      }),
    ),
  },
} satisfies DatabaseContract;
