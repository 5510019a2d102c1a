import './team.css';

/** Whether a person may sign in and work: a dot and the word. */
export function MemberState({ isActive }: { isActive: boolean }) {
  return (
    <span className={isActive ? 'member-state' : 'member-state is-off'}>
      <i aria-hidden="true" />
      {isActive ? 'Active' : 'Inactive'}
    </span>
  );
}
