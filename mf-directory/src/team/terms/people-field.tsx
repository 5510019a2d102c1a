import { displayName } from '@paperplane/shared/domain';
import { useAgentOptions } from '@paperplane/shared/platform';
import { Combobox, fieldId, IconButton, useDebouncedValue, X } from '@paperplane/shared/ui';
import { useState, type Ref } from 'react';
import { MOST_PEOPLE, type ChosenPerson } from './override-schema';

interface PeopleFieldProps {
  name: string;
  value: readonly ChosenPerson[];
  onChange: (people: ChosenPerson[]) => void;
  onBlur: () => void;
  error: string | undefined;
  /** Who cannot be chosen. */
  without: string;
  ref?: Ref<HTMLInputElement>;
}

/** People of the agency, found by name and collected one by one. */
export function PeopleField({ value, onChange, error, without, ...input }: PeopleFieldProps) {
  const [search, setSearch] = useState('');
  const term = useDebouncedValue(search.trim());
  const { items, loading } = useAgentOptions(term);
  const taken = new Set([without, ...value.map(({ id }) => id)]);
  const free = items
    .filter(({ id, isActive }) => isActive && !taken.has(id))
    .map((person) => ({ id: person.id, name: displayName(person) }));
  return (
    <div>
      <Combobox<ChosenPerson>
        {...input}
        {...(error === undefined ? {} : { error })}
        label="People"
        placeholder="Search by name"
        items={value.length < MOST_PEOPLE ? free : []}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
        selected={null}
        onSelect={(person) => person && onChange([...value, person])}
        emptyOnSelect
        onSearch={setSearch}
        loading={loading || term !== search.trim()}
        emptyText={term ? `Nobody matches “${term}”.` : 'Nobody else to choose.'}
      />
      {value.length > 0 && (
        <ul className="terms-people" aria-label="People">
          {value.map(({ id, name }) => (
            <li key={id} className="pp-chip">
              <span className="pp-trunc">{name}</span>
              <IconButton
                size="xs"
                label={`Remove ${name}`}
                onClick={() => {
                  onChange(value.filter((each) => each.id !== id));
                  // The button goes with its chip; the focus stays in the field.
                  document.getElementById(fieldId(input.name))?.focus();
                }}
              >
                <X className="pp-i pp-i-14" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
