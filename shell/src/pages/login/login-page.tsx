import { useState, type MouseEvent, type SubmitEvent } from 'react';
import { MESSAGES } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  resetPasswordForEmail,
  sessionEnded,
  typingIsKept,
  signIn,
  useNavigate,
} from '@paperplane/shared/platform';
import { Button, Checkbox, InlineBanner, TextField } from '@paperplane/shared/ui';
import { mailLinkError } from '../../config/mail-link-error';
import { preloadLayout } from '../../router/preload-layout';
import { AuthFrame } from '../auth/auth-frame';
import { PasswordField } from '../auth/password-field';
import { useFields } from '../auth/use-fields';
import { forgotFailure, FORGOT_SENT, loginFailure, loginProblems, sessionEndedText } from './login-rules';

const EMPTY = { email: '', password: '', rememberMe: true };

/** docs/product/tenancy.md, Sign-in. The guard decides where a successful sign-in leads: it reads `?redirect=`. */
export default function LoginPage() {
  const navigate = useNavigate();
  const form = useFields(EMPTY, loginProblems);
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.check()) return;
    const { email, password, rememberMe } = form.values;
    setFailure(null);
    setSent(false);
    setBusy(true);
    preloadLayout();
    const result = await signIn({ email, password, remember: rememberMe });
    setBusy(false);
    if (result.success) return;
    if (result.error.type === 'AUTH_EMAIL_NOT_CONFIRMED') {
      await navigate(paths.emailConfirmation.href({ email: email.trim() }));
      return;
    }
    setFailure(loginFailure(result.error));
  }

  /** Mails the link to the address that is typed in. Opened in another tab, the page behind it asks for one. */
  async function forgot(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const email = form.values.email.trim();
    if (!email) return form.refuse('email', MESSAGES.forgotEmailMissing);
    if (busy) return;
    setFailure(null);
    setSent(false);
    setBusy(true);
    const result = await resetPasswordForEmail(email);
    setBusy(false);
    setSent(result.success);
    if (!result.success) setFailure(forgotFailure(result.error));
  }

  return (
    <AuthFrame>
      <h1>Log in</h1>
      <p className="auth-lead">
        New here?{' '}
        <Link className="pp-link" to={paths.signup.href()}>
          Create your agency
        </Link>
      </p>
      {sent ? <InlineBanner tone="success">{FORGOT_SENT}</InlineBanner> : <LoginNotice failure={failure} />}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField label="Email" type="email" autoComplete="username" {...form.text('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          labelAction={
            <Link className="pp-link" to={paths.resetPassword.href()} onClick={(event) => void forgot(event)}>
              Forgot your password?
            </Link>
          }
          {...form.text('password')}
        />
        <Checkbox label="Remember me" {...form.box('rememberMe')} />
        <Button type="submit" size="lg" block loading={busy}>
          Log in
        </Button>
      </form>
    </AuthFrame>
  );
}

/** What went wrong: with this sign-in, else with the link from a mail that led here, else with the last session. */
function LoginNotice({ failure }: { failure: string | null }) {
  const link = mailLinkError();
  if (failure) return <InlineBanner tone="danger">{failure}</InlineBanner>;
  if (!link)
    return sessionEnded() ? (
      <InlineBanner tone="info">{sessionEndedText(typingIsKept())}</InlineBanner>
    ) : null;
  return (
    <InlineBanner tone="warning" title={link}>
      <p>
        If your address is confirmed already, log in. Otherwise{' '}
        <Link className="pp-link" to={paths.emailConfirmation.href()}>
          send a new link
        </Link>
        .
      </p>
    </InlineBanner>
  );
}
