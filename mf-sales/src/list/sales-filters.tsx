import type { IsoDate } from '@paperplane/shared/domain';
import { SaleFilters } from '@paperplane/shared/records';
import { FilterSearch, FilterToggle, PlaneTakeoff, SortFilter } from '@paperplane/shared/ui';
import type { Sale } from '../sale';
import type { SalesQuery } from '../sales-list';
import type { SalesListValues } from './sales-query';

interface SalesFiltersProps {
  query: SalesQuery;
  set: (changes: Partial<SalesListValues>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the agent and the vendor of a link without another request. */
  sales: readonly Sale[] | undefined;
  today: IsoDate;
  /** Admins only: an agent sees no other agent's sales. */
  showAgent: boolean;
}

/** Search, agent, vendor, dates and what departs unpaid; on a phone also the order, which a table's head says elsewhere. */
export function SalesFilters({ query, set, sales, today, showAgent }: SalesFiltersProps) {
  const { agentId, vendorId, search, sort, departing, groupId } = query;
  const agent = sales?.find((sale) => sale.agentId === agentId)?.agent ?? null;
  const vendor = sales?.find((sale) => sale.vendorId === vendorId)?.vendor ?? null;
  return (
    <div className="pp-filters">
      <FilterSearch label="Search sales" finds="Customer or reference" search={search} set={set} />
      <SaleFilters {...{ query, set, today, showAgent, agent, vendor }} isThere={sales !== undefined} />
      <FilterToggle
        label="Departing unpaid"
        icon={<PlaneTakeoff className="pp-i" />}
        on={departing}
        onChange={(on) => set({ departing: on ? 'true' : '' })}
      />
      {groupId && (
        <FilterToggle
          label="One group"
          icon={<PlaneTakeoff className="pp-i" />}
          on
          onChange={() => set({ groupId: '' })}
        />
      )}
      <SortFilter first="Newest sale first" orders={ORDERS} sort={sort} set={set} />
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
