import { useState, type SubmitEvent } from 'react';
import { displayMessage, processError } from '@paperplane/shared/domain';
import { loadSecondFactor, type AuthResult } from '@paperplane/shared/platform';
import { Button, TextField } from '@paperplane/shared/ui';
import { useFocus } from './use-focus';

interface RecoveryFormProps {
  /** Back to the code of an authenticator. */
  onBack: () => void;
  onDone?: () => void;
}

/** Takes a recovery code instead of an authenticator's: it is used up, the authenticators go, and new ones are set up. */
export function RecoveryForm({ onBack, onDone }: RecoveryFormProps) {
  const field = useFocus();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!code.trim()) return setProblem('Enter one of your recovery codes.');
    setBusy(true);
    setProblem(null);
    const result: AuthResult = await loadSecondFactor()
      .then(({ recover }) => recover(code.trim()))
      .catch((error: unknown) => ({ success: false, error: processError(error, 'Auth/Recover') }));
    setBusy(false);
    if (result.success) onDone?.();
    else setProblem(displayMessage(result.error));
  }

  return (
    <form noValidate className="pp-stack" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label="Recovery code"
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="4hw9-2ktm"
        hint="It works once, and removes your authenticators: you set up a new one next."
        data-autofocus
        value={code}
        error={problem}
        onChange={({ target }) => {
          setCode(target.value);
          setProblem(null);
        }}
      />
      <Button type="submit" size="lg" block loading={busy}>
        Use this code
      </Button>
      <Button variant="link" onClick={onBack} disabled={busy}>
        Use your authenticator
      </Button>
    </form>
  );
}
