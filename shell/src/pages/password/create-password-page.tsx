import { useEffect, useState } from 'react';
import {
  hasOpenInvitation,
  invitationPreview,
  paths,
  sendInvitationLink,
  signOut,
  useAuth,
  useNavigate,
  type InvitationPreview,
} from '@paperplane/shared/platform';
import { Button, InlineBanner, Spinner } from '@paperplane/shared/ui';
import { mailLinkError } from '../../config/mail-link-error';
import { AuthFrame } from '../auth/auth-frame';
import { forgotFailure } from '../login/login-rules';
import { AskForLink } from './ask-for-link';
import { MailForm, type MailNews } from './mail-form';
import { LINK_SENT, SETUP_TITLE, setupFailure } from './password-rules';
import { SetupForm } from './setup-form';
import { SupportLine } from './support-line';

/** Sets up an account (docs/product/tenancy.md, Invitations): for the session an invitation's link opened. A dead link offers a fresh one. */
export default function CreatePasswordPage() {
  const { passwordDue } = useAuth();
  return (
    <AuthFrame>
      <h1>Set up your account</h1>
      {passwordDue === 'create' ? <Invited /> : <NewLink />}
    </AuthFrame>
  );
}

type Found = { invitation: InvitationPreview } | { problem: string; again: boolean };

async function findInvitation(): Promise<Found> {
  const found = await invitationPreview();
  if ('error' in found) return { problem: setupFailure(found.error), again: true };
  if (found.invitation) return { invitation: found.invitation };
  const problem = 'No invitation is open for this address: it was accepted, withdrawn, or has expired.';
  return { problem, again: false };
}

function Invited() {
  const navigate = useNavigate();
  const { sessionEmail } = useAuth();
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<Found | null>(null);

  useEffect(() => {
    let wanted = true;
    void findInvitation().then((next) => wanted && setFound(next));
    return () => {
      wanted = false;
    };
  }, [attempt]);

  async function leave() {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  }

  if (!found) return <Spinner label="Loading your invitation" />;
  if ('invitation' in found && found.invitation.byMail) return <SetupForm invitation={found.invitation} />;
  if ('invitation' in found) return <AskForLink invitation={found.invitation} leave={() => void leave()} />;
  return (
    <>
      <p className="auth-lead">
        This link belongs to <b className="pp-strong">{sessionEmail}</b>.
      </p>
      <InlineBanner tone="danger" title={SETUP_TITLE}>
        <p>
          {found.problem}
          {!found.again && ' If you have an account, log in; otherwise ask whoever invited you.'}
          <SupportLine about="For help, write to" />
        </p>
      </InlineBanner>
      <div className="auth-actions">
        {found.again && (
          <Button
            onClick={() => {
              setFound(null);
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        )}
        <Button variant="outline" onClick={() => void leave()}>
          Go to log in
        </Button>
      </div>
    </>
  );
}

const NOT_INVITED = 'No invitation is open for this address. Ask whoever invited you for a new one.';

/** Nobody without an open invitation gets a mail, and an account, by asking here. */
async function sendLink(email: string): Promise<MailNews> {
  const invited = await hasOpenInvitation(email);
  if (!invited.success) return { tone: 'danger', text: forgotFailure(invited.error) };
  if (!invited.open) return { tone: 'warning', text: NOT_INVITED };
  const sent = await sendInvitationLink(email);
  return sent.success
    ? { tone: 'success', text: LINK_SENT }
    : { tone: 'danger', text: forgotFailure(sent.error) };
}

function NewLink() {
  const problem = mailLinkError() ?? 'The link of your invitation is missing.';
  return (
    <>
      <p className="auth-lead">Enter the address you were invited at, and we send you a fresh link.</p>
      <InlineBanner tone="danger" title={SETUP_TITLE}>
        {problem}
      </InlineBanner>
      <MailForm button="Send a new link" send={sendLink} />
    </>
  );
}
