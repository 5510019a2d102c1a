import { formatCount, CATEGORY_LABELS, VENDOR_CATEGORIES } from '@paperplane/shared/domain';
import { Calendar, FilterSearch, FilterSelect, FilterToggle, SortFilter } from '@paperplane/shared/ui';

import type { VendorsPage } from './vendor';
import type { VendorsQuery } from './vendors-list';

interface VendorsFiltersProps {
  query: VendorsQuery;
  set: (changes: Partial<Record<string, string>>, options?: { replace?: boolean }) => void;
  /** Counts under the other filters, once they are known. */
  byCategory: VendorsPage['byCategory'] | undefined;
}

const STATES = [
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'Active and archived' },
];

const ORDERS = [
  { value: 'totalAmount-desc', label: 'Highest revenue' },
  { value: 'salesCount-desc', label: 'Most sales' },
  { value: 'defaultCommissionRate-desc', label: 'Highest rate' },
  { value: 'category-asc', label: 'Category' },
  { value: 'createdAt-desc', label: 'Last added' },
] as const;

/** Search, category, whether one still works with them and whether due days are agreed; on a phone also the order, which a table's head says elsewhere. */
export function VendorsFilters({ query, set, byCategory = {} }: VendorsFiltersProps) {
  const { search, sort } = query;
  return (
    <div className="pp-filters vendors-filters">
      <FilterSearch label="Search vendors" finds="Name or alias" search={search} set={set} />
      <FilterSelect
        label="Category"
        allLabel="All categories"
        options={VENDOR_CATEGORIES.filter(
          (category) => byCategory[category] || category === query.category,
        ).map((category) => ({
          value: category,
          label: `${CATEGORY_LABELS[category]} (${formatCount(byCategory[category] ?? 0)})`,
        }))}
        value={query.category}
        onChange={(category) => set({ category })}
      />
      <FilterSelect
        label="Status"
        allLabel="Active"
        options={STATES}
        value={query.status}
        onChange={(status) => set({ status })}
      />
      <FilterToggle
        label="No terms agreed"
        icon={<Calendar className="pp-i" />}
        on={query.withoutTerms === 'true'}
        onChange={(on) => set({ withoutTerms: on ? 'true' : '' })}
      />
      <SortFilter first="Name A to Z" orders={ORDERS} sort={sort} set={set} />
    </div>
  );
}
