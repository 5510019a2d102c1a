import { useState } from 'react';
import { paths, useAuth, useQueryState } from '@paperplane/shared/platform';
import { PageHead, useTabTitle } from '@paperplane/shared/ui';
import { OrganizationSections } from './organization/organization-sections';
import { OwnSections } from './own-sections';
import { ProfileTabs } from './profile-tabs';
import './profile.css';

type Tab = 'you' | 'organization';

/** Their name in the menus, too. */
const AGENCY_SETTINGS = 'Agency settings';

/** One's own profile; for admins the organization's settings beside it. What is typed on one side outlives a look at the other. */
export default function ProfilePage() {
  const { isAdmin } = useAuth();
  const { values, search } = useQueryState({ tab: 'you' });
  const showsOrganization = isAdmin && values.tab === 'organization';
  const shown: Tab = showsOrganization ? 'organization' : 'you';
  useTabTitle(showsOrganization ? AGENCY_SETTINGS : 'Your Profile');
  const [opened, setOpened] = useState<readonly Tab[]>([shown]);
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  return (
    <main id="main" className="pp-page">
      <div className="shell-reading">
        <PageHead title={showsOrganization ? AGENCY_SETTINGS : 'Your Profile'} />
        <ProfileTabs current={shown} hrefOf={(name) => paths.profile.href() + search({ tab: name })} />
        <div hidden={shown !== 'you'}>{opened.includes('you') && <OwnSections />}</div>
        <div hidden={shown !== 'organization'}>
          {isAdmin && opened.includes('organization') && <OrganizationSections />}
        </div>
      </div>
    </main>
  );
}
