import { useEffect, useState } from 'react';
import {
  Button,
  FullMessage,
  PaperplaneLogo,
  RotateCcw,
  Settings,
  FlightIllustration,
} from '@paperplane/shared/ui';
import type { ConfigProblem } from '../../config/load-config';
import { useOnline } from '../../layout/connection/use-online';
import { OFFLINE_TITLE } from '../offline/offline-message';

/** Instead of a white screen: the app cannot start, why, and what to do. Needs neither router nor configuration. */
export function StartFailurePage({ problem, onRetry }: { problem: ConfigProblem; onRetry: () => void }) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Paperplane cannot start';
    // Each attempt that fails brings a new problem.
    setBusy(false);
  }, [problem]);
  const retry = () => {
    setBusy(true);
    onRetry();
  };
  useOnline(retry);
  const broken = problem.kind === 'broken';
  const reached = navigator.onLine ? 'Paperplane did not load' : OFFLINE_TITLE;
  return (
    <FullMessage
      header={<PaperplaneLogo />}
      illustration={
        broken ? (
          <span className="pp-disc">
            <Settings className="pp-i pp-i-24" />
          </span>
        ) : (
          <FlightIllustration grounded />
        )
      }
      title={broken ? 'Paperplane is not set up correctly' : reached}
      actions={
        <Button icon={<RotateCcw className="pp-i" />} loading={busy} onClick={retry}>
          Try again
        </Button>
      }
    >
      {broken ? (
        <>
          <p>Whoever runs this installation has to mend its configuration:</p>
          <ul role="alert" className="shell-reasons">
            {problem.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      ) : (
        <p role="alert">{problem.error.userMessage}</p>
      )}
    </FullMessage>
  );
}
