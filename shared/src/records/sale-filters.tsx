import type { IsoDate } from '@paperplane/shared/domain';
import {
  useAgentOptions,
  useChosenAgent,
  useChosenVendor,
  useCurrentUser,
  useVendorOptions,
} from '@paperplane/shared/platform';
import { AgentFilter, DateRangePicker, VendorFilter } from '@paperplane/shared/ui';

interface SaleQuery {
  agentId: string | null;
  vendorId: string | null;
  start: IsoDate | null;
  end: IsoDate | null;
}

interface SaleFiltersProps {
  query: SaleQuery;
  set: (changes: { agentId?: string; vendorId?: string; from?: string; to?: string }) => void;
  /** What is on screen, once it is there: it names the agent and the vendor of a link without another request. */
  agent: Parameters<typeof AgentFilter>[0]['person'];
  vendor: { name: string } | null;
  isThere: boolean;
  today: IsoDate;
  /** Admins only: an agent sees nothing of another agent. */
  showAgent: boolean;
}

/** Whose sales, from whom and of which days. */
export function SaleFilters({ query, set, agent, vendor, isThere, today, showAgent }: SaleFiltersProps) {
  const { dateOrder } = useCurrentUser().organization;
  const { agentId, vendorId } = query;
  const otherAgent = useChosenAgent(isThere && !agent ? agentId : null);
  const otherVendor = useChosenVendor(isThere && !vendor ? vendorId : null);
  return (
    <>
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
        order={dateOrder}
        onChange={({ start, end }) => set({ from: start ?? '', to: end ?? '' })}
      />
    </>
  );
}
