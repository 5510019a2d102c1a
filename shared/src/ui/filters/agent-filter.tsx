import { displayName, type PersonName } from '../../domain/names';
import { Avatar } from '../pictures/avatar';
import { FilterPicker, type FilterOptions } from './filter-picker';
import { UserRound } from '../base/icons';

interface Agent extends PersonName {
  id: string;
  avatarUrl: string | null;
  isActive: boolean;
}

export interface AgentFilterProps {
  /** Id in the address; `null` for no filter. */
  selected: string | null;
  /** Who that is, once it is known. */
  person: PersonName | null;
  /** platform's `useAgentOptions`. */
  useOptions: (search: string) => FilterOptions<Agent>;
  /** An id, or `''` for everybody. */
  onChange: (id: string) => void;
}

/** A list's filter by agent. For admins: an agent sees no other agent's sales. */
export function AgentFilter({ selected, person, useOptions, onChange }: AgentFilterProps) {
  return (
    <FilterPicker<Agent>
      label="Agent"
      icon={<UserRound className="pp-i" />}
      selected={selected}
      selectedText={person && displayName(person)}
      useOptions={useOptions}
      itemKey={({ id }) => id}
      itemText={(agent) => displayName(agent)}
      renderItem={(agent) => (
        <>
          <Avatar person={agent} size="sm" />
          <span className="pp-grow pp-trunc">
            {displayName(agent)} {!agent.isActive && <small>Inactive</small>}
          </span>
        </>
      )}
      searchLabel="Search agents"
      finds="Name or email"
      emptyText="No agent found"
      onSelect={({ id }) => onChange(id)}
      onClear={() => onChange('')}
    />
  );
}
