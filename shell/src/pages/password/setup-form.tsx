import { useEffect, useState, type SubmitEvent } from 'react';
import { LIMITS } from '@paperplane/shared/domain';
import {
  acceptInvitation,
  enterOrganization,
  updatePassword,
  useAuth,
  type InvitationPreview,
} from '@paperplane/shared/platform';
import { Button, InlineBanner, TextField } from '@paperplane/shared/ui';
import { preloadLayout } from '../../router/preload-layout';
import { NewPassword } from '../auth/new-password';
import { weakPassword } from '../auth/password-rule';
import { useFields } from '../auth/use-fields';
import { MOVE_ON, SETUP_TITLE, setupFailure, setupProblems, type SetupValues } from './password-rules';

/** The name is as the inviter wrote it until it is corrected. */
const start = ({ firstName, lastName }: InvitationPreview) => ({
  firstName,
  lastName,
  password: '',
  passwordConfirmation: '',
});

/** Password first, then the membership. A password set by an attempt that broke off later is as good as a new one. */
async function setUp(values: SetupValues, invitationId: string) {
  const saved = await updatePassword({ password: values.password });
  if (!saved.success && saved.error.code !== 'same_password') return saved;
  return acceptInvitation({ firstName: values.firstName, lastName: values.lastName, invitationId });
}

/** Who invites, and what the account needs: a name and a password. Leads to the dashboard, by way of the guard. */
export function SetupForm({ invitation }: { invitation: InvitationPreview }) {
  const { sessionEmail } = useAuth();
  const form = useFields(start(invitation), setupProblems);
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<'typing' | 'saving' | 'done'>('typing');

  useEffect(() => {
    if (state !== 'done') return;
    preloadLayout();
    const timer = setTimeout(() => void enterOrganization(), MOVE_ON);
    return () => clearTimeout(timer);
  }, [state]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state !== 'typing' || !form.check()) return;
    setFailure(null);
    setState('saving');
    const result = await setUp(form.values, invitation.id);
    setState(result.success ? 'done' : 'typing');
    if (result.success) return;
    const weak = weakPassword(result.error, LIMITS.passwordMinCreate);
    if (weak) form.refuse('password', weak);
    else setFailure(setupFailure(result.error));
  }

  return (
    <>
      <p className="auth-lead">
        {invitation.inviterName} invites you to join{' '}
        <b className="pp-strong">{invitation.organizationName}</b> as {invitation.role}.
      </p>
      {failure && (
        <InlineBanner tone="danger" title={SETUP_TITLE}>
          {failure}
        </InlineBanner>
      )}
      {state === 'done' && (
        <InlineBanner tone="success" title="Your account is ready.">
          Your dashboard opens.
        </InlineBanner>
      )}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" autoComplete="username" value={sessionEmail} readOnly hidden />
        <div className="auth-two">
          <TextField label="First name" autoComplete="given-name" {...form.text('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...form.text('lastName')} />
        </div>
        <NewPassword
          form={form}
          labels={['Password', 'Password confirmation']}
          least={LIMITS.passwordMinCreate}
        />
        <Button type="submit" size="lg" block loading={state === 'saving'} disabled={state === 'done'}>
          Create account
        </Button>
      </form>
    </>
  );
}
