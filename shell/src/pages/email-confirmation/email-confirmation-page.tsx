import { useState, type SubmitEvent } from 'react';
import { Link, paths, resendConfirmation, useSearchParams } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  fieldId,
  InlineBanner,
  MailCheck,
  RotateCcw,
  TextField,
} from '@paperplane/shared/ui';
import { AuthFrame } from '../auth/auth-frame';
import { RESENT, resendFailure, resendProblem } from './resend-rules';

type News = { tone: 'success' | 'danger'; text: string };

/** docs/product/tenancy.md, Email confirmation. Opened without an address, it asks for one. */
export default function EmailConfirmationPage() {
  const [params] = useSearchParams();
  const known = params.get('email')?.trim() ?? '';
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [news, setNews] = useState<News | null>(null);
  const [busy, setBusy] = useState(false);

  async function resend(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = known || typed;
    const missing = resendProblem(email);
    setProblem(missing);
    if (missing) document.getElementById(fieldId('email'))?.focus();
    if (busy || missing) return;
    setBusy(true);
    setNews(null);
    const result = await resendConfirmation(email.trim());
    setBusy(false);
    setNews(
      result.success
        ? { tone: 'success', text: RESENT }
        : { tone: 'danger', text: resendFailure(result.error) },
    );
  }

  return (
    <AuthFrame>
      <span className="auth-tile">
        <MailCheck className="pp-i pp-i-24" />
      </span>
      <h1>Verification Required</h1>
      {known ? (
        <p className="auth-lead">
          We sent a link to <b className="pp-strong">{known}</b>. Open it to finish setting up your agency.
        </p>
      ) : (
        <p className="auth-lead">Enter the address you signed up with, and we send the link again.</p>
      )}
      {news && <InlineBanner tone={news.tone}>{news.text}</InlineBanner>}
      <form noValidate onSubmit={(event) => void resend(event)}>
        {!known && (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            value={typed}
            error={problem}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(null);
            }}
          />
        )}
        <div className="auth-actions">
          <Button type="submit" variant="outline" icon={<RotateCcw className="pp-i" />} loading={busy}>
            Resend Confirmation Email
          </Button>
          <Link className={buttonClass('link')} to={paths.login.href()}>
            <span>Back to log in</span>
          </Link>
        </div>
      </form>
    </AuthFrame>
  );
}
