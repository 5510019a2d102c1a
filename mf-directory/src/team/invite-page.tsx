import { plural } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { Card, InlineBanner, PageHead } from '@paperplane/shared/ui';
import { useCountTeamQuery } from '../team-api';
import { RoleGuide } from './role-guide';

/** /team/invite (admins): how people join and what they may do then. Sending invitations needs the invitation mails. */
export default function InvitePage() {
  const { organizationName } = useAuth();
  const { data: active } = useCountTeamQuery('active');
  return (
    <main id="main" className="pp-page">
      <PageHead title="Invite agent" back={{ to: paths.team.href(), label: 'Team' }} link={Link} />
      <div className="pp-grid">
        <div className="c8 pp-stack">
          <InlineBanner tone="info" title="Paperplane does not send invitations yet">
            A colleague who signs up alone starts an agency of their own, and cannot move to yours afterwards.
          </InlineBanner>
          <RoleGuide />
        </div>
        <div className="c4">
          <Card title={organizationName}>
            <p>
              {active === undefined
                ? 'Names, roles and who is active are on the team page.'
                : `${plural(active, 'person can', 'people can')} sign in today.`}
            </p>
            <p className="mt-3">
              <Link className="pp-link" to={paths.team.href()}>
                View the team
              </Link>
            </p>
          </Card>
        </div>
      </div>
    </main>
  );
}
