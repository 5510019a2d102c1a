import * as v from 'valibot';
import {
  command,
  count,
  figure,
  id,
  latestSales,
  moment,
  money,
  outcome,
  owed,
  page,
  vendorInput,
} from '@paperplane/shared/contract';
import { VENDOR_CATEGORIES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

/** Path of the picture in its bucket. */
const logo_url = v.nullable(v.string());
const { name, category, default_commission_rate, expected_payment_days, expected_payment_basis } =
  vendorInput.entries;

/** A row of the list. Sums leave cancelled sales out. */
const listed = v.strictObject({
  id,
  name,
  logo_url,
  category,
  default_commission_rate,
  expected_payment_days,
  expected_payment_basis,
  is_archived: v.boolean(),
  sales_count: count,
  total_amount: money,
});

/** A vendor with its terms. */
const vendor = v.strictObject({
  id,
  organization_id: id,
  /** Rises with every change of what the form says. */
  version: count,
  ...vendorInput.entries,
  logo_url,
  archived_at: v.nullable(moment),
  import_batch_id: v.nullable(id),
  import_row: v.nullable(count),
  created_at: moment,
  updated_at: moment,
});

const commissions = v.strictObject({ ...figure.entries, agent_amount: money });

/** Over all sales but cancelled ones, in the organization's currency. */
const figures = v.strictObject({
  sales_count: count,
  total_amount: money,
  /** What the vendor has not paid and need not yet: not due, or without a due day. */
  expected: commissions,
  /** What receipts say came from the vendor; `owed` is the gross commission it came for, which may be more or less; what it took back, and what is left. */
  received: v.strictObject({ ...figure.entries, owed: money, taken_back: money, net: money }),
  funds_received: commissions,
  agent_paid: commissions,
  /** What it owes: past the due day, whatever the agents were paid. */
  overdue: owed,
});

const profile = v.strictObject({
  vendor: v.strictObject({ ...vendor.entries, is_archived: v.boolean() }),
  figures,
});

/** What the vendors' pages ask of the database. */
export const contract = {
  list_vendors: {
    // How many match but for the category.
    answer: page(listed, { by_category: v.record(v.picklist(VENDOR_CATEGORIES), v.optional(count)) }),
  },
  get_vendor_profile: { answer: v.nullable(profile) },
  get_vendor_page: { answer: v.nullable(v.strictObject({ ...profile.entries, sales: latestSales })) },
  update_vendor: {
    args: { vendor: v.partial(v.strictObject({ ...vendorInput.entries, logo_url })) },
    answer: outcome({ vendor }),
  },
  archive_vendor: { answer: command({}) },
  delete_vendor: { answer: command({}) },
} satisfies DatabaseContract;
