import type { TeamPerson } from './team';
import './team.css';

/** Whether a person may sign in and work: a dot and the word. */
export function PersonState({ person }: { person: Pick<TeamPerson, 'isActive' | 'kind' | 'isExpired'> }) {
  const { isActive, isExpired } = person;
  const [kind, word] =
    person.kind === 'invitation'
      ? ['is-invited', isExpired ? 'Expired' : 'Invited']
      : isActive
        ? ['', 'Active']
        : ['is-off', 'Inactive'];
  return (
    <span className={`member-state ${kind}`.trim()}>
      <i aria-hidden="true" />
      {word}
    </span>
  );
}
