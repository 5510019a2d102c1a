import { Button, Dialog, InlineBanner, type ButtonVariant } from '@paperplane/shared/ui';
import { useId, type ReactNode } from 'react';

interface FormDialogProps {
  title: string;
  subtitle?: ReactNode;
  submitLabel: string;
  variant?: ButtonVariant;
  busy: boolean;
  /** Why it did not work, when that belongs to no field. */
  failure?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** One change of a member, asked in a dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, submitLabel, variant, busy, failure, onSubmit, onClose, children } = props;
  const formId = useId();
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onCloseRequest={close}
      footer={
        <>
          <Button variant="outline" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={variant} loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <div className="pp-stack">
          {failure && <InlineBanner tone="danger">{failure}</InlineBanner>}
          {children}
        </div>
      </form>
    </Dialog>
  );
}
