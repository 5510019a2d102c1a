import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { Segmented } from '@paperplane/shared/ui';

export type ProfileTab = 'you' | 'security' | 'organization';

interface ProfileTabsProps {
  current: ProfileTab;
  /** Of the profile page's own tabs: keeps what else is in the address. */
  hrefOf?: (tab: 'you' | 'organization') => string;
}

const plainHref = (tab: 'you' | 'organization') =>
  paths.profile.href(tab === 'organization' ? { tab } : undefined);

/** Oneself, and for admins the agency. */
export function ProfileTabs({ current, hrefOf = plainHref }: ProfileTabsProps) {
  const { isAdmin, isOwner } = useAuth();
  const tab = (name: ProfileTab, label: string, to: string) => ({ label, to, active: name === current });
  return (
    <div className="profile-tabs">
      <Segmented
        label="Settings"
        link={Link}
        segments={[
          tab('you', 'You', hrefOf('you')),
          tab('security', 'Security', paths.security.href()),
          ...(isAdmin
            ? [
                tab('organization', 'Organization', hrefOf('organization')),
                { label: 'Audit log', to: paths.auditLog.href(), active: false },
                { label: 'Integrations', to: paths.integrations.href(), active: false },
              ]
            : []),
          ...(isOwner ? [{ label: 'Take it with you', to: paths.takeout.href(), active: false }] : []),
        ]}
      />
    </div>
  );
}
