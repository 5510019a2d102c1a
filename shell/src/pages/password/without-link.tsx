import { useState, type SubmitEvent } from 'react';
import { resetPasswordForEmail } from '@paperplane/shared/platform';
import { Button, fieldId, InlineBanner } from '@paperplane/shared/ui';
import { mailLinkError } from '../../config/mail-link-error';
import { forgotFailure, FORGOT_SENT } from '../login/login-rules';
import { MailForm, type MailNews } from './mail-form';
import { NewPasswordFields, useNewPassword } from './new-password-fields';
import { LINK_MISSING, NOT_SAVED } from './password-rules';

const sendLink = async (email: string): Promise<MailNews> => {
  const result = await resetPasswordForEmail(email);
  return result.success
    ? { tone: 'success', text: FORGOT_SENT }
    : { tone: 'danger', text: forgotFailure(result.error) };
};

/**
 * The page as whoever has no good link finds it: the spec's two fields, and, because nobody can tell whose password it would be,
 * what is missing and where to get it.
 */
export function WithoutLink() {
  const form = useNewPassword();
  const [refused, setRefused] = useState(false);
  const problem = mailLinkError();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setRefused(false);
    if (!form.check()) return;
    setRefused(true);
    document.getElementById(fieldId('email'))?.focus();
  }

  return (
    <>
      <p className="auth-lead">Choose a new one, by the link from our mail.</p>
      {refused ? (
        <InlineBanner tone="danger" title={NOT_SAVED}>
          {LINK_MISSING}
        </InlineBanner>
      ) : (
        <InlineBanner tone={problem ? 'warning' : 'info'} title={problem ?? 'Open this page from our mail'}>
          {LINK_MISSING}
        </InlineBanner>
      )}
      <form noValidate onSubmit={submit}>
        <NewPasswordFields form={form} />
        <Button type="submit" variant="outline" size="lg" block>
          Save new password
        </Button>
      </form>
      <section className="auth-more" aria-labelledby="fresh-link">
        <h2 id="fresh-link">{problem ? 'Get a fresh link' : 'Get a link'}</h2>
        <MailForm button="Send a new link" send={sendLink} />
      </section>
    </>
  );
}
