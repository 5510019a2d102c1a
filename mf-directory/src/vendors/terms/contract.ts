import * as v from 'valibot';
import { command, count, day, id, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';

const category = v.nullable(
  v.picklist(['fare', 'air', 'hotel', 'cruise', 'tour', 'insurance', 'transfer', 'extra']),
);
/** From a volume on, percent of the whole volume. */
const step = v.strictObject({ from: money, percent: v.number() });

/** What the card of a vendor's terms asks of the database. */
export const contract = {
  get_vendor_terms: {
    answer: v.nullable(
      v.strictObject({
        /** The agency's day. */
        today: day,
        default_commission_rate: v.number(),
        rates: v.array(
          v.strictObject({
            id,
            category,
            rate: v.number(),
            valid_from: day,
            state: v.picklist(['planned', 'current', 'past']),
          }),
        ),
        bonuses: v.array(
          v.strictObject({
            id,
            version: count,
            period_start: day,
            period_end: day,
            basis: v.picklist(['sales', 'received']),
            steps: v.array(step),
            /** The commission that was made of it. */
            expected: v.nullable(
              v.strictObject({
                id,
                amount: money,
                status: v.picklist(['unpaid', 'funds_received', 'agent_paid', 'cancelled']),
                due_on: v.nullable(day),
              }),
            ),
            reached: money,
            percent: v.number(),
            bonus: money,
            next: v.nullable(v.strictObject({ ...step.entries, missing: money })),
          }),
        ),
        /** Bonuses that are expected and have not come. */
        bonus_owed: money,
      }),
    ),
  },
  save_vendor_rate: { answer: command({ id }) },
  remove_vendor_rate: { answer: command({}) },
  save_vendor_bonus_terms: { args: { steps: v.array(step) }, answer: command({ id, version: count }) },
  remove_vendor_bonus_terms: { answer: command({}) },
  expect_volume_bonus: { answer: command({ id }) },
} satisfies DatabaseContract;
