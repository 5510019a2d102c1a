import type { IsoDate } from '@paperplane/shared/domain';
import {
  useAgentOptions,
  useChosenAgent,
  useChosenVendor,
  useCurrentUser,
  useVendorOptions,
} from '@paperplane/shared/platform';
import { AgentFilter, DateRangePicker, VendorFilter } from '@paperplane/shared/ui';

interface VendorAndDates {
  vendorId: string | null;
  start: IsoDate | null;
  end: IsoDate | null;
}

interface VendorAndDateFiltersProps {
  query: VendorAndDates;
  set: (changes: { vendorId?: string; from?: string; to?: string }) => void;
  /** What is on screen, once it is there: it names the vendor of a link without another request. */
  vendor: { name: string } | null;
  isThere: boolean;
  today: IsoDate;
  /** Which day is meant. */
  dates: string;
}

/** From whom, and of which days. */
export function VendorAndDateFilters({
  query,
  set,
  vendor,
  isThere,
  today,
  dates,
}: VendorAndDateFiltersProps) {
  const { dateOrder } = useCurrentUser().organization;
  const { vendorId } = query;
  const other = useChosenVendor(isThere && !vendor ? vendorId : null);
  return (
    <>
      <VendorFilter
        selected={vendorId}
        name={(vendor ?? other)?.name ?? null}
        useOptions={useVendorOptions}
        onChange={(id) => set({ vendorId: id })}
      />
      <DateRangePicker
        label={dates}
        value={query}
        today={today}
        order={dateOrder}
        onChange={({ start, end }) => set({ from: start ?? '', to: end ?? '' })}
      />
    </>
  );
}

interface SaleFiltersProps extends Omit<VendorAndDateFiltersProps, 'query' | 'set' | 'dates'> {
  query: VendorAndDates & { agentId: string | null };
  set: (changes: { agentId?: string; vendorId?: string; from?: string; to?: string }) => void;
  /** Named as the vendor is. */
  agent: Parameters<typeof AgentFilter>[0]['person'];
  /** Admins only: an agent sees nothing of another agent. */
  showAgent: boolean;
}

/** Whose sales, from whom and of which days. */
export function SaleFilters({ agent, showAgent, ...shared }: SaleFiltersProps) {
  const { query, set, isThere } = shared;
  const other = useChosenAgent(isThere && !agent ? query.agentId : null);
  return (
    <>
      {showAgent && (
        <AgentFilter
          selected={query.agentId}
          person={agent ?? other}
          useOptions={useAgentOptions}
          onChange={(id) => set({ agentId: id })}
        />
      )}
      <VendorAndDateFilters {...shared} dates="Sale date" />
    </>
  );
}
