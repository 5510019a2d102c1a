import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, InlineBanner } from '@paperplane/shared/ui';
import { AuthFrame } from '../auth/auth-frame';
import { SupportLine } from './support-line';

/** Spec section 2, create password. This version knows no invitations yet, so a link that leads here cannot be valid. */
export default function CreatePasswordPage() {
  return (
    <AuthFrame>
      <h1>Set up your account</h1>
      <p className="auth-lead">An invitation to an agency opens this page.</p>
      <InlineBanner tone="danger" title="Error setting up your account">
        <p>
          This invitation link is not valid. Ask whoever invited you for a new one.
          <SupportLine about="For help, write to" />
        </p>
      </InlineBanner>
      <div className="auth-actions">
        <Link className={buttonClass('outline')} to={paths.login.href()}>
          <span>Back to log in</span>
        </Link>
      </div>
    </AuthFrame>
  );
}
