import { useState, type SubmitEvent } from 'react';
import { LIMITS } from '@paperplane/shared/domain';
import { Link, paths, signUp, useNavigate } from '@paperplane/shared/platform';
import { Button, Checkbox, InlineBanner, TextField } from '@paperplane/shared/ui';
import { AuthFrame } from '../auth/auth-frame';
import { NewPassword } from '../auth/new-password';
import { useFields } from '../auth/use-fields';
import { signupFailure, signupProblems, type SignupFailure } from './signup-rules';

const EMPTY = {
  firstName: '',
  lastName: '',
  organizationName: '',
  email: '',
  password: '',
  passwordConfirmation: '',
  terms: false,
};

/** Opens beside the form, so that nothing typed is lost. */
const beside = { className: 'pp-link', target: '_blank', rel: 'noopener' };

/** Signing up (docs/product/tenancy.md, Sign-up): creates the agency and its owner, then asks to confirm the address. */
export default function SignupPage() {
  const navigate = useNavigate();
  const form = useFields(EMPTY, signupProblems);
  const [failure, setFailure] = useState<SignupFailure | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.check()) return;
    setFailure(null);
    setBusy(true);
    const result = await signUp(form.values);
    setBusy(false);
    if (result.success) {
      await navigate(paths.emailConfirmation.href({ email: form.values.email.trim() }));
      return;
    }
    const refused = signupFailure(result.error);
    if (refused.field) form.refuse(refused.field, refused.message);
    else setFailure(refused);
  }

  return (
    <AuthFrame>
      <h1>Create your agency</h1>
      <p className="auth-lead">
        Free to start. Already have an account?{' '}
        <Link className="pp-link" to={paths.login.href()}>
          Log in
        </Link>
      </p>
      {failure && (
        <InlineBanner tone="danger" title={failure.message}>
          {failure.detail}
        </InlineBanner>
      )}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="auth-two">
          <TextField label="First name" autoComplete="given-name" {...form.text('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...form.text('lastName')} />
        </div>
        <TextField
          label="Organization name"
          autoComplete="organization"
          hint="You become its owner and can invite your team."
          {...form.text('organizationName')}
        />
        <TextField label="Email" type="email" autoComplete="email" {...form.text('email')} />
        <div className="auth-two">
          <NewPassword
            form={form}
            labels={['Password', 'Password confirmation']}
            least={LIMITS.passwordMinReset}
          />
        </div>
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <Link to={paths.terms.href()} {...beside}>
                Terms of Service
              </Link>{' '}
              and{' '}
              <Link to={paths.privacy.href()} {...beside}>
                Privacy Policy
              </Link>
            </>
          }
          {...form.box('terms')}
        />
        <Button type="submit" size="lg" block loading={busy}>
          Create agency
        </Button>
      </form>
    </AuthFrame>
  );
}
