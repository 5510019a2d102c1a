import type { Role } from '@paperplane/shared/domain';
import { Card } from '@paperplane/shared/ui';
import { RoleBadge } from './role-badge';
import './team.css';

/** What each role may do, as the database enforces it. */
const RIGHTS: Record<Role, string> = {
  agent:
    'Works with customers and picks vendors. Records, edits, marks paid and cancels own sales, and sees own sales, commissions and payouts only.',
  admin:
    'Sees and edits everything in the organization: all sales and commissions, vendors, payouts to agents and the team.',
  owner:
    'Everything an admin may do, plus the organization’s settings. There is always at least one active owner.',
};

/** The three roles in words. */
export function RoleGuide() {
  return (
    <Card title="What each role may do" padded={false}>
      <ul className="role-list">
        {(Object.keys(RIGHTS) as Role[]).map((role) => (
          <li key={role}>
            <span>
              <RoleBadge role={role} />
            </span>
            <p>{RIGHTS[role]}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
