import { Button, RotateCcw, FlightIllustration } from '@paperplane/shared/ui';

/** What somebody reads who has no network: full page and inside the frame alike (spec section 2, offline). */
export const OFFLINE_TITLE = 'You’re offline';
export const OFFLINE_TEXT =
  'Check your connection. Anything you already opened is still here when you go back.';

/** Reloads the page (spec section 2, offline). */
export function TryAgain() {
  return (
    <Button icon={<RotateCcw className="pp-i" />} onClick={() => window.location.reload()}>
      Try Again
    </Button>
  );
}

/** The offline page in the frame, where a page that was never opened before should stand. */
export function OfflineInFrame() {
  return (
    <main id="main" className="pp-page">
      <div className="pp-fullmsg mx-auto py-[64px]">
        <FlightIllustration grounded />
        <h1>{OFFLINE_TITLE}</h1>
        <p>{OFFLINE_TEXT}</p>
        <div className="pp-row">
          <TryAgain />
        </div>
      </div>
    </main>
  );
}
