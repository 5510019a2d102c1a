import { Link, paths, useAuth, useQueryState } from '@paperplane/shared/platform';
import { PageHead, Segmented } from '@paperplane/shared/ui';
import { OrganizationSections } from './organization/organization-sections';
import { OwnSections } from './own-sections';
import './profile.css';

/** One's own profile; for admins the organization's settings beside it. */
export default function ProfilePage() {
  const { isAdmin } = useAuth();
  const { values, search } = useQueryState({ tab: 'you' });
  const showsOrganization = isAdmin && values.tab === 'organization';
  const tab = (label: string, name: string, active: boolean) => ({
    label,
    to: paths.profile.href() + search({ tab: name }),
    active,
  });
  return (
    <main id="main" className="pp-page">
      <div className="shell-reading">
        <PageHead title="Your Profile" />
        {isAdmin && (
          <div className="profile-tabs">
            <Segmented
              label="Settings"
              link={Link}
              segments={[
                tab('You', 'you', !showsOrganization),
                tab('Organization', 'organization', showsOrganization),
              ]}
            />
          </div>
        )}
        {showsOrganization ? <OrganizationSections /> : <OwnSections />}
      </div>
    </main>
  );
}
