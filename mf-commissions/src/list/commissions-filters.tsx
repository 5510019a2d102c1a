import type { IsoDate, ListValues } from '@paperplane/shared/domain';
import { useAgentOptions, useChosenAgent } from '@paperplane/shared/platform';
import { AgentFilter, DateRangePicker, FilterSelect, SearchBox, useSearchText } from '@paperplane/shared/ui';
import { useCallback } from 'react';
import type { CommissionListItem, CommissionsQuery } from '../commission-list';

interface CommissionsFiltersProps {
  query: CommissionsQuery;
  set: (changes: Partial<ListValues>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the agent of a link without another request. */
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

/** Search, agent and dates; on a phone also the order, which a table's head says elsewhere. */
export function CommissionsFilters({ query, set, items, today, showAgent }: CommissionsFiltersProps) {
  const { agentId, search, sort } = query;
  const agent = items?.find((item) => item.agent.id === agentId)?.agent ?? null;
  const otherAgent = useChosenAgent(items && !agent ? agentId : null);
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  const order = `${sort.column}-${sort.direction}`;
  return (
    <div className="pp-filters">
      <SearchBox label="Search commissions" value={text} onChange={setText} />
      {showAgent && (
        <AgentFilter
          selected={agentId}
          person={agent ?? otherAgent}
          useOptions={useAgentOptions}
          onChange={(id) => set({ agentId: id })}
        />
      )}
      <DateRangePicker
        label="Sale date"
        value={query}
        today={today}
        onChange={({ start, end }) => set({ from: start ?? '', to: end ?? '' })}
      />
      <span className="only-m">
        <FilterSelect
          label="Sort"
          allLabel="Newest first"
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
