import type { Choice, ChoiceGroup } from './choice';
import { ChoiceRow } from './choice-row';

/** The id of a choice's element, for the field that says which one is active. */
export const optionId = (listId: string, { kind, href, title }: Choice): string =>
  `${listId}-${kind}-${href}-${kind === 'setting' || kind === 'task' ? title.replace(/\s+/g, '-') : ''}`;

interface ChoiceListProps {
  id: string;
  groups: readonly ChoiceGroup[];
  /** Places to go and things to add stand side by side. */
  inColumns: boolean;
  words: readonly string[];
  active: Choice | undefined;
  onActive: (choice: Choice) => void;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
}

/** The choices under their headings: the list of the search's combobox. */
export function ChoiceList({ id, groups, inColumns, words, active, onActive, onChoose }: ChoiceListProps) {
  const drawn = ({ label, choices }: ChoiceGroup) => (
    <div key={label} role="group" aria-label={label}>
      <div className="search-kind" aria-hidden="true">
        {label}
      </div>
      <ul role="presentation">
        {choices.map((choice) => (
          <ChoiceRow
            key={optionId(id, choice)}
            id={optionId(id, choice)}
            choice={choice}
            words={words}
            active={choice === active}
            onActive={() => onActive(choice)}
            onChoose={(inNewTab) => onChoose(choice, inNewTab)}
          />
        ))}
      </ul>
    </div>
  );
  const isRecent = ({ label }: ChoiceGroup) => !inColumns || label === 'Recent';
  const places = groups.filter((group) => !isRecent(group));
  return (
    <div role="listbox" id={`${id}-list`} aria-label="Results">
      {groups.filter(isRecent).map(drawn)}
      {places.length > 0 && (
        <div role="presentation" className="search-columns">
          {places.map(drawn)}
        </div>
      )}
    </div>
  );
}
