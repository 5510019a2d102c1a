import { useEffect, useState } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { paths, signOut, useAuth, useNavigate, type Authenticator } from '@paperplane/shared/platform';
import { Button, InlineError, Spinner } from '@paperplane/shared/ui';
import { documentTitle } from '../../router/route-table';
import { AuthenticatorSetup } from '../../second-factor/authenticator-setup';
import { CodeEntry } from '../../second-factor/code-entry';
import { RecoveryForm } from '../../second-factor/recovery-form';
import { useAuthenticators } from '../../second-factor/use-authenticators';
import { useCode } from '../../second-factor/use-code';
import { AuthFrame } from '../auth/auth-frame';

const CONFIRM = 'Confirm it is you';
const SET_UP = 'Set up your second factor';

/** Stands in the place of every page until the session has its second factor (docs/product/tenancy.md, Second factor); the guard shows the page behind it then. */
export default function SecondFactorPage() {
  const { factorDue } = useAuth();
  const title = factorDue === 'setup' ? SET_UP : CONFIRM;
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return (
    <AuthFrame>
      <h1>{title}</h1>
      {factorDue === 'setup' ? <SetUp /> : <Confirm />}
      <Leave />
    </AuthFrame>
  );
}

function Leave() {
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate(paths.login.href(), { replace: true });
  };
  return (
    <div className="auth-more">
      <Button variant="link" onClick={() => void leave()}>
        Sign out
      </Button>
    </div>
  );
}

function SetUp() {
  return (
    <>
      <p className="auth-lead">
        Your agency asks for a code of an authenticator app beside the password. It takes a minute.
      </p>
      {/* The guard shows the page as soon as the code was right. */}
      <AuthenticatorSetup taken={[]} button="Turn it on" onDone={() => undefined} />
    </>
  );
}

function Confirm() {
  const { sessionEmail } = useAuth();
  const { found, again } = useAuthenticators();
  const [isRecovering, setRecovering] = useState(false);
  return (
    <>
      <p className="auth-lead">
        {isRecovering ? 'Enter a recovery code of ' : 'Enter the code your authenticator app shows for '}
        <b className="pp-strong">{sessionEmail}</b>.
      </p>
      {isRecovering ? (
        <RecoveryForm onBack={() => setRecovering(false)} />
      ) : !found ? (
        <Spinner label="Loading your authenticators" />
      ) : 'error' in found ? (
        <InlineError message={displayMessage(found.error)} onRetry={again} />
      ) : (
        <GiveCode list={found.list} onRecover={() => setRecovering(true)} />
      )}
    </>
  );
}

function GiveCode({ list, onRecover }: { list: readonly Authenticator[]; onRecover: () => void }) {
  const [chosen, setChosen] = useState(list[0]?.id ?? '');
  const entry = useCode(chosen, () => undefined);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit();
      }}
    >
      <CodeEntry entry={entry} list={list} chosen={chosen} onChoose={setChosen} />
      <Button type="submit" size="lg" block loading={entry.busy}>
        Confirm
      </Button>
      <Button variant="link" onClick={onRecover} disabled={entry.busy}>
        Use a recovery code
      </Button>
    </form>
  );
}
