import { Button, IconButton, PaperplaneMark, X } from '@paperplane/shared/ui';
import { useId, useSyncExternalStore } from 'react';
import { acceptOffer, currentOffer, declineOffer, onOffer } from './install-offer';

/**
 * Offers to install the app when the browser does, on mobile systems only (docs/product/platform.md, Install prompt). Gone after installing and
 * after "Not now".
 */
export function InstallPrompt() {
  const offer = useSyncExternalStore(onOffer, currentOffer);
  const title = useId();
  if (!offer) return null;
  return (
    <div className="pp-toast" role="dialog" aria-labelledby={title}>
      <span className="shell-appicon">
        <PaperplaneMark size={26} />
      </span>
      <div className="pp-grow">
        <b id={title}>Install Paperplane</b>
        <p>Install for quick access and offline use.</p>
        <div className="pp-toast-actions">
          <Button size="sm" onClick={acceptOffer}>
            Install
          </Button>
          <Button size="sm" variant="ghost" onClick={declineOffer}>
            Not now
          </Button>
        </div>
      </div>
      <IconButton size="sm" label="Close" onClick={declineOffer}>
        <X className="pp-i" />
      </IconButton>
    </div>
  );
}
