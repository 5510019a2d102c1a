import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import type { ButtonVariant } from '../actions/button-class';
import { Dialog } from './dialog';
import { InlineBanner } from '../feedback/inline-banner';

export interface ConfirmDialogProps {
  /** A question that names the thing: "Cancel sale AZC-48210?" */
  title: string;
  subtitle?: ReactNode;
  /** What will happen, and whether it is final. */
  children: ReactNode;
  /** Verb + noun: "Cancel sale". */
  confirmLabel: string;
  /** Its whole name, where the title does not say amount, people and day (actName); begins with the label. */
  confirmName?: string;
  /** "Keep sale"; has the focus at first. */
  cancelLabel?: string;
  variant?: ButtonVariant;
  busy?: boolean;
  /** Why it did not work. */
  error?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something final. Rendered means open, as with Dialog. */
export function ConfirmDialog({
  title,
  subtitle,
  children,
  confirmLabel,
  confirmName,
  cancelLabel = 'Cancel',
  variant = 'danger',
  busy = false,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      subtitle={subtitle}
      onCloseRequest={() => {
        if (!busy) onCancel();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onCancel} disabled={busy} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant={variant} loading={busy} aria-label={confirmName} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="pp-stack">
        {error && <InlineBanner tone="danger">{error}</InlineBanner>}
        <div>{children}</div>
      </div>
    </Dialog>
  );
}
