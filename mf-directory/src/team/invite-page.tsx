import { Link, paths } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { InviteForm } from './invite-form';
import { PendingInvitations } from './pending-invitations';
import './team.css';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

/** /team/invite (admins): who is to join, and who has been asked already. */
export default function InvitePage() {
  return (
    <main id="main" className="pp-page">
      <PageHead title="Invite agent" back={{ to: paths.team.href(), label: 'Team' }} link={Link} />
      <div className="pp-grid team-invite-grid">
        <div className="c6">
          <InviteForm />
        </div>
        <div className="c6">
          <PendingInvitations />
        </div>
      </div>
    </main>
  );
}
