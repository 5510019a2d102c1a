import { displayName, type IsoDate } from '@paperplane/shared/domain';
import { useAgentOptions, useChosenAgent, useCurrentUser } from '@paperplane/shared/platform';
import {
  Avatar,
  DateRangePicker,
  FileText,
  FilterPicker,
  FilterSearch,
  FilterToggle,
  UserRound,
} from '@paperplane/shared/ui';
import type { AuditLogQuery, AuditLogValues } from './audit-log-list';
import { recordText, type AuditEntry } from './entry-words';

interface AuditLogFiltersProps {
  query: AuditLogQuery;
  set: (changes: Partial<AuditLogValues>, options?: { replace?: boolean }) => void;
  /** What is on screen: it names the person and the record of a link. */
  rows: readonly AuditEntry[] | undefined;
  today: IsoDate;
}

type Person = ReturnType<typeof useAgentOptions>['items'][number];

/** Search, who, the record that all is shown of, and days. */
export function AuditLogFilters({ query, set, rows, today }: AuditLogFiltersProps) {
  const { dateOrder } = useCurrentUser().organization;
  const { actorId, recordId, search } = query;
  const actor = rows?.find((row) => row.actor?.id === actorId)?.actor ?? null;
  const other = useChosenAgent(rows && !actor ? actorId : null);
  const named = actor ?? other;
  const about = rows?.find((row) => row.record.about === recordId);
  return (
    <div className="pp-filters">
      <FilterSearch
        label="Search the log"
        finds="Person, record, amount"
        hotkey="/"
        search={search}
        set={set}
      />
      <FilterPicker<Person>
        label="Who"
        icon={<UserRound className="pp-i" />}
        selected={actorId}
        selectedText={named ? displayName(named) : actorId && 'One person'}
        useOptions={useAgentOptions}
        itemKey={({ id }) => id}
        itemText={(person) => displayName(person)}
        renderItem={(person) => (
          <>
            <Avatar person={person} size="sm" />
            <span className="pp-grow pp-trunc">{displayName(person)}</span>
          </>
        )}
        searchLabel="Search people"
        finds="Name or email"
        emptyText="Nobody found"
        onSelect={({ id }) => set({ who: id })}
        onClear={() => set({ who: '' })}
      />
      {recordId && (
        <FilterToggle
          label={about ? `About ${recordText(about)}` : 'About one record'}
          icon={<FileText className="pp-i" />}
          on
          onChange={() => set({ about: '' })}
        />
      )}
      {query.entry && (
        <FilterToggle
          label="One entry"
          icon={<FileText className="pp-i" />}
          on
          onChange={() => set({ entry: '' })}
        />
      )}
      <DateRangePicker
        label="When"
        value={query}
        today={today}
        order={dateOrder}
        onChange={({ start, end }) => set({ from: start ?? '', to: end ?? '' })}
      />
    </div>
  );
}
