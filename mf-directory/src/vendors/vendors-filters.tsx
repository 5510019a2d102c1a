import { formatCount } from '@paperplane/shared/domain';
import { FilterSelect, SearchBox, useSearchText } from '@paperplane/shared/ui';
import { useCallback } from 'react';
import { CATEGORY_LABELS, VENDOR_CATEGORIES } from './vendor';
import type { VendorsPage, VendorsQuery } from './vendors-list';

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

/** Search, category and whether one still works with them; on a phone also the order, which a table's head says elsewhere. */
export function VendorsFilters({ query, set, byCategory = {} }: VendorsFiltersProps) {
  const { search, sort } = query;
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  const order = `${sort.column}-${sort.direction}`;
  return (
    <div className="pp-filters vendors-filters">
      <SearchBox label="Search vendors" value={text} onChange={setText} />
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
      <span className="only-m">
        <FilterSelect
          label="Sort"
          allLabel="Name A to Z"
          options={ORDERS}
          value={ORDERS.some(({ value }) => value === order) ? order : ''}
          onChange={(next) => {
            const [column = '', dir = ''] = next.split('-');
            set({ sort: column, dir });
          }}
        />
      </span>
    </div>
  );
}
