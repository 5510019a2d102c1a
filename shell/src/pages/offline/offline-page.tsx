import { Button, FullMessage, RotateCcw, Trail } from '@paperplane/shared/ui';
import { LogoLink } from '../../layout/logo-link';

/** Spec section 2, offline. */
export default function OfflinePage() {
  return (
    <FullMessage
      header={<LogoLink />}
      illustration={<Trail grounded />}
      title="You’re offline"
      actions={
        <Button icon={<RotateCcw className="pp-i" />} onClick={() => window.location.reload()}>
          Try Again
        </Button>
      }
    >
      Check your connection, then try again.
    </FullMessage>
  );
}
