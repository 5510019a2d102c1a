import { Button } from '../actions/button';
import { Dialog } from './dialog';

export interface LeaveDialogProps {
  /** "This sale": begins "… is not saved." */
  what: string;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** What is to become of what was typed and not saved. */
export function LeaveDialog({ what, onStay, onKeep, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      onCloseRequest={onStay}
      footer={
        <>
          <Button variant="outline" onClick={onDiscard}>
            Discard
          </Button>
          <Button variant="outline" onClick={onKeep}>
            Keep draft
          </Button>
          <Button onClick={onStay} data-autofocus>
            Keep editing
          </Button>
        </>
      }
    >
      <p>{what} is not saved. A draft stays in this browser and is back when you open this form again.</p>
    </Dialog>
  );
}
