import { useEffect, useId, useState } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { loadSecondFactor, useAuth, type Authenticator, type StepUpAct } from '@paperplane/shared/platform';
import { Button, Dialog, InlineError, Spinner } from '@paperplane/shared/ui';
import { CodeEntry } from './code-entry';
import { ageOfCode } from './code-rules';
import { RecoveryForm } from './recovery-form';
import { useAuthenticators } from './use-authenticators';
import { useCode } from './use-code';
import './second-factor.css';

interface StepUpDialogProps {
  act: StepUpAct | undefined;
  onAnswer: (isConfirmed: boolean) => void;
}

/** How old the last code of this session is, in words. */
function useAge(): string | null {
  const [age, setAge] = useState<string | null>(null);
  useEffect(() => {
    loadSecondFactor()
      .then(({ lastCodeAt }) => lastCodeAt())
      .then((at) => setAge(ageOfCode(at, Date.now())))
      .catch(() => undefined);
  }, []);
  return age;
}

/** Asks for a code before an act that moves money or touches what protects it; says what the act is. */
export function StepUpDialog({ act, onAnswer }: StepUpDialogProps) {
  const { found, again } = useAuthenticators();
  const age = useAge();
  const [isRecovering, setRecovering] = useState(false);
  if (found && 'list' in found && found.list.length > 0 && !isRecovering) {
    return (
      <Asking
        act={act}
        age={age}
        list={found.list}
        onAnswer={onAnswer}
        onRecover={() => setRecovering(true)}
      />
    );
  }
  return (
    <Dialog title="Confirm it is you" subtitle={age} onCloseRequest={() => onAnswer(false)}>
      {isRecovering ? (
        // The act is begun anew: who has just lost an authenticator sets up another one first.
        <RecoveryForm onBack={() => setRecovering(false)} onDone={() => onAnswer(false)} />
      ) : !found ? (
        <Spinner label="Loading your authenticators" />
      ) : (
        <InlineError
          message={'error' in found ? displayMessage(found.error) : 'You have no authenticator any more.'}
          onRetry={again}
        />
      )}
    </Dialog>
  );
}

interface AskingProps extends StepUpDialogProps {
  age: string | null;
  list: readonly Authenticator[];
  onRecover: () => void;
}

function Asking({ act, age, list, onAnswer, onRecover }: AskingProps) {
  const { isOwner } = useAuth();
  const [chosen, setChosen] = useState(list[0]?.id ?? '');
  const entry = useCode(chosen, () => onAnswer(true));
  const formId = useId();
  const cancel = () => {
    if (!entry.busy) onAnswer(false);
  };
  return (
    <Dialog
      title="Confirm it is you"
      subtitle={age}
      onCloseRequest={cancel}
      footer={
        <>
          <Button variant="outline" onClick={cancel} disabled={entry.busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={entry.busy}>
            {act ? `Confirm and ${act.verb}` : 'Confirm'}
          </Button>
        </>
      }
    >
      {(act?.about ?? act?.amount) && (
        <p className="factor-act">
          <span>{act.about}</span>
          {act.amount && <b>{act.amount}</b>}
        </p>
      )}
      <form
        id={formId}
        noValidate
        className="pp-stack"
        onSubmit={(event) => {
          event.preventDefault();
          entry.submit();
        }}
      >
        <CodeEntry entry={entry} list={list} chosen={chosen} onChoose={setChosen} />
      </form>
      {isOwner && (
        <p className="factor-other">
          <Button variant="link" onClick={onRecover} disabled={entry.busy}>
            Use a recovery code
          </Button>
        </p>
      )}
    </Dialog>
  );
}
