import { displayName } from '@paperplane/shared/domain';
import type { RecordType } from '@paperplane/shared/platform';
import { Avatar } from '@paperplane/shared/ui';
import { describeReader, type Reader } from './conversation';

interface MentionListProps {
  id: string;
  type: RecordType;
  people: readonly Reader[];
  active: number;
  onPick: (person: Reader) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The people whose names begin with what was typed behind `@`. */
export function MentionList({ id, type, people, active, onPick }: MentionListProps) {
  return (
    <div className="pp-pop pp-menu talk-pick">
      <div role="listbox" id={id} aria-label={`People who may see this ${type}`}>
        {people.map((person, index) => (
          <div
            key={person.id}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={index === active ? 'talk-option is-active' : 'talk-option'}
            // Before the text loses the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              onPick(person);
            }}
          >
            <Avatar person={person} size="sm" />
            <span className="pp-grow pp-trunc">{displayName(person)}</span>
            <span className="pp-muted pp-sm">{describeReader(person, type)}</span>
          </div>
        ))}
      </div>
      <p>Only people who may see this {type}</p>
    </div>
  );
}
