import type { Role } from '@paperplane/shared/domain';
import { CircleAlert, fieldId } from '@paperplane/shared/ui';
import { Choice } from './choice';
import './team.css';

export type ChosenRole = Exclude<Role, 'owner'>;

/** What each role may do, as the database enforces it. */
const CHOICES: readonly { role: ChosenRole; label: string; text: string }[] = [
  {
    role: 'agent',
    label: 'Agent',
    text: 'Records sales, works with customers, sees own sales and commissions.',
  },
  { role: 'admin', label: 'Admin', text: 'Everything agents do, plus vendors, team and payouts.' },
];

interface RoleChoicesProps {
  value: ChosenRole;
  onChoose: (role: ChosenRole) => void;
  /** Why the role of an admin cannot be given. */
  adminRefusal: string | null;
  error?: string;
}

/** Agent or admin, each with what it means; one that may not be given says why. */
export function RoleChoices({ value, onChoose, adminRefusal, error }: RoleChoicesProps) {
  const id = fieldId('role');
  return (
    <fieldset className="pp-field team-roles" aria-describedby={error ? `${id}-help` : undefined}>
      <legend className="pp-label">Role</legend>
      {CHOICES.map(({ role, label, text }, index) => {
        const refusal = role === 'admin' ? adminRefusal : null;
        return (
          <Choice
            key={role}
            name="role"
            id={index === 0 ? id : undefined}
            value={role}
            label={label}
            text={text}
            checked={value === role}
            refusal={value === role ? null : refusal}
            onChoose={() => onChoose(role)}
          />
        );
      })}
      {error && (
        <p className="pp-error" role="alert" id={`${id}-help`}>
          <CircleAlert className="pp-i" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
