import type { IsoDate, ListValues } from '@paperplane/shared/domain';
import {
  useAgentOptions,
  useChosenAgent,
  useChosenVendor,
  useVendorOptions,
} from '@paperplane/shared/platform';
import {
  AgentFilter,
  DateRangePicker,
  FilterSelect,
  SearchBox,
  useSearchText,
  VendorFilter,
} from '@paperplane/shared/ui';
import { useCallback } from 'react';
import type { Sale } from '../sale';
import type { SalesQuery } from '../sales-list';

interface SalesFiltersProps {
  query: SalesQuery;
  set: (changes: Partial<ListValues>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the agent and the vendor of a link without another request. */
  sales: readonly Sale[] | undefined;
  today: IsoDate;
  /** Admins only: an agent sees no other agent's sales. */
  showAgent: boolean;
}

/** Search, agent, vendor and dates; on a phone also the order, which a table's head says elsewhere. */
export function SalesFilters({ query, set, sales, today, showAgent }: SalesFiltersProps) {
  const { agentId, vendorId, search } = query;
  const agent = sales?.find((sale) => sale.agentId === agentId)?.agent ?? null;
  const vendor = sales?.find((sale) => sale.vendorId === vendorId)?.vendor ?? null;
  const otherAgent = useChosenAgent(sales && !agent ? agentId : null);
  const otherVendor = useChosenVendor(sales && !vendor ? vendorId : null);
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  return (
    <div className="pp-filters">
      <SearchBox label="Search customers" value={text} onChange={setText} />
      {showAgent && (
        <AgentFilter
          selected={agentId}
          person={agent ?? otherAgent}
          useOptions={useAgentOptions}
          onChange={(id) => set({ agentId: id })}
        />
      )}
      <VendorFilter
        selected={vendorId}
        name={(vendor ?? otherVendor)?.name ?? null}
        useOptions={useVendorOptions}
        onChange={(id) => set({ vendorId: id })}
      />
      <DateRangePicker
        label="Sale date"
        value={query}
        today={today}
        onChange={({ start, end }) => set({ from: start ?? '', to: end ?? '' })}
      />
      <SortSelect {...{ query, set }} />
    </div>
  );
}

const ORDERS = [
  { value: 'saleDate-asc', label: 'Oldest sale first' },
  { value: 'totalAmount-desc', label: 'Highest total' },
  { value: 'totalAmount-asc', label: 'Lowest total' },
  { value: 'commissionAmount-desc', label: 'Highest commission' },
  { value: 'travelDate-desc', label: 'Latest travel' },
  { value: 'travelDate-asc', label: 'Earliest travel' },
  { value: 'customer-asc', label: 'Customer A to Z' },
  { value: 'vendor-asc', label: 'Vendor A to Z' },
  { value: 'bookingReference-asc', label: 'Booking reference' },
  { value: 'createdAt-desc', label: 'Last recorded' },
] as const;

function SortSelect({ query: { sort }, set }: Pick<SalesFiltersProps, 'query' | 'set'>) {
  const value = `${sort.column}-${sort.direction}`;
  return (
    <span className="only-m">
      <FilterSelect
        label="Sort"
        allLabel="Newest sale first"
        options={ORDERS}
        value={ORDERS.some((order) => order.value === value) ? value : ''}
        onChange={(next) => {
          const [column = '', dir = ''] = next.split('-');
          set({ sort: column, dir });
        }}
      />
    </span>
  );
}
