import * as v from 'valibot';
import { command, count, id, money, page } from '@paperplane/shared/contract';
import { PAYMENT_BASES, VENDOR_CATEGORIES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const listed = v.strictObject({
  id,
  name: v.string(),
  logo_url: v.nullable(v.string()),
  category: v.picklist(VENDOR_CATEGORIES),
  default_commission_rate: v.number(),
  expected_payment_days: v.nullable(count),
  expected_payment_basis: v.picklist(PAYMENT_BASES),
  is_archived: v.boolean(),
  sales_count: count,
  total_amount: money,
});

/** What the vendors' pages ask of the database. */
export const contract = {
  list_vendors: {
    answer: page(listed, { by_category: v.record(v.picklist(VENDOR_CATEGORIES), v.optional(count)) }),
  },
  archive_vendor: { answer: command({}) },
  delete_vendor: { answer: command({}) },
} satisfies DatabaseContract;
