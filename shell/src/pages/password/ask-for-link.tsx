import { useState } from 'react';
import { sendInvitationLink, useAuth, type InvitationPreview } from '@paperplane/shared/platform';
import { Button, InlineBanner } from '@paperplane/shared/ui';
import { forgotFailure } from '../login/login-rules';
import type { MailNews } from './mail-form';
import { LINK_SENT } from './password-rules';

interface AskForLinkProps {
  invitation: InvitationPreview;
  /** Signs out. */
  leave: () => void;
}

/** Who is invited and has signed in with a password joins by mail: a password does not say whose the address is. */
export function AskForLink({ invitation, leave }: AskForLinkProps) {
  const { sessionEmail } = useAuth();
  const [news, setNews] = useState<MailNews | null>(null);
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    const sent = await sendInvitationLink(sessionEmail);
    setNews(
      sent.success
        ? { tone: 'success', text: LINK_SENT }
        : { tone: 'danger', text: forgotFailure(sent.error) },
    );
    setBusy(false);
  }

  return (
    <>
      <p className="auth-lead">
        {invitation.inviterName} invites you to join{' '}
        <b className="pp-strong">{invitation.organizationName}</b> as {invitation.role}. Open the link in your
        invitation to join; we can send it to <b className="pp-strong">{sessionEmail}</b> once more.
      </p>
      {news && <InlineBanner tone={news.tone}>{news.text}</InlineBanner>}
      <div className="auth-actions">
        <Button loading={busy} onClick={() => void send()}>
          Send the link
        </Button>
        <Button variant="outline" onClick={leave}>
          Go to log in
        </Button>
      </div>
    </>
  );
}
