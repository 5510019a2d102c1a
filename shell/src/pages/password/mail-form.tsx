import { useState, type SubmitEvent } from 'react';
import { MESSAGES } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, buttonClass, InlineBanner, TextField, type BannerTone } from '@paperplane/shared/ui';
import { useFields } from '../auth/use-fields';

export interface MailNews {
  tone: BannerTone;
  text: string;
}

interface MailFormProps {
  button: string;
  /** Asks for the mail; what it gives is shown. Must not throw. */
  send: (email: string) => Promise<MailNews>;
}

const problems = ({ email }: { email: string }) =>
  email.trim() ? {} : { email: MESSAGES.forgotEmailMissing };

/** The way on from a link that is no good: an address, and a fresh mail. */
export function MailForm({ button, send }: MailFormProps) {
  const form = useFields({ email: '' }, problems);
  const [news, setNews] = useState<MailNews | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    setNews(null);
    setNews(await send(form.values.email.trim()));
    setBusy(false);
  }

  return (
    <>
      {news && <InlineBanner tone={news.tone}>{news.text}</InlineBanner>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField label="Email" type="email" autoComplete="email" {...form.text('email')} />
        <div className="auth-actions">
          <Button type="submit" loading={busy}>
            {button}
          </Button>
          <Link className={buttonClass('link')} to={paths.login.href()}>
            <span>Back to log in</span>
          </Link>
        </div>
      </form>
    </>
  );
}
