import { Link, useQuickActions, type QuickAction } from '@paperplane/shared/platform';
import { Building2, Contact, QuickActionCard, Ticket, UserPlus, Users } from '@paperplane/shared/ui';
import { memo } from 'react';

const ICONS: Record<QuickAction['icon'], typeof Users> = {
  users: Users,
  'user-plus': UserPlus,
  building: Building2,
  contact: Contact,
  ticket: Ticket,
};

/** What the deployed remotes offer this person to do next. */
export const QuickActions = memo(function QuickActions() {
  const actions = useQuickActions();
  if (actions.length === 0) return null;
  return (
    <nav className="pp-quick" aria-label="Quick actions">
      {actions.map(({ path, label, description, icon }) => {
        const Icon = ICONS[icon] ?? Ticket;
        return (
          <QuickActionCard
            key={path}
            to={path}
            link={Link}
            icon={<Icon className="pp-i pp-i-18" />}
            title={label}
            description={description}
          />
        );
      })}
    </nav>
  );
});
