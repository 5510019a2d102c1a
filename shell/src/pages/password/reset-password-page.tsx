import { useEffect, useState, type SubmitEvent } from 'react';
import {
  paths,
  resetPasswordForEmail,
  signOut,
  updatePassword,
  useAuth,
  useNavigate,
} from '@paperplane/shared/platform';
import { Button, InlineBanner, TextField } from '@paperplane/shared/ui';
import { mailLinkError } from '../../config/landing';
import { AuthFrame } from '../auth/auth-frame';
import { useFields } from '../auth/use-fields';
import { forgotFailure, FORGOT_SENT } from '../login/login-rules';
import { MailForm, type MailNews } from './mail-form';
import { confirmationNews, MOVE_ON, RESET_DONE, resetFailure, resetProblems } from './password-rules';

/** Spec section 2, reset password: for the session a mailed link opened. Everybody else is offered such a link. */
export default function ResetPasswordPage() {
  const { passwordDue } = useAuth();
  return (
    <AuthFrame>
      <h1>Reset your password</h1>
      {passwordDue === 'reset' ? <NewPassword /> : <NewLink />}
    </AuthFrame>
  );
}

const EMPTY = { password: '', passwordConfirmation: '' };

function NewPassword() {
  const navigate = useNavigate();
  const { sessionEmail } = useAuth();
  const form = useFields(EMPTY, resetProblems);
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<'typing' | 'saving' | 'done'>('typing');
  const confirmation = form.text('passwordConfirmation');
  const news = confirmationNews(form.values);

  async function leave() {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  }

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => {
      void signOut().then(() => navigate(paths.login.href(), { replace: true }));
    }, MOVE_ON);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state !== 'typing' || !form.check()) return;
    setFailure(null);
    setState('saving');
    const result = await updatePassword({ password: form.values.password });
    setState(result.success ? 'done' : 'typing');
    if (!result.success) setFailure(resetFailure(result.error));
  }

  return (
    <>
      <p className="auth-lead">
        Choose a new one for <b className="pp-strong">{sessionEmail}</b>.
      </p>
      {failure && <InlineBanner tone="danger">{failure}</InlineBanner>}
      {state === 'done' && (
        <InlineBanner tone="success" title={RESET_DONE}>
          Log in with your new password.
        </InlineBanner>
      )}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" autoComplete="username" value={sessionEmail} readOnly hidden />
        <TextField
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          {...form.text('password')}
        />
        <TextField
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          {...confirmation}
          error={confirmation.error ?? news.error}
          success={news.success}
        />
        <Button type="submit" size="lg" block loading={state === 'saving'} disabled={state === 'done'}>
          Save new password
        </Button>
        {state !== 'done' && (
          <Button variant="link" onClick={() => void leave()}>
            Cancel and go to log in
          </Button>
        )}
      </form>
    </>
  );
}

const sendLink = async (email: string): Promise<MailNews> => {
  const result = await resetPasswordForEmail(email);
  return result.success
    ? { tone: 'success', text: FORGOT_SENT }
    : { tone: 'danger', text: forgotFailure(result.error) };
};

function NewLink() {
  const problem = mailLinkError();
  return (
    <>
      <p className="auth-lead">
        {problem
          ? 'Enter your address, and we send you a new link.'
          : 'A link in a mail opens this page. Enter your address, and we send you one.'}
      </p>
      {problem && <InlineBanner tone="warning" title={problem} />}
      <MailForm button="Send a new link" send={sendLink} />
    </>
  );
}
