import { useEffect } from 'react';
import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  FullMessage,
  PaperplaneLogo,
  RotateCcw,
  FlightIllustration,
} from '@paperplane/shared/ui';

const isDownload = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** What stands where a page of the shell broke or did not arrive; leaving it loads the app anew. */
export function CrashPage({ error }: { error: unknown }) {
  useEffect(() => {
    document.title = 'Something went wrong · Paperplane';
  }, []);
  return (
    <FullMessage
      header={<PaperplaneLogo />}
      illustration={<FlightIllustration grounded />}
      title="This page could not be shown"
      actions={
        <>
          <Button icon={<RotateCcw className="pp-i" />} onClick={() => window.location.reload()}>
            Reload page
          </Button>
          <a className={buttonClass('outline')} href={paths.dashboard.href()}>
            <span>Go to dashboard</span>
          </a>
        </>
      }
    >
      {isDownload(error) ? ERROR_MESSAGES.NETWORK : ERROR_MESSAGES.UNKNOWN}
    </FullMessage>
  );
}
