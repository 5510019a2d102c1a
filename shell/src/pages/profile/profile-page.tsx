import { useState } from 'react';
import { Link, paths, useAuth, useQueryState } from '@paperplane/shared/platform';
import { PageHead, Segmented, useTabTitle } from '@paperplane/shared/ui';
import { OrganizationSections } from './organization/organization-sections';
import { OwnSections } from './own-sections';
import './profile.css';

type Tab = 'you' | 'organization';

/** Their name in the menus, too. */
const AGENCY_SETTINGS = 'Agency settings';

/** One's own profile; for admins the organization's settings beside it. What is typed on one side outlives a look at the other. */
export default function ProfilePage() {
  const { isAdmin, isOwner } = useAuth();
  const { values, search } = useQueryState({ tab: 'you' });
  const showsOrganization = isAdmin && values.tab === 'organization';
  const shown: Tab = showsOrganization ? 'organization' : 'you';
  useTabTitle(showsOrganization ? AGENCY_SETTINGS : 'Your Profile');
  const [opened, setOpened] = useState<readonly Tab[]>([shown]);
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  const tab = (label: string, name: Tab) => ({
    label,
    to: paths.profile.href() + search({ tab: name }),
    active: name === shown,
  });
  return (
    <main id="main" className="pp-page">
      <div className="shell-reading">
        <PageHead title={showsOrganization ? AGENCY_SETTINGS : 'Your Profile'} />
        {isAdmin && (
          <div className="profile-tabs">
            <Segmented
              label="Settings"
              link={Link}
              segments={[
                tab('You', 'you'),
                tab('Organization', 'organization'),
                { label: 'Audit log', to: paths.auditLog.href(), active: false },
                ...(isOwner ? [{ label: 'Take it with you', to: paths.takeout.href(), active: false }] : []),
              ]}
            />
          </div>
        )}
        <div hidden={shown !== 'you'}>{opened.includes('you') && <OwnSections />}</div>
        <div hidden={shown !== 'organization'}>
          {isAdmin && opened.includes('organization') && <OrganizationSections />}
        </div>
      </div>
    </main>
  );
}
