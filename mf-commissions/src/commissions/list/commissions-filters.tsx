import type { IsoDate } from '@paperplane/shared/domain';
import { SaleFilters } from '@paperplane/shared/records';
import { Clock, FilterSearch, FilterToggle, SortFilter, Wallet } from '@paperplane/shared/ui';
import type { CommissionListItem, CommissionsQuery } from '../commission-list';
import type { CommissionListValues } from './commissions-query';

interface CommissionsFiltersProps {
  query: CommissionsQuery;
  set: (changes: Partial<CommissionListValues>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the agent and the vendor of a link without another request. */
  items: readonly CommissionListItem[] | undefined;
  today: IsoDate;
  /** Admins only: an agent sees no other agent's commissions. */
  showAgent: boolean;
}

const ORDERS = [
  { value: 'createdAt-asc', label: 'Oldest first' },
  { value: 'saleDate-desc', label: 'Newest sale first' },
  { value: 'saleDate-asc', label: 'Oldest sale first' },
  { value: 'amount-desc', label: 'Highest commission' },
  { value: 'amount-asc', label: 'Lowest commission' },
  { value: 'totalAmount-desc', label: 'Highest sale total' },
  { value: 'customer-asc', label: 'Customer A to Z' },
  { value: 'vendor-asc', label: 'Vendor A to Z' },
  { value: 'bookingReference-asc', label: 'Booking reference' },
] as const;

/** Of what is overdue, which comes the longest overdue first. */
const OVERDUE_ORDERS = [
  { value: 'dueOn-desc', label: 'Just overdue' },
  { value: 'createdAt-desc', label: 'Newest first' },
  ...ORDERS,
] as const;

/** What is no longer only overdue has no order by its due day. */
const withoutDueOn = ({ column }: CommissionsQuery['sort']) =>
  column === 'dueOn' ? { sort: '', dir: '' } : {};

/** Search, agent, vendor, dates, what is overdue and what is ready to pay; on a phone also the order, which a table's head says elsewhere. */
export function CommissionsFilters({ query, set, items, today, showAgent }: CommissionsFiltersProps) {
  const { agentId, vendorId, search, sort, overdue, ready } = query;
  const agent = items?.find((item) => item.agent.id === agentId)?.agent ?? null;
  const vendor = items?.find((item) => item.vendor.id === vendorId)?.vendor ?? null;
  return (
    <div className="pp-filters">
      <FilterSearch
        label="Search commissions"
        finds="Customer, reference, vendor"
        search={search}
        set={set}
      />
      <SaleFilters {...{ query, set, today, showAgent, agent, vendor }} isThere={items !== undefined} />
      <FilterToggle
        label="Overdue"
        icon={<Clock className="pp-i" />}
        on={overdue}
        onChange={(on) => set(on ? { overdue: 'true' } : { overdue: '', ...withoutDueOn(sort) })}
      />
      <FilterToggle
        label="Ready to pay"
        icon={<Wallet className="pp-i" />}
        on={ready}
        onChange={(on) => set({ ready: on ? 'true' : '' })}
      />
      <SortFilter
        first={overdue ? 'Longest overdue' : 'Newest first'}
        orders={overdue ? OVERDUE_ORDERS : ORDERS}
        sort={sort}
        set={set}
      />
    </div>
  );
}
