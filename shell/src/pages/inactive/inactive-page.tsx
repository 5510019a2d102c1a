import { MISSED, recheckUser, useAuth, useLiveTag } from '@paperplane/shared/platform';
import { Button, FullMessage, Lock, LogOut } from '@paperplane/shared/ui';
import { LogoLink } from '../../layout/logo-link';
import { useSignOut } from '../../layout/use-sign-out';

/** All that a deactivated person sees (docs/product/platform.md, Inactive page). */
export default function InactivePage() {
  const { organizationName, user } = useAuth();
  const { signOut, question } = useSignOut();
  // Whoever is let in again goes on at once.
  useLiveTag(user ? `user:${user.id}` : null, (tag) => {
    if (tag === 'account_changed' || tag === MISSED) void recheckUser();
  });
  return (
    <FullMessage
      header={<LogoLink />}
      illustration={
        <span className="pp-disc">
          <Lock className="pp-i pp-i-24" />
        </span>
      }
      title="Account Inactive"
      actions={
        <>
          <Button variant="outline" icon={<LogOut className="pp-i" />} onClick={signOut}>
            Sign Out
          </Button>
          {question}
        </>
      }
      footer={user && `Signed in as ${user.email}`}
    >
      <p>
        <strong className="pp-strong">Access Restricted.</strong> Your account
        {organizationName && ` at ${organizationName}`} was deactivated. Ask an admin of your agency to
        reactivate it.
      </p>
    </FullMessage>
  );
}
