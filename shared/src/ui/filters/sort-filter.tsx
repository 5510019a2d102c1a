import { FilterSelect } from './filter-button';

export interface SortFilterProps {
  /** The order by default: "Newest first". */
  first: string;
  /** The others; a value is `column-asc` or `column-desc`. */
  orders: readonly { value: string; label: string }[];
  sort: { column: string; direction: string };
  set: (changes: { sort: string; dir: string }) => void;
}

/** The order of a list on a phone; elsewhere a table's head says it. An order the phone does not offer reads as the default one. */
export function SortFilter({ first, orders, sort, set }: SortFilterProps) {
  const value = `${sort.column}-${sort.direction}`;
  return (
    <span className="only-m">
      <FilterSelect
        label="Sort"
        allLabel={first}
        options={orders}
        value={orders.some((order) => order.value === value) ? value : ''}
        onChange={(next) => {
          const [column = '', dir = ''] = next.split('-');
          set({ sort: column, dir });
        }}
      />
    </span>
  );
}
