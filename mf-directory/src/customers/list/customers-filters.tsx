import { useAgentOptions, useChosenAgent } from '@paperplane/shared/platform';
import { AgentFilter, FilterSearch, FilterSelect, SortFilter } from '@paperplane/shared/ui';
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
  const { agentId, search, sort, tag } = query;
  const agent = page?.rows.find((customer) => customer.agent?.id === agentId)?.agent ?? null;
  const other = useChosenAgent(page && !agent ? agentId : null);
  const tags = (page?.tags ?? []).map((each) => ({ value: each.tag, label: `${each.tag} (${each.count})` }));
  const isKnown = tags.some(({ value }) => value.toLowerCase() === tag.toLowerCase());
  return (
    <div className="pp-filters">
      <FilterSearch label="Search customers" finds="Name, email, phone or tag" search={search} set={set} />
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
      <SortFilter first="Latest purchase first" orders={ORDERS} sort={sort} set={set} />
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
