import { Button, RotateCcw, FlightIllustration } from '@paperplane/shared/ui';

/** The texts without a network, on the full page and inside the layout (docs/product/platform.md, Offline). */
export const OFFLINE_TITLE = 'You’re offline';
export const OFFLINE_TEXT =
  'Check your connection. What you opened on this device before may still be here when you go back.';

/** Reloads the page. */
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
      <div className="pp-fullmsg shell-inframe">
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
