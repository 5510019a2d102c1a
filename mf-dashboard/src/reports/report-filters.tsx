import { CATEGORY_LABELS, statusLabel, VENDOR_CATEGORIES, type IsoDate } from '@paperplane/shared/domain';
import {
  useAgentOptions,
  useChosenAgent,
  useChosenVendor,
  useVendorOptions,
  useCurrentUser,
} from '@paperplane/shared/platform';
import {
  AgentFilter,
  CircleDot,
  DateRangePicker,
  FilterSelect,
  Ticket,
  VendorFilter,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { ChoiceFilter } from './choice-filter';
import {
  datesOf,
  rangeValues,
  REPORT_RANGES,
  type Choices,
  type Definition,
  type ReportValues,
} from './definition';
import { BASIS_WORDS, COMPARE_WORDS, GROUP_WORDS, shortRange } from './report-words';

interface ReportFiltersProps {
  definition: Definition;
  choices: Choices;
  set: (changes: Partial<ReportValues>) => void;
  today: IsoDate;
  /** Admins only: an agent sees no other agent's figures. */
  isAdmin: boolean;
  /** Behind them: the order of the table on a phone. */
  children?: ReactNode;
}

/** What a report is of: range, dates that count, groups, comparison, and whom it is narrowed to. */
export function ReportFilters({ definition, choices, set, today, isAdmin, children }: ReportFiltersProps) {
  const { dateOrder } = useCurrentUser().organization;
  const { agent_id: agentId = null, vendor_id: vendorId = null } = definition;
  const agent = useChosenAgent(agentId);
  const vendor = useChosenVendor(vendorId);
  const options = (list: readonly string[], words: Readonly<Record<string, string>>) =>
    list.map((value) => ({ value, label: words[value] ?? value }));
  const groups = choices.groups.filter(
    (group) => isAdmin || group !== 'agent' || choices.groups[0] === 'agent',
  );
  return (
    <div className="report-bar" role="group" aria-label="Filters">
      <DateRangePicker
        label="Range"
        value={datesOf(definition, choices, today)}
        today={today}
        order={dateOrder}
        presets={REPORT_RANGES}
        describe={shortRange}
        required
        onChange={({ start, end }) => start && end && set(rangeValues(start, end, today))}
      />
      {choices.bases.length > 1 && (
        <ChoiceFilter
          label="Date that counts"
          lead="By"
          value={definition.basis ?? choices.bases[0] ?? ''}
          options={options(choices.bases, BASIS_WORDS)}
          onChange={(basis) => set({ basis: basis === choices.bases[0] ? '' : basis })}
        />
      )}
      <ChoiceFilter
        label="Grouped by"
        lead="Grouped by"
        value={definition.group ?? choices.groups[0] ?? ''}
        options={options(groups, GROUP_WORDS)}
        onChange={(group) => set({ group: group === choices.groups[0] ? '' : group })}
      />
      <FilterSelect
        label="Compare"
        allLabel="No comparison"
        value={definition.compare ?? ''}
        options={Object.entries(COMPARE_WORDS).map(([value, words]) => ({
          value,
          label: `Against ${words}`,
        }))}
        onChange={(compare) => set({ compare })}
      />
      <span className="sep" />
      {isAdmin && (
        <AgentFilter
          selected={agentId}
          person={agent}
          useOptions={useAgentOptions}
          onChange={(id) => set({ agentId: id })}
        />
      )}
      {choices.byVendor !== false && (
        <>
          <VendorFilter
            selected={vendorId}
            name={vendor?.name ?? null}
            useOptions={useVendorOptions}
            onChange={(id) => set({ vendorId: id })}
          />
          <FilterSelect
            label="Category"
            allLabel="All categories"
            icon={<Ticket className="pp-i" />}
            value={definition.category ?? ''}
            options={VENDOR_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
            onChange={(category) => set({ category })}
          />
        </>
      )}
      {choices.statuses.length > 0 && (
        <FilterSelect
          label="Status"
          allLabel="All but cancelled"
          icon={<CircleDot className="pp-i" />}
          value={definition.status ?? ''}
          options={choices.statuses.map((value) => ({ value, label: statusLabel(value) }))}
          onChange={(status) => set({ status })}
        />
      )}
      {children}
    </div>
  );
}
