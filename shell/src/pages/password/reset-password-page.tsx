import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, InlineBanner } from '@paperplane/shared/ui';
import { AuthFrame } from '../auth/auth-frame';
import { SupportLine } from './support-line';

/** Spec section 2, reset password. This version sends no password mails yet, and says so instead of offering a form. */
export default function ResetPasswordPage() {
  return (
    <AuthFrame>
      <h1>Reset your password</h1>
      <p className="auth-lead">Passwords cannot be reset by email in this version.</p>
      <InlineBanner tone="info" title="No link is on its way">
        <p>
          A link that led you here is not valid.
          <SupportLine about="If you forgot your password, write to" />
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
