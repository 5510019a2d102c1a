import { VENDOR_CATEGORIES } from '@paperplane/shared/domain';
import type { Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { directoryList, type Asked } from '../parts/directory-list';

/** What the list can be sorted by; by name at first. */
export const VENDOR_SORTS = [
  'name',
  'category',
  'defaultCommissionRate',
  'salesCount',
  'totalAmount',
  'createdAt',
] as const;
export type VendorSort = (typeof VENDOR_SORTS)[number];
export const BY_NAME: Sort<VendorSort> = { column: 'name', direction: 'asc' };

/** `status`: empty for those one works with, `archived`, or `all`; `withoutTerms`: `true` for those with whom no due days are agreed. */
const VENDOR_FILTERS = ['category', 'status', 'withoutTerms'] as const;
export type VendorsQuery = Asked<VendorSort, (typeof VENDOR_FILTERS)[number]>;

const STATUSES = ['archived', 'all'];
const known = (values: readonly string[], value: string) => values.find((each) => each === value) ?? '';

export const VENDORS_LIST = directoryList({
  path: paths.vendors.href(),
  columns: VENDOR_SORTS,
  byDefault: BY_NAME,
  filters: VENDOR_FILTERS,
  read: (asked): VendorsQuery => ({
    ...asked,
    category: known(VENDOR_CATEGORIES, asked.category),
    status: known(STATUSES, asked.status),
    withoutTerms: known(['true'], asked.withoutTerms),
  }),
});
