import { useEffect, useState, type SubmitEvent } from 'react';
import { LIMITS } from '@paperplane/shared/domain';
import { paths, signOut, updatePassword, useAuth, useNavigate } from '@paperplane/shared/platform';
import { Button, InlineBanner } from '@paperplane/shared/ui';
import { AuthFrame } from '../auth/auth-frame';
import { weakPassword } from '../auth/password-rule';
import { NewPasswordFields, useNewPassword } from './new-password-fields';
import { MOVE_ON, RESET_DONE, resetFailure } from './password-rules';
import { WithoutLink } from './without-link';

/** Sets a new password (docs/product/tenancy.md, Forgotten passwords): for the session a mailed link opened. Everybody else is told what is missing, and offered such a link. */
export default function ResetPasswordPage() {
  const { passwordDue } = useAuth();
  return (
    <AuthFrame>
      <h1>Reset your password</h1>
      {passwordDue === 'reset' ? <NewPassword /> : <WithoutLink />}
    </AuthFrame>
  );
}

function NewPassword() {
  const navigate = useNavigate();
  const { sessionEmail } = useAuth();
  const form = useNewPassword();
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<'typing' | 'saving' | 'done'>('typing');

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
    if (result.success) return;
    const weak = weakPassword(result.error, LIMITS.passwordMinReset);
    if (weak) form.refuse('password', weak);
    else setFailure(resetFailure(result.error));
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
        <NewPasswordFields form={form} />
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
