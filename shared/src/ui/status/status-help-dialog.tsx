import { commissionHelp, SALE_HELP, type ReceivedOn } from '../../domain/status-help';
import { COMMISSION_STATUSES, SALE_STATUSES, STATUS_LOOKS, type AnyStatus } from '../../domain/statuses';
import { Button } from '../actions/button';
import { Dialog } from '../dialogs/dialog';
import { StatusGlyph } from './status-glyph';

interface StatusHelpDialogProps {
  kind: 'sale' | 'commission';
  /** The agency's setting; absent where an older release remembered the person. */
  receivedOn?: ReceivedOn;
  onClose: () => void;
}

/** Explains the statuses of a sale or commission (docs/product/sales.md, Status help texts). Rendered means open. */
export function StatusHelpDialog({ kind, receivedOn = 'sale_paid', onClose }: StatusHelpDialogProps) {
  const isSale = kind === 'sale';
  const texts: Partial<Record<AnyStatus, string>> = isSale ? SALE_HELP : commissionHelp(receivedOn);
  const statuses: readonly AnyStatus[] = isSale ? SALE_STATUSES : COMMISSION_STATUSES;
  return (
    <Dialog
      title={isSale ? 'Sale statuses' : 'Commission statuses'}
      subtitle="What each one means and what comes next."
      onCloseRequest={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          Got it
        </Button>
      }
    >
      <ul className="pp-help">
        {statuses.map((status) => (
          <li key={status} className={`s-${status}`}>
            <StatusGlyph status={status} className="pp-i-20" />
            <div>
              <b>{STATUS_LOOKS[status].label}</b>
              <p>{texts[status]}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
