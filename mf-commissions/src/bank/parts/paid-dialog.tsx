import { plural } from '@paperplane/shared/domain';
import { Button, Dialog } from '@paperplane/shared/ui';
import type { PaidAgent } from '../bank-types';

/** Why something is not taken back: the agents who were paid for it. */
export function PaidDialog({ paid, onClose }: { paid: readonly PaidAgent[]; onClose: () => void }) {
  return (
    <Dialog
      title="Agents have been paid for it"
      subtitle={`${plural(paid.length, 'payment')} to an agent hang on this. What is paid is final, so it stays.`}
      onCloseRequest={onClose}
      footer={
        <Button variant="outline" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <ul className="pp-list">
        {paid.map(({ bookingReference, agent }) => (
          <li key={`${bookingReference} ${agent}`}>
            <b className="pp-strong">{bookingReference}</b>
            <span className="pp-muted">{agent}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
