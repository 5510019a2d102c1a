import { useId, useState, type SubmitEvent } from 'react';
import { displayMessage, processError } from '@paperplane/shared/domain';
import { loadSecondFactor, useToast, type NewAuthenticator } from '@paperplane/shared/platform';
import { Button, Copy, IconButton, InlineBanner, TextField } from '@paperplane/shared/ui';
import { CodeField } from './code-field';
import { inFours } from './code-rules';
import { useCode } from './use-code';
import { useFocus } from './use-focus';
import './second-factor.css';

interface SetupProps {
  /** Names of those that are there: each has one of its own. */
  taken: readonly string[];
  /** What the last button says. */
  button: string;
  onDone: () => void;
  onCancel?: () => void;
}

const NAMES = ['Phone', 'Second phone', 'Tablet', 'Laptop'];
const MAX_NAME = 40;

/** Sets up an authenticator app: its name, then the picture or the key, then its first code, from which on it counts. */
export function AuthenticatorSetup({ taken, button, onDone, onCancel }: SetupProps) {
  const [name, setName] = useState(() => NAMES.find((each) => !taken.includes(each)) ?? '');
  const field = useFocus();
  const [begun, setBegun] = useState<NewAuthenticator | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function begin(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const called = name.trim();
    if (busy) return;
    if (!called) return setProblem('Enter a name, like Phone.');
    if (taken.includes(called)) return setProblem('You have an authenticator of this name.');
    setBusy(true);
    setFailure(null);
    const result = await loadSecondFactor()
      .then(({ beginAuthenticator }) => beginAuthenticator(called))
      .catch((error: unknown) => ({ success: false as const, error: processError(error, 'Auth/Enroll') }));
    setBusy(false);
    if (result.success) setBegun(result.begun);
    else setFailure(displayMessage(result.error));
  }

  if (begun) return <FirstCode begun={begun} button={button} onDone={onDone} onCancel={onCancel} />;
  return (
    <form noValidate className="pp-stack" onSubmit={(event) => void begin(event)}>
      {failure && <InlineBanner tone="danger">{failure}</InlineBanner>}
      <TextField
        ref={field}
        label="Name of the authenticator"
        name="authenticatorName"
        autoComplete="off"
        maxLength={MAX_NAME}
        hint="The device your authenticator app is on."
        value={name}
        error={problem}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
      />
      <div className="factor-actions">
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function FirstCode({
  begun,
  button,
  onDone,
  onCancel,
}: Omit<SetupProps, 'taken'> & { begun: NewAuthenticator }) {
  const toast = useToast();
  const entry = useCode(begun.id, onDone);
  const keyId = useId();

  async function copy() {
    try {
      await navigator.clipboard.writeText(begun.key);
      toast.success('Key copied');
    } catch {
      toast.error('The key could not be copied', 'Select it, and copy it yourself.');
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit();
      }}
    >
      <div className="factor-enrol">
        <img className="factor-qr" src={begun.qrCode} alt="QR code for your authenticator app" />
        <ol>
          <li>
            <p>
              <b>Scan</b> the code with your app, or type the <span id={keyId}>key</span>
            </p>
            <div className="factor-key">
              <code className="pp-mono" aria-labelledby={keyId}>
                {inFours(begun.key)}
              </code>
              <IconButton label="Copy key" size="sm" onClick={() => void copy()}>
                <Copy className="pp-i" />
              </IconButton>
            </div>
          </li>
          <li>
            <CodeField
              label="Type the 6 digits the app shows"
              value={entry.code}
              error={entry.problem}
              disabled={entry.busy}
              onChange={entry.type}
            />
          </li>
        </ol>
      </div>
      <div className="factor-actions">
        {onCancel && (
          <Button variant="ghost" onClick={onCancel} disabled={entry.busy}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={entry.busy} disabled={!entry.isWhole}>
          {button}
        </Button>
      </div>
    </form>
  );
}
