import { useAgentOptions, useChosenAgent } from '@paperplane/shared/platform';
import { AgentFilter, FilterSelect, SearchBox, useSearchText } from '@paperplane/shared/ui';
import { useCallback } from 'react';
import type { CustomersPage, CustomersQuery } from '../customer';

interface CustomersFiltersProps {
  query: CustomersQuery;
  set: (changes: Record<string, string>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the agent of a link without another request, and the tags there are. */
  page: CustomersPage | undefined;
  /** Admins only: an agent sees no other agent's sales. */
  showAgent: boolean;
}

/** Search, agent and tag; on a phone also the order, which a table's head says elsewhere. */
export function CustomersFilters({ query, set, page, showAgent }: CustomersFiltersProps) {
  const { agentId, search, tag } = query;
  const agent = page?.customers.find((customer) => customer.agent?.id === agentId)?.agent ?? null;
  const other = useChosenAgent(page && !agent ? agentId : null);
  const commit = useCallback(
    // The first letter opens a view to come back from; the next ones only refine it.
    (q: string) => set({ q }, { replace: search !== '' && q !== '' }),
    [set, search],
  );
  const [text, setText] = useSearchText(search, commit);
  const tags = (page?.tags ?? []).map((each) => ({ value: each.tag, label: `${each.tag} (${each.count})` }));
  const isKnown = tags.some(({ value }) => value.toLowerCase() === tag.toLowerCase());
  return (
    <div className="pp-filters">
      <SearchBox label="Search customers" value={text} onChange={setText} />
      {showAgent && (
        <AgentFilter
          selected={agentId}
          person={agent ?? other}
          useOptions={useAgentOptions}
          onChange={(id) => set({ agentId: id })}
        />
      )}
      {(tags.length > 0 || tag) && (
        <FilterSelect
          label="Tag"
          allLabel="All tags"
          options={tag && !isKnown ? [{ value: tag, label: tag }, ...tags] : tags}
          value={tags.find(({ value }) => value.toLowerCase() === tag.toLowerCase())?.value ?? tag}
          onChange={(next) => set({ tag: next })}
        />
      )}
      <SortSelect {...{ query, set }} />
    </div>
  );
}

const ORDERS = [
  { value: 'lastSaleDate-asc', label: 'Longest without a purchase' },
  { value: 'name-asc', label: 'Name A to Z' },
  { value: 'name-desc', label: 'Name Z to A' },
  { value: 'totalAmount-desc', label: 'Highest lifetime sales' },
  { value: 'salesCount-desc', label: 'Most trips' },
  { value: 'createdAt-desc', label: 'Last added' },
] as const;

function SortSelect({ query: { sort }, set }: Pick<CustomersFiltersProps, 'query' | 'set'>) {
  const value = `${sort.column}-${sort.direction}`;
  return (
    <span className="only-m">
      <FilterSelect
        label="Sort"
        allLabel="Latest purchase first"
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
